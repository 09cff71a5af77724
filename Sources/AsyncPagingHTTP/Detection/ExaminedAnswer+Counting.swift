// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Schemes in which the client counts.
extension ExaminedAnswer {
  /// `Content-Range` with a unit other than bytes.
  var rangeCandidates: [Candidate] {
    let field = response.fields["Content-Range"]
    guard let unit = field?.split(separator: " ").first.map(String.init), unit != "bytes",
      let range = try? ContentRange(field, unit: unit), let last = range.last,
      case .one(let place, _) = list, case .array(let elements)? = place.path.value(in: root),
      !elements.isEmpty, last >= elements.count - 1
    else { return [] }
    return [
      Candidate(
        rule: .range(unit: unit, size: elements.count),
        reason: "the field Content-Range counts in \(String(unit.prefix(20)).literal)")
    ]
  }

  /// Page numbers that the answer repeats, that a convention names, or that the request has.
  var pageCandidates: [Candidate] {
    [spring, wordPress].compactMap { $0 } + echoed(Self.pageNames, of: .pages)
      + requested(Self.pageNames + ["page[number]", "_page", "p"], of: .pages)
  }

  /// Offsets that the answer repeats or the request has.
  var offsetCandidates: [Candidate] {
    [gerrit, scim].compactMap { $0 } + echoed(Self.offsetNames, of: .items)
      + requested(Self.offsetNames + ["from", "$skip", "page[offset]"], of: .items)
  }

  /// What a number counts.
  private enum Unit {
    case pages
    case items

    func rule(_ counting: SchemeRule.Counting) -> SchemeRule {
      self == .pages ? .pageNumber(counting) : .offset(counting)
    }
  }

  private static let pageNames = ["page", "page_number", "pageNumber", "pageNo", "page_no"]
  private static let offsetNames = ["offset", "skip", "start", "startAt", "startIndex"]
  private static let limitNames = ["limit", "maxResults"]
  private static let pageCountNames = [
    "total_pages", "totalPages", "TotalPages", "nbPages", "page_count", "pageCount", "num_pages",
    "last_page", "lastPage", "pages",
  ]

  /// A number that the answer has under the name of a parameter, beside a total or a limit.
  private func echoed(_ names: [String], of unit: Unit) -> [Candidate] {
    containers.flatMap { container in
      names.compactMap { name in
        guard case .number? = value(container + [name]),
          let counting = counting(unit, by: name, echo: container + [name])
        else { return nil }
        let total = counting.totalPages ?? counting.total
        guard total != nil || counting.limit != nil else { return nil }
        let path = JSONPath(names: container + [name])
        let beside = total.map { " beside \($0.name)" } ?? ""
        return Candidate(
          rule: unit.rule(counting), reason: "\(path) repeats the parameter \(name)\(beside)")
      }
    }
  }

  /// A number that the request has under a usual name.
  private func requested(_ names: [String], of unit: Unit) -> [Candidate] {
    names.compactMap { name in
      guard parameter(name)?.value.count != nil, let counting = counting(unit, by: name, echo: nil)
      else { return nil }
      let begin = counting.first > 1 ? ", and begins at \(counting.first)" : ""
      return Candidate(
        rule: unit.rule(counting), reason: "the request has the parameter \(name)\(begin)")
    }
  }

  /// Spring's pages count from zero, in `number`, and are asked for by `page`.
  private var spring: Candidate? {
    for container in [[], ["page"]] {
      guard value(container + ["number"])?.count != nil, value(container + ["size"])?.count != nil,
        value(container + ["totalPages"])?.count != nil,
        let counting = counting(.pages, by: "page", echo: container + ["number"])
      else { continue }
      let path = JSONPath(names: container + ["number"])
      return Candidate(
        rule: .pageNumber(counting),
        reason: "\(path) is beside size and totalPages, as Spring has it: it takes page")
    }
    return nil
  }

  private var wordPress: Candidate? {
    guard response.fields["X-WP-TotalPages"] != nil else { return nil }
    return Candidate(
      rule: .pageNumber(
        SchemeRule.Counting(
          place: place("page"), first: parameter("page")?.value.count ?? 1,
          totalPages: .header("X-WP-TotalPages"))),
      reason: "the field X-WP-TotalPages is there: WordPress takes page")
  }

  /// Gerrit says in the last item whether more follows.
  private var gerrit: Candidate? {
    let path: JSONPath = "$[-1]._more_changes"
    guard path.value(in: root)?.flag != nil else { return nil }
    return Candidate(
      rule: .offset(
        SchemeRule.Counting(
          place: place("S"), first: parameter("S")?.value.count ?? 0, hasMore: path)),
      reason: "the last item has _more_changes, as Gerrit has it: it takes S")
  }

  /// SCIM counts from one, as its answers say.
  private var scim: Candidate? {
    guard case .array? = value("Resources"), value("totalResults")?.count != nil,
      value("startIndex") == nil || value("startIndex") == 1
    else { return nil }
    return Candidate(
      rule: .offset(
        SchemeRule.Counting(
          place: place("startIndex"), first: 1, limit: place("count"),
          total: .json("$.totalResults"),
          echo: value("startIndex").map { _ in "$.startIndex" })),
      reason: "$.Resources is beside $.totalResults, as SCIM has it: it takes startIndex")
  }

  /// What a parameter counts, from where on, and until when.
  private func counting(
    _ unit: Unit, by name: String, echo: [String]?
  ) -> SchemeRule.Counting? {
    let sent = parameter(name)?.value.count
    let said = echo.flatMap { value($0)?.count }
    guard let first = sent ?? said else { return nil }
    let container = echo.map { Array($0.dropLast()) }
    let places = container.map { $0.isEmpty ? [$0] : [$0, []] } ?? containers
    // A total counts from the first page of all, and a walk that begins later never reaches it.
    let isStart = first <= 1
    let totalPages = unit == .pages && isStart ? count(Self.pageCountNames, in: places) : nil
    // Where request and answer count differently, the answer cannot confirm a number.
    let isEcho = said != nil && (sent == nil || sent == said)
    return SchemeRule.Counting(
      place: place(name), first: first,
      limit: container.flatMap { container in
        Self.limitNames.first { value(container + [$0])?.count != nil }.map(place)
      },
      total: totalPages == nil && isStart ? count(Self.totalNames, in: places) : nil,
      totalPages: totalPages,
      echo: isEcho ? echo.map { JSONPath(names: $0) } : nil)
  }

  /// The first number among some names in some objects.
  private func count(_ names: [String], in containers: [[String]]) -> SchemeRule.Field? {
    for container in containers {
      for name in names where value(container + [name])?.count != nil {
        return .json(JSONPath(names: container + [name]))
      }
    }
    return nil
  }
}

extension SchemeRule.Field {
  /// The name by which a person knows it.
  var name: String {
    switch self {
    case .json(let path): path.description
    case .header(let name): "the field \(name)"
    }
  }
}
