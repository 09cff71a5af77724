// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AsyncPagingHTTP

/// A URL, a name, a value, and another URL.
///
/// - What is set comes out again, whatever it is.
/// - Head, fragment, and the pairs of all other names keep their bytes and their order.
/// - What is removed is gone.
/// - Pairs that are added from another URL do not replace any.
func check(_ input: FuzzInput) {
  guard let url = URL(string: input[0], encodingInvalidCharacters: false),
    url.absoluteString == input[0], HTTPOrigin(url) != nil
  else { return }
  let (name, value) = (input[1], input[2])
  guard let changed = try? QueryEditor.setting(name, to: value, in: url),
    let removed = try? QueryEditor.setting(name, to: nil, in: url)
  else { fatalError("broken: \(url.absoluteString) cannot be changed") }
  requireSame(QueryEditor.value(of: name, in: changed) ?? "nothing", value, "another value")
  require(QueryEditor.value(of: name, in: removed) == nil, "\(name) is still there")
  for other in [changed, removed] {
    require(others(than: name, in: other) == others(than: name, in: url), "the rest changed")
    requireSame(Parts(other).head, Parts(url).head, "another head")
    requireSame(Parts(other).fragment, Parts(url).fragment, "another fragment")
  }
  if let second = URL(string: input[3], encodingInvalidCharacters: false),
    let both = try? QueryEditor.addingMissing(from: second, to: url)
  {
    let (before, after) = (Parts(url).pairs, Parts(both).pairs)
    require(after.starts(with: before), "\(before) became \(after)")
    let names = Set(before.map(decodedName))
    let added = Parts(second).pairs.filter { !$0.isEmpty && !names.contains(decodedName($0)) }
    require(
      after.filter { !$0.isEmpty } == (before + added).filter { !$0.isEmpty },
      "\(after) are not \(before) and \(added)")
  }
}

/// A URL cut at its first `#` and the first `?` before it.
private struct Parts {
  let head: String
  let pairs: [[UInt8]]
  let fragment: String

  init(_ url: URL) {
    let bytes = Array(url.absoluteString.utf8)
    let front = bytes.prefix { $0 != UInt8(ascii: "#") }
    let head = front.prefix { $0 != UInt8(ascii: "?") }
    self.head = String(decoding: head, as: UTF8.self)
    fragment = String(decoding: bytes[front.endIndex...], as: UTF8.self)
    let query = front[head.endIndex...].dropFirst()
    pairs =
      query.isEmpty
      ? [] : query.split(separator: 0x26, omittingEmptySubsequences: false).map { Array($0) }
  }
}

/// The pairs of all names but one, as they are written.
private func others(than name: String, in url: URL) -> [[UInt8]] {
  Parts(url).pairs.filter { decodedName($0) != Array(name.utf8) && !$0.isEmpty }
}

/// The name of a pair, decoded byte by byte.
private func decodedName(_ pair: [UInt8]) -> [UInt8] {
  var rest = pair.prefix { $0 != UInt8(ascii: "=") }
  var name: [UInt8] = []
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
      let low = digit(rest[rest.startIndex + 1])
    {
      name.append(high << 4 | low)
      rest = rest.dropFirst(2)
    } else {
      name.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
    }
  }
  return name
}

private func digit(_ byte: UInt8) -> UInt8? {
  UInt8(String(UnicodeScalar(byte)), radix: 16)
}
