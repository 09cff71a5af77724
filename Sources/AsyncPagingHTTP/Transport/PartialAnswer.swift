// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answer to a request as it comes in.
struct PartialAnswer {
  /// A head, read once.
  private struct Head {
    let status: Int
    let fields: HTTPFields
    let url: URL?

    /// Reads a head; `nil` if it is none of HTTP.
    init?(_ response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return nil }
      status = response.statusCode
      fields = HTTPFields(response)
      url = response.url
    }
  }

  private let request: URLRequest
  private let url: URL

  /// The most bytes of its body.
  let bodyLimit: Int

  private var head: Head?
  private var body = Data()

  init(to request: URLRequest, at url: URL, bodyLimit: Int) {
    self.request = request
    self.url = url
    self.bodyLimit = bodyLimit
  }

  /// Takes the next news in.
  ///
  /// - Returns: The answer once it is complete.
  /// - Throws: ``HTTPError`` when it will be none.
  mutating func add(_ news: Exchange.News) throws(HTTPError) -> HTTPResponse? {
    switch news {
    case .head(let response):
      head = Head(response)
      if let length = announcedLength, length > bodyLimit { throw tooLarge("\(length)") }
      return nil
    case .body(let part):
      body.append(part)
      return nil
    case .excess:
      throw tooLarge("more")
    case .end(_, let error?):
      throw HTTPError(transport: error)
    case .end(let response, nil):
      return try whole(head ?? response.flatMap(Head.init))
    }
  }

  private func whole(_ head: Head?) throws(HTTPError) -> HTTPResponse {
    guard let head else {
      throw HTTPError(.noAnswer, "there was no head of an answer", retryAdvice: .retry)
    }
    // The session ought to notice; not every one does.
    if head.fields["Content-Encoding"] == nil, let length = announcedLength, body.count < length {
      throw HTTPError(
        .noAnswer, "the body is cut short: \(body.count) of \(length) bytes came",
        retryAdvice: .retry)
    }
    return HTTPResponse(
      status: head.status, fields: head.fields, body: body, url: head.url ?? url)
  }

  /// The length of the body that the head speaks of; `nil` if it says none, or speaks of a body
  /// that does not come.
  private var announcedLength: Int? {
    guard let head, request.httpMethod != "HEAD", ![204, 304].contains(head.status) else {
      return nil
    }
    return head.fields["Content-Length"].flatMap { Int($0) }
  }

  private func tooLarge(_ size: String) -> HTTPError {
    HTTPError(
      .bodyTooLarge,
      "the body has \(size) bytes where \(bodyLimit) are allowed; ask for smaller"
        + " pages or raise the limit", retryAdvice: .never)
  }
}

extension HTTPFields {
  /// The fields as the session knows them, by name, because it forgets their order.
  fileprivate init(_ head: HTTPURLResponse) {
    let lines = head.allHeaderFields.compactMap { name, value -> Line? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return Line(
        name: name, value: value.isTrimmed ? value : value.trimmingCharacters(in: .whitespaces))
    }
    self.init(lines.sorted { $0.name < $1.name })
  }
}

extension String {
  /// Whether it begins and ends with visible ASCII, as nearly all values do: to trim a text takes
  /// longer than everything else about it.
  fileprivate var isTrimmed: Bool {
    [utf8.first, utf8.last].allSatisfy { byte in byte.map { (0x21...0x7E).contains($0) } ?? true }
  }
}
