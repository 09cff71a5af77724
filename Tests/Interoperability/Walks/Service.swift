// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that is up, and what it holds.
struct Service: Decodable, Sendable {
  let name: String
  let version: String
  let url: URL

  /// The titles by the name of the list, in the order in which the server should give them.
  let lists: [String: [String]]

  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// A request for a resource of the server.
  ///
  /// - Parameters:
  ///   - path: The path, without a slash at the front.
  ///   - parameters: The query, not encoded.
  /// - Returns: The request.
  func request(_ path: String, _ parameters: KeyValuePairs<String, String> = [:]) -> URLRequest {
    let unreserved = CharacterSet.alphanumerics.intersection(.init(charactersIn: "\0"..."\u{7F}"))
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
    let query = parameters.map { "\(encoded($0.key))=\(encoded($0.value))" }
    let end = query.isEmpty ? "" : "?" + query.joined(separator: "&")
    guard let url = URL(string: "\(url)/\(path)\(end)") else {
      preconditionFailure("\(path) makes no URL")
    }
    return URLRequest(url: url)
  }

  /// A request that posts JSON.
  ///
  /// - Parameters:
  ///   - path: The path, without a slash at the front.
  ///   - body: The JSON.
  /// - Returns: The request.
  func post(_ path: String, _ body: String) -> URLRequest {
    var request = request(path)
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
  }
}
