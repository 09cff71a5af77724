// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

@testable import AsyncPagingHTTP

/// Each line is a line of `Link`.
///
/// - Work is linear, and there are no more links than commas and one.
/// - Links that are written again, in quotes and on one line, are read as the same ones.
/// - Where a relation leads is where one of the links leads.
func check(_ input: FuzzInput) {
  for line in input.lines {
    var parser = LinkParser(line)
    let links = parser.links()
    let size = line.utf8.count
    require(parser.work <= 16 * (size + 2), "\(parser.work) steps for \(size) bytes")
    let commas = line.utf8.count { $0 == UInt8(ascii: ",") }
    require(links.count <= commas + 1, "\(links.count) links with \(commas) commas")
  }
  let header = LinkHeader(input.lines)
  let written = header.links.map(\.written).joined(separator: ", ")
  require(LinkHeader([written]).links == header.links, "\(written) is read as something else")
  for relation in header.links.flatMap(\.relations) {
    let target = header.target(of: relation)
    require(
      target == nil || header.links.contains { $0.target == target },
      "\(relation) leads to \(target ?? "")")
  }
}

extension LinkHeader.Link {
  /// The link as a careful server writes it.
  fileprivate var written: String {
    "<\(target)>" + parameters.map { "; \($0.written)" }.joined()
  }
}

extension FieldParameter {
  fileprivate var written: String {
    guard let value else { return name }
    var escaped: [UInt8] = []
    for byte in value.utf8 {
      if byte == .quote || byte == .backslash { escaped.append(.backslash) }
      escaped.append(byte)
    }
    return "\(name)=\"\(String(decoding: escaped, as: UTF8.self))\""
  }
}
