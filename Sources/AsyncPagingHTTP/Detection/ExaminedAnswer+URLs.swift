// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Schemes in which the server says where the next page is.
extension ExaminedAnswer {
  /// The `Link` field.
  var linkCandidates: [Candidate] {
    let header = LinkHeader(response.fields.values(of: "Link"))
    if let target = header.target(of: "next") {
      guard let place = origin(of: target) else { return [] }
      return [Candidate(rule: .linkHeader, reason: "the Link field has rel=next, a URL \(place)")]
    }
    guard let other = ["prev", "previous", "last"].first(where: { header.target(of: $0) != nil })
    else { return [] }
    return [
      Candidate(
        rule: .linkHeader, reason: "the Link field has rel=\(other) and no rel=next: the last page")
    ]
  }

  /// What is to be said of a `Link` field that leads nowhere.
  var linkHints: [String] {
    let header = LinkHeader(response.fields.values(of: "Link"))
    guard let target = header.target(of: "next"), origin(of: target) == nil else { return [] }
    return ["the Link field has rel=next, and its URL is none that can be requested"]
  }

  /// URLs in the body.
  var urlCandidates: [Candidate] {
    let saying = containers.flatMap { container in
      ["links", "_links"].compactMap { linkSet(container + [$0]) }
        + Self.urlNames.compactMap { url(at: container + [$0], saysSo: true) }
    }
    let plain = containers.flatMap { container in
      ["next", "next_page", "nextPage"].compactMap { url(at: container + [$0], saysSo: false) }
    }
    return saying + plain + [deltaLink].compactMap { $0 }
  }

  /// Names of members that can be nothing but a URL.
  private static let urlNames = [
    "@odata.nextLink", "odata.nextLink", "nextLink", "next_link", "next_url", "nextUrl", "nextURL",
    "next_page_url", "nextPageUrl", "nextPageURL", "nextRecordsUrl", "next_href",
  ]

  /// Links of JSON:API or HAL: one to the next page, or those that only pages have.
  private func linkSet(_ names: [String]) -> Candidate? {
    if let next = url(at: names + ["next"], saysSo: true) { return next }
    guard value(names + ["next"]) == nil,
      let other = ["prev", "previous", "last"].first(where: { value(names + [$0]) != nil })
    else { return nil }
    let path = JSONPath(names: names + ["next"])
    return Candidate(
      rule: .nextURL(path),
      reason: "\(JSONPath(names: names + [other])) is there without \(path): the last page")
  }

  /// A URL at the end of names, or the `null` that stands for none.
  ///
  /// Where the name does not say that there is a URL, what is there must look like one.
  private func url(at names: [String], saysSo: Bool) -> Candidate? {
    switch value(names) {
    case .string(let text)? where !text.isEmpty:
      guard saysSo || text.looksLikeURL, let place = origin(of: text) else { return nil }
      let path = JSONPath(names: names)
      return Candidate(rule: .nextURL(path), reason: "\(path) is a URL \(place)")
    case .object(let members)?:
      if case .string(let text)? = members["href"], let place = origin(of: text) {
        let path = JSONPath(names: names)
        return Candidate(rule: .nextURL(path), reason: "\(path).href is a URL \(place)")
      }
      guard members["link"] != nil else { return nil }
      return url(at: names + ["link"], saysSo: saysSo)
    case .null?, .string("")?:
      let path = JSONPath(names: names)
      guard saysSo || hasPagesBeside(names) else { return nil }
      return Candidate(rule: .nextURL(path), reason: "\(path) is empty: the last page")
    default: return nil
    }
  }

  /// Whether beside an empty `next` there is what is there beside a URL, and never beside a token.
  private func hasPagesBeside(_ names: [String]) -> Bool {
    let container = names.dropLast()
    func beside(_ name: String) -> JSON? { value(container + [name]) }
    for name in ["previous", "prev", "previous_page"] {
      switch beside(name) {
      case .null?:
        if case .array? = beside("results") { return true }
        return beside("count")?.count != nil || beside("total")?.count != nil
      case .string(let text)? where text.looksLikeURL: return true
      default: continue
      }
    }
    return ["limit", "offset", "total"].allSatisfy { beside($0)?.count != nil }
  }

  /// OData's link to later changes, which only the last page has.
  private var deltaLink: Candidate? {
    guard hasText("@odata.deltaLink"), value("@odata.nextLink") == nil else { return nil }
    return Candidate(
      rule: .nextURL(JSONPath(names: ["@odata.nextLink"])),
      reason: "$['@odata.deltaLink'] leads to later changes, not to a page: this is the last one")
  }

  /// Where a reference leads, in words; `nil` if nowhere.
  private func origin(of reference: String) -> String? {
    guard let url = try? URIReference.resolve(reference, against: response.url),
      let origin = HTTPOrigin(url)
    else { return nil }
    let isSame = request.url.flatMap { HTTPOrigin($0) } == origin
    return isSame
      ? "of the same origin"
      : "of another origin, \(origin), which HTTPOptions.origins must allow"
  }
}

extension String {
  /// Whether a text is a URL for HTTP, or a reference with a query.
  fileprivate var looksLikeURL: Bool {
    let text = prefix(8).lowercased()
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return true }
    return (text.hasPrefix("/") || text.hasPrefix("?")) && contains("?") && contains("=")
  }
}
