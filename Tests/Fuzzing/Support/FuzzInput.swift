// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the fuzzer made up, as a target reads it: lines of text.
struct FuzzInput {
  /// The lines, without their ends; bytes that are no UTF-8 are replaced.
  let lines: [String]

  /// The whole text.
  let text: String

  init(_ bytes: UnsafeRawBufferPointer) {
    text = unsafe String(decoding: bytes, as: UTF8.self)
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// A line, or an empty text if there are not so many.
  subscript(line: Int) -> String { lines.indices.contains(line) ? lines[line] : "" }

  /// The lines from one on.
  func lines(from start: Int) -> [String] { Array(lines.dropFirst(start)) }
}

/// The time at which all inputs are read: 1 January 2026.
let now = Date(timeIntervalSince1970: 1_767_225_600)

/// Ends the process, which the fuzzer takes for a crash, unless a property holds.
///
/// - Parameters:
///   - holds: Whether it does.
///   - property: What should be, with the values that tell what is.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  guard !holds else { return }
  fatalError("broken: \(property())")
}

/// Requires two texts to have the same bytes: texts of Swift are equal if they look the same.
func requireSame(_ left: String, _ right: String, _ property: @autoclosure () -> String) {
  require(
    left.utf8.elementsEqual(right.utf8),
    "\(property()): \(left.debugDescription), not \(right.debugDescription)")
}

/// What libFuzzer calls with each input; `check` is the function of the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(unsafe FuzzInput(UnsafeRawBufferPointer(start: start, count: count)))
  return 0
}
