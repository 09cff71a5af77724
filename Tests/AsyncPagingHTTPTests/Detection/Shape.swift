// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer of some API, and what is to be found in it.
struct Shape: Sendable, CustomTestStringConvertible {
  var name: String
  var body: String
  var fields: HTTPFields = [:]
  var query = ""

  /// The body of the request and its type.
  var sent: String?
  var sentType = "application/json"
  var status = 200

  /// The scheme and what follows `items:`; `nil` for unknown.
  var line: (scheme: String, items: String)?

  /// What the reasons must speak of.
  var reason: String?

  var testDescription: String { name }

  var request: URLRequest {
    get throws {
      var request = URLRequest(
        url: try #require(URL(string: "https://h.example/v1/list" + query)))
      if let sent {
        request.httpMethod = "POST"
        request.httpBody = Data(sent.utf8)
        request.setValue(sentType, forHTTPHeaderField: "Content-Type")
      }
      return request
    }
  }

  var response: HTTPResponse {
    get throws {
      HTTPResponse(
        status: status, fields: fields, body: Data(body.utf8),
        url: try #require(URL(string: "https://h.example/v1/list" + query)))
    }
  }

  var finding: SchemeFinding {
    get throws { SchemeFinding(examining: try response, to: try request) }
  }
}

extension Shape {
  static func found(
    _ name: String, _ body: String, _ scheme: String, _ items: String,
    fields: HTTPFields = [:], query: String = "", sent: String? = nil,
    sentType: String = "application/json", because reason: String? = nil
  ) -> Shape {
    Shape(
      name: name, body: body, fields: fields, query: query, sent: sent, sentType: sentType,
      line: (scheme, items), reason: reason)
  }

  static func unknown(
    _ name: String, _ body: String, status: Int = 200, fields: HTTPFields = [:],
    query: String = "", sent: String? = nil, because reason: String
  ) -> Shape {
    Shape(
      name: name, body: body, fields: fields, query: query, sent: sent, status: status,
      reason: reason)
  }
}
