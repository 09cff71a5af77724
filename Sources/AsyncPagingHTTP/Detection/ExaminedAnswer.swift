// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer that was read, with what is needed to find its scheme.
struct ExaminedAnswer {
  /// Why an answer cannot be examined.
  struct Obstacle: Error {
    let reason: String

    /// What to do.
    let advice: String
  }

  /// A scheme that fits.
  struct Candidate {
    var rule: SchemeRule
    var reason: String

    /// Where the items are, if the scheme says so and the shape need not be asked.
    var items: ItemPlace?
  }

  let response: HTTPResponse
  let request: URLRequest

  /// The body.
  let root: JSON
  let list: RecordList

  /// The body of the request, if it is JSON.
  let requestBody: JSON?

  /// The body of the request, if it is a form.
  private let requestForm: FormText?

  /// Reads an answer.
  static func examining(
    _ response: HTTPResponse, to request: URLRequest, limits: HTTPLimits
  ) -> Result<Self, Obstacle> {
    guard (200..<300).contains(response.status) else {
      return .failure(
        Obstacle(
          reason: "the answer has the status \(response.status)",
          advice: "examine the answer to a request that succeeds"))
    }
    guard !response.body.isEmpty else {
      return .failure(
        Obstacle(
          reason: "there is no body",
          advice: "that may be all there is; examine an answer that has items"))
    }
    let json = response.json
    do throws(HTTPError) {
      try limits.check(nesting: json)
    } catch {
      return .failure(
        Obstacle(reason: error.detail, advice: "raise HTTPLimits.nesting if that is meant to be"))
    }
    guard let root = try? JSON.value(in: json) else {
      let hasLink = LinkHeader(response.fields.values(of: "Link")).target(of: "next") != nil
      return .failure(
        Obstacle(
          reason: "the body is no JSON" + (hasLink ? "; the Link field has rel=next" : ""),
          advice:
            "write HTTPPageSource(\(hasLink ? SchemeRule.linkHeader.code : "…"), request: request, "
            + "decode: …, items: …) with a function that decodes it"))
    }
    return .success(Self(root, response, request))
  }

  private init(_ root: JSON, _ response: HTTPResponse, _ request: URLRequest) {
    self.root = root
    self.response = response
    self.request = request
    list = RecordList(in: root)
    let type = request.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    requestForm = isForm ? try? FormText(body: request.httpBody) : nil
    requestBody =
      isForm ? nil : request.httpBody.flatMap { try? JSON.value(in: $0) }
  }

  /// The schemes that fit, the best first.
  var candidates: [Candidate] {
    linkCandidates + urlCandidates + cursorCandidates + queryCandidates + rangeCandidates
      + pageCandidates + offsetCandidates
  }
}

extension ExaminedAnswer {
  /// The value at the end of names; `nil` if there is none.
  func value(_ names: [String]) -> JSON? { JSONPath(names: names).value(in: root) }

  /// The value at the end of names; `nil` if there is none.
  func value(_ names: String...) -> JSON? { value(names) }

  /// Whether there is a text that is not empty at the end of names.
  func hasText(_ names: String...) -> Bool {
    if case .string(let text)? = value(names) { !text.isEmpty } else { false }
  }

  /// Objects in which APIs put what they say about pages, the answer itself first; those of them
  /// that are there.
  var containers: [[String]] {
    var all: [[String]] = [
      [], ["meta"], ["_meta"], ["metadata"], ["pagination"], ["paging"], ["page"], ["info"],
      ["page_info"], ["response"], ["meta", "pagination"], ["meta", "page"],
    ]
    if case .one(let place, _) = list, let names = place.path.names, !names.isEmpty {
      let parent = Array(names.dropLast())
      if !all.contains(parent) { all.append(parent) }
    }
    return all.filter { if case .object? = value($0) { true } else { false } }
  }

  /// What the request says for a parameter, and where; `nil` if it has none of the name.
  func parameter(_ name: String) -> (place: SchemeRule.Place, value: JSON)? {
    if let url = request.url, let text = QueryEditor.value(of: name, in: url) {
      return (.query(name), .string(text))
    }
    if let text = requestForm?.value(of: name) { return (.form(name), .string(text)) }
    let path = JSONPath(names: [name])
    return requestBody.flatMap { path.value(in: $0) }.map { (.body(path), $0) }
  }

  /// Where a parameter goes: where it is, or with the others of the request.
  func place(_ name: String) -> SchemeRule.Place {
    if let (place, _) = parameter(name) { return place }
    if requestForm != nil { return .form(name) }
    if case .object? = requestBody { return .body(JSONPath(names: [name])) }
    return .query(name)
  }
}
