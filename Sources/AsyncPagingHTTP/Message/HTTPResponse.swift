// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a server answered: the head and the whole body.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code, such as 200.
  public var status: Int

  /// The header fields.
  public var fields: HTTPFields

  /// The body; empty if there was none.
  public var body: Data

  /// Where the answer came from, after redirects: the base of relative references in it.
  public var url: URL

  /// Creates a response; transports and tests do.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - fields: The header fields. Default: none.
  ///   - body: The body. Default: empty.
  ///   - url: Where the answer came from.
  public init(status: Int, fields: HTTPFields = HTTPFields(), body: Data = Data(), url: URL) {
    self.status = status
    self.fields = fields
    self.body = body
    self.url = url
  }
}
