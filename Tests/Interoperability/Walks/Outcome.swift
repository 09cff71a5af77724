// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a walk came to, as a row of a table.
struct Outcome: Sendable {
  let service: Service
  let style: String
  let list: String
  let size: Int
  let requests: Int
  let items: Int
  let problem: String?

  private static let widths = [22, 9, 32, 21, 5, 9, 6, 6]

  static let heading = row([
    "server", "version", "style", "list", "size", "requests", "items", "",
  ])

  var row: String {
    Self.row([
      service.name, service.version, style, list, "\(size)", "\(requests)", "\(items)",
      problem == nil ? "ok" : "WRONG",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, widths)
      .map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }
      .joined()
  }
}
