// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An item of the list that all clients walk: 200 bytes of JSON.
struct ListItem: Decodable, Sendable {
  let id: Int
  let name: String
  let score: Double
  let isOpen: Bool
  let labels: [String]
  let note: String
}

/// What the server answers.
struct ListPage: Decodable, Sendable {
  let items: [ListItem]
  let next: String?
}

/// The list as the server keeps it: pages of 100 items, with a cursor in the body and a link in the
/// head.
struct ListData {
  static let itemsPerPage = 100
  static let bytesPerItem = 200

  let pageCount: Int

  /// The body of a page.
  ///
  /// - Parameter number: Which one, from 0.
  /// - Returns: JSON.
  func body(ofPage number: Int) -> String {
    let first = number * Self.itemsPerPage
    let items = (first..<first + Self.itemsPerPage).map(Self.item)
    let next = next(afterPage: number).map { "\"\($0)\"" } ?? "null"
    return "{\"items\":[\(items.joined(separator: ","))],\"next\":\(next)}"
  }

  /// The cursor on a page; `nil` on the last one.
  ///
  /// - Parameter number: Which page, from 0.
  /// - Returns: The cursor.
  func next(afterPage number: Int) -> String? {
    number + 1 < pageCount ? String(number + 1) : nil
  }

  private static func item(_ id: Int) -> String {
    let start = """
      {"id":\(id),"name":"item \(id)","score":\(Double(id) * 1.5),"isOpen":\(id % 2 == 0),\
      "labels":["new","large","urgent"],"note":"
      """
    let end = "\"}"
    let words = String(repeating: "what there is to say of it ", count: 8)
    return start + words.prefix(bytesPerItem - start.utf8.count - end.utf8.count) + end
  }
}
