// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Arguments {
  /// The request for the first page.
  ///
  /// - Parameter environment: The variables of the environment.
  /// - Returns: The request, without any parameter of paging.
  /// - Throws: ``UsageError`` that quotes no value of a field.
  func request(environment: [String: String]) throws(UsageError) -> URLRequest {
    var request = URLRequest(url: url)
    request.timeoutInterval = timeout / .seconds(1)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let data {
      request.httpMethod = "POST"
      request.httpBody = Data(try Self.text(data, of: "--data").utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    if let fields = environment["PAGES_HEADER"] {
      try request.addFields(fields, from: "PAGES_HEADER")
    }
    for header in headers {
      try request.addFields(try Self.text(header, of: "--header"), from: "--header")
    }
    return request
  }

  /// How the source behaves.
  func options() -> HTTPOptions {
    var options = HTTPOptions()
    // Without a rate it still waits for what the server says about its limits.
    options.limiter =
      rate.map { RateLimiter($0, longestWait: longestWait) }
      ?? RateLimiter(longestWait: longestWait)
    if !hosts.isEmpty { options.origins = .hosts(hosts) }
    return options
  }

  /// A value, or what is in the file that it names with an `@`.
  private static func text(_ value: String, of option: String) throws(UsageError) -> String {
    guard value.hasPrefix("@") else { return value }
    let path = String(value.dropFirst())
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw UsageError("\(option): the file '\(path)' cannot be read as text")
    }
  }
}

extension URLRequest {
  /// Sets the fields of a text with one a line.
  fileprivate mutating func addFields(_ text: String, from source: String) throws(UsageError) {
    for line in text.split(whereSeparator: \.isNewline) {
      let name = line.prefix { $0 != ":" }
      let isName =
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      guard isName, name.endIndex < line.endIndex else {
        throw UsageError("\(source): a line is not 'NAME: VALUE' (its text is not shown)")
      }
      let value = line[line.index(after: name.endIndex)...]
      setValue(value.trimmingCharacters(in: .whitespaces), forHTTPHeaderField: String(name))
    }
  }
}
