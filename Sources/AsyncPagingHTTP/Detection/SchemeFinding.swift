// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// How an API pages, as far as one answer shows it.
///
/// Nothing is guessed: a parameter is named only where the answer, the request or a convention of
/// that very API says what it is called. An answer that says nothing is ``Kind/unknown``, never "a
/// single page". Where several schemes fit, the first of these counts: a `Link` field, a next URL,
/// a token, a range, a page number, an offset.
///
/// It prints as the line of code to write instead:
///
/// ```swift
/// HTTPPageSource(.nextURL(in: "$.next"), request: request, items: "$.results", of: Item.self)
/// ```
///
/// It holds no cursor. Of the answer it has names, the number that counting begins with, the unit
/// and the size of a range, and the origin of a next URL that leads elsewhere.
public struct SchemeFinding: Sendable, Hashable {
  /// The kind of a scheme.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The URL of the next page is in a `Link` field.
    case linkHeader

    /// The URL of the next page is in the body.
    case nextURL

    /// A token of the answer goes into the next request.
    case cursor

    /// The key of the last item goes into the next request.
    case keyset

    /// A GraphQL connection.
    case graphQL

    /// Items are asked for by range, in header fields.
    case range

    /// Pages are asked for by number.
    case pageNumber

    /// Items are asked for from an offset.
    case offset

    /// The answer does not show it.
    case unknown
  }

  /// What to do, where something was found.
  let proposal: SchemeProposal?

  /// What was found.
  public var kind: Kind { proposal?.rule.kind ?? .unknown }

  /// Where the items are; `nil` if that, or how the API pages, is unknown.
  public var items: JSONPath? { proposal?.items.path }

  /// Why, in words; of something unknown, what was looked at and what to do.
  public let reasons: [String]

  init(_ proposal: SchemeProposal, reasons: [String]) {
    self.proposal = proposal
    self.reasons = reasons
  }

  /// Creates a finding that the scheme is unknown.
  ///
  /// - Parameters:
  ///   - reasons: What was looked at.
  ///   - advice: What to do. Default: the answer does not say enough.
  init(unknown reasons: [String], advice: String = Self.advice) {
    proposal = nil
    self.reasons = reasons + [advice]
  }

  private static let advice =
    "the answer may be all there is, or it does not say how to ask for more: "
    + "look it up in the API's documentation, and describe it with a PagingScheme"
}

extension SchemeFinding {
  /// Examines an answer; nothing is sent.
  ///
  /// Whether the server takes a token, a page number or an offset can be seen only by asking for
  /// the second page: ``HTTPPageSource/detecting(request:of:options:transport:)`` does.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: What it answers: the request for the first page.
  public init(examining response: HTTPResponse, to request: URLRequest) {
    switch ExaminedAnswer.examining(response, to: request, limits: HTTPLimits()) {
    case .failure(let obstacle): self.init(obstacle)
    case .success(let answer): self.init(answer)
    }
  }

  /// Examines an answer that was read.
  init(_ answer: ExaminedAnswer) {
    let found = answer.candidates
    guard let best = found.first else {
      self.init(unknown: [Self.lookedFor] + answer.hints)
      return
    }
    var reasons = [best.reason]
    let items: ItemPlace
    switch (best.items, answer.list) {
    case (let known?, _): items = known
    case (nil, .one(let place, let reason)):
      items = place
      reasons.append(reason)
    case (nil, .several(let paths)):
      let names = paths.map(\.description).joined(separator: ", ")
      self.init(
        unknown: reasons + ["several arrays may be the items: \(names)"],
        advice: best.rule.advice)
      return
    case (nil, .none):
      self.init(
        unknown: reasons + ["there is no array that could be the items"],
        advice: best.rule.advice)
      return
    }
    for other in found.dropFirst() where other.rule.kind != best.rule.kind {
      reasons.append("\(other.reason), too; a \(best.rule.kind.name) goes before it")
    }
    self.init(SchemeProposal(rule: best.rule, items: items), reasons: reasons)
  }

  /// Creates a finding about an answer that cannot be examined.
  init(_ obstacle: ExaminedAnswer.Obstacle) {
    self.init(unknown: [obstacle.reason], advice: obstacle.advice)
  }

  private static let lookedFor =
    "looked for a Link field, a next URL, a token whose parameter is certain, Content-Range, "
    + "page numbers and offsets that the answer repeats or the request has: there is none"
}

extension SchemeFinding: CustomStringConvertible {
  /// The line of code to write instead; of something unknown, why it is.
  public var description: String { code(itemType: "Item") }

  /// The line of code, with a name for the type of the items.
  func code(itemType: String) -> String {
    guard let proposal else { return "unknown: \(reasons.joined(separator: "; "))" }
    return proposal.code(itemType: itemType)
  }
}

extension SchemeRule {
  /// What to do where the items were not found.
  fileprivate var advice: String {
    let line = SchemeProposal(
      rule: self, items: ItemPlace(path: JSONPath(steps: [], description: "…")))
    return "write \(line.code(itemType: "Item")) with the path of the items"
  }
}

extension SchemeFinding.Kind {
  /// What to call it in a sentence.
  fileprivate var name: String {
    switch self {
    case .linkHeader: "Link field"
    case .nextURL: "next URL"
    case .cursor, .keyset, .graphQL: "token"
    case .range: "range"
    case .pageNumber: "page number"
    case .offset: "offset"
    case .unknown: "scheme"
    }
  }
}
