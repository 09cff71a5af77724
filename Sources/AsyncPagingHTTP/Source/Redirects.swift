// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPExchange {
  /// The request that a redirect asks for (RFC 9110, section 15.4).
  ///
  /// - Parameters:
  ///   - answered: An answer.
  ///   - request: What it answers.
  /// - Returns: What to send instead, or `nil` if it is no redirect.
  /// - Throws: ``HTTPError`` if it leads to where it must not.
  func redirect(of answered: Answered, to request: URLRequest) throws(HTTPError) -> URLRequest? {
    let response = answered.response
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.fields.values(of: "Location").first
    else { return nil }
    do throws(HTTPError) {
      let url = try URIReference.resolve(location, against: response.url)
      try options.origins.check(url, from: home)
      var target = request
      target.url = url
      // Every client turns a POST into a GET there; 307 and 308 are for those that must not.
      let method = request.httpMethod ?? "GET"
      if response.status == 303 && method != "HEAD" || response.status < 303 && method == "POST" {
        target.httpMethod = "GET"
        target.httpBody = nil
        target.setValue(nil, forHTTPHeaderField: "Content-Type")
        target.setValue(nil, forHTTPHeaderField: "Content-Length")
      }
      return target
    } catch {
      throw error.about(request).about(response, answered.request, options)
    }
  }
}

extension URLRequest {
  /// The request with no more than what says what kind of answer is wanted.
  ///
  /// What is in the other fields may be a credential whatever its name.
  var withoutPrivateFields: URLRequest {
    var request = self
    for name in (allHTTPHeaderFields ?? [:]).keys where !name.isHarmlessField {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    return request
  }
}
