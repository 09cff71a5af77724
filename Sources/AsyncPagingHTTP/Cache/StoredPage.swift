// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An answer that can be asked about again: whether it is still the same.
public struct StoredPage: Sendable, Hashable {
  /// The answer, without the fields that are about its own time only: cookies, rate limits.
  public let response: HTTPResponse

  /// The `ETag`, byte for byte, if there is one.
  public let entityTag: String?

  /// The `Last-Modified`, byte for byte, if there is one.
  public let lastModified: String?

  /// Creates a page from an answer; stores that read one from a file do.
  ///
  /// There is none, but `nil`, if the answer has neither an `ETag` nor a `Last-Modified`.
  ///
  /// - Parameter response: The answer.
  public init?(_ response: HTTPResponse) {
    entityTag = response.fields.validator("ETag")
    lastModified = response.fields.validator("Last-Modified")
    guard entityTag != nil || lastModified != nil else { return nil }
    var response = response
    response.fields = HTTPFields(response.fields.lines.filter { !Self.isMomentary($0.name) })
    self.response = response
  }

  /// Whether a field must not come back with a later answer that lacks it.
  private static func isMomentary(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "retry-after" || name.hasPrefix("set-cookie") || name.contains("ratelimit")
      || name.contains("rate-limit")
  }
}

extension HTTPFields {
  /// A validator that can be sent back: one line, not empty, without control characters.
  fileprivate func validator(_ name: String) -> String? {
    let values = values(of: name)
    guard let value = values.first, values.count == 1, !value.isEmpty,
      value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return value
  }
}
