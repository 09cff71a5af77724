// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What sends a request and brings the answer.
///
/// A transport follows no redirects, answers nothing from a cache, keeps no cookies and adds no
/// credentials: the source decides about all of them. It is shared by many tasks at the same time.
public protocol HTTPTransport: Sendable {
  /// Sends one request.
  ///
  /// It returns soon after the task was cancelled, whatever becomes of the request.
  ///
  /// - Parameters:
  ///   - request: What to send; its `timeoutInterval` is the longest time without news.
  ///   - bodyLimit: The most bytes that the body of the answer may have.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/bodyTooLarge`` as soon as a body is
  ///   known to be larger; `CancellationError` when the task was cancelled; any other error when
  ///   there was no whole answer.
  @concurrent
  func response(to request: URLRequest, bodyLimit: Int) async throws -> HTTPResponse
}
