// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPError {
  /// This error with the request that it is about.
  func about(_ request: URLRequest) -> HTTPError {
    var error = self
    error.request = error.request ?? request.redactedDescription
    return error
  }

  /// This error with the answer and the request that it is about.
  func about(_ response: HTTPResponse, _ request: URLRequest, _ options: HTTPOptions) -> HTTPError {
    var error = about(request)
    error.status = error.status ?? response.status
    error.fields = HTTPFields(response.fields.lines.filter(\.isOfInterest))
    error.excerpt = response.excerpt(options.excerptLength, for: error, on: request)
    return error
  }
}

extension HTTPFields.Line {
  /// Whether the field helps a person and holds no secret.
  fileprivate var isOfInterest: Bool {
    let name = self.name.lowercased()
    return ["retry-after", "date", "content-type", "content-length"].contains(name)
      || name.contains("ratelimit") || name.contains("rate-limit") || name.hasSuffix("request-id")
  }
}

extension HTTPError {
  /// This error without the texts of a cursor, wherever they have got to, and without what the
  /// user's own request says.
  func hiding(_ cursor: HTTPCursor?, _ request: URLRequest) -> HTTPError {
    var error = self
    let secrets = cursor?.value.secrets ?? []
    error.request = error.request.map { $0.hiding(secrets) }
    error.detail = error.detail.hiding(secrets)
    error.excerpt = error.excerpt.map { $0.hiding(secrets + request.secrets) }
    return error
  }
}

extension HTTPResponse {
  /// The beginning of a body that is text, without what the request says.
  ///
  /// A good answer with JSON in it holds items and cursors: there is no excerpt of it, but where
  /// the user's own check has turned it down.
  ///
  /// - Parameters:
  ///   - length: How many characters at most.
  ///   - error: What the excerpt is for.
  ///   - request: What the response answers.
  /// - Returns: The text; `nil` if there is none.
  fileprivate func excerpt(_ length: Int, for error: HTTPError, on request: URLRequest) -> String? {
    guard length > 0, !(200..<300).contains(status) || error.code == .rejected || !looksLikeJSON
    else { return nil }
    let text = String(decoding: body.prefix(16_384), as: UTF8.self)
    guard !text.isEmpty, body.count > 16_384 || String(data: body, encoding: .utf8) != nil else {
      return nil
    }
    // Texts as long as a token are one, whatever they are for.
    let plain = text.hiding(request.secrets)
      .replacing(/[A-Za-z0-9+\/=_-]{40,}/) { _ in "…" }
      .replacing(/(?i)\b(bearer|basic|token)[ =:]+[^\s"',;]+/) { "\($0.1) …" }
    return plain.count > length ? "\(plain.prefix(length))…" : plain
  }

  private var looksLikeJSON: Bool {
    let first = json.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
