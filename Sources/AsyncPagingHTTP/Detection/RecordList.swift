// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the items of an answer are, by its shape alone.
enum RecordList {
  /// In this place, for this reason.
  case one(ItemPlace, String)

  /// In one of these; nothing tells which.
  case several([JSONPath])

  /// Nowhere.
  case none

  /// Names that lists of items have in many APIs.
  private static let usualNames: Set = [
    "children", "content", "contents", "data", "docs", "documents", "elements", "entries", "hits",
    "items", "list", "nodes", "objects", "records", "resources", "result", "results", "rows",
    "value", "values",
  ]

  /// Names of what goes with the items and is none of them.
  private static let otherNames: Set = [
    "_links", "aggregations", "debug", "errors", "extensions", "facets", "included", "includes",
    "links", "messages", "meta", "metadata", "page", "pageinfo", "pagination", "paging",
    "response_metadata", "responseheader", "warnings",
  ]

  /// How far below the root an array may be.
  private static let depth = 4

  /// Looks for the items.
  ///
  /// They are the array itself, if the answer is one. Otherwise they are the array of objects that
  /// is nearest to the root; of several as near, the one that has a usual name.
  ///
  /// - Parameter root: The answer.
  init(in root: JSON) {
    if case .array(let elements) = root {
      self = .one(ItemPlace(path: "$", rules: elements.rules), "the answer is an array")
      return
    }
    let arrays = Self.arrays(in: root)
    let records = arrays.filter(\.isOfRecords)
    let depth = (records.isEmpty ? arrays : records).map(\.steps.count).min() ?? 0
    let nearest = arrays.filter { array in
      // What is nearer and no array of objects may be a list of plain items.
      array.steps.count == depth && (records.isEmpty || array.isOfRecords)
        || array.steps.count < depth
    }
    let usual = nearest.filter(\.hasUsualName)
    if nearest.count == 1, let only = nearest.first {
      self = .one(only.place, "\(only.path) is the only list")
    } else if usual.count == 1, let only = usual.first {
      self = .one(only.place, "\(only.path) is the list with a usual name")
    } else if nearest.isEmpty {
      self = .none
    } else {
      self = .several((usual.isEmpty ? nearest : usual).prefix(4).map(\.path))
    }
  }

  private struct Candidate {
    var steps: [String]
    var elements: [JSON]

    var path: JSONPath { JSONPath(names: steps) }

    /// Whether the elements are objects, or there are none.
    var isOfRecords: Bool {
      elements.allSatisfy { element in
        if case .object = element { true } else { element == .null }
      }
    }

    var hasUsualName: Bool { usualNames.contains(steps.last?.lowercased() ?? "") }

    var place: ItemPlace {
      // HAL leaves what is empty out.
      let mayBeMissing = steps.first == "_embedded"
      return ItemPlace(
        path: path, rules: elements.rules.union(mayBeMissing ? .mayBeMissing : []))
    }
  }

  /// The arrays at the end of names alone, in the order of their paths.
  private static func arrays(in value: JSON, at steps: [String] = []) -> [Candidate] {
    switch value {
    case .array(let elements): return [Candidate(steps: steps, elements: elements)]
    case .object(let members) where steps.count < depth:
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        otherNames.contains(name.lowercased()) ? [] : arrays(in: member, at: steps + [name])
      }
    default: return []
    }
  }
}

extension [JSON] {
  /// What a list of these must put up with.
  fileprivate var rules: ItemRules { contains(.null) ? .mayBeUndecodable : [] }
}

extension JSONPath {
  /// Creates a path of names, written so that it can be read back.
  init(names: [String]) {
    let text = names.map { name in
      let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isUnreserved && $0 != 0x2E }
      if isPlain { return ".\(name)" }
      let escaped = name.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
      return "['\(escaped)']"
    }
    self.init(steps: names.map { .name($0) }, description: "$" + text.joined())
  }

  /// The names that it is made of; `nil` if there are positions in it.
  var names: [String]? {
    var names: [String] = []
    for step in steps {
      guard case .name(let name) = step else { return nil }
      names.append(name)
    }
    return names
  }
}
