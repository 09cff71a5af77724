// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server without a network: a function from requests to answers, and a log.
final class StubTransport: HTTPTransport {
  private let log = Locked<[URLRequest]>([])
  private let answer: @Sendable (URLRequest, Int) async throws -> HTTPResponse

  /// Creates a server.
  ///
  /// - Parameter answer: Answers a request; the second argument is the number of the request, from
  ///   1.
  init(_ answer: @escaping @Sendable (URLRequest, Int) async throws -> HTTPResponse) {
    self.answer = answer
  }

  /// Creates a server that gives answers in order, and 599 when there are no more.
  convenience init(_ answers: HTTPResponse...) {
    self.init { request, number in
      number <= answers.count ? answers[number - 1] : .status(599, "unexpected request")
    }
  }

  /// The requests so far.
  var requests: [URLRequest] { log.withLock { $0 } }

  /// The URLs asked for so far.
  var urls: [String] { requests.map { $0.url?.absoluteString ?? "" } }

  @concurrent
  func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse {
    let number = log.withLock { log in
      log.append(request)
      return log.count
    }
    var response = try await answer(request, number)
    if response.url == HTTPResponse.nowhere, let url = request.url { response.url = url }
    return response
  }
}

extension HTTPResponse {
  /// The URL of an answer that came from where it was asked.
  static let nowhere = URL(fileURLWithPath: "/")

  /// A 200 with a body of JSON.
  static func json(_ body: String, _ fields: HTTPFields = [:]) -> HTTPResponse {
    HTTPResponse(status: 200, fields: fields, body: Data(body.utf8), url: nowhere)
  }

  /// Any status with a body.
  static func status(_ status: Int, _ body: String = "", _ fields: HTTPFields = [:]) -> HTTPResponse
  {
    HTTPResponse(status: status, fields: fields, body: Data(body.utf8), url: nowhere)
  }
}
