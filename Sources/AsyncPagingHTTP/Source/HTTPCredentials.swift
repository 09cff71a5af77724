// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What proves to a server who is asking, where that changes with time.
///
/// Fields that stay the same can simply be in the request.
public protocol HTTPCredentials: Sendable {
  /// Adds them to a request.
  ///
  /// It is called for each request to the origin of the user's own, and for no other.
  ///
  /// - Parameter request: What is about to be sent.
  /// - Returns: The request with credentials.
  /// - Throws: Any error; the page is not asked for then.
  @concurrent
  func authorize(_ request: URLRequest) async throws -> URLRequest

  /// Gets new ones after a 401, once for each page asked for.
  ///
  /// Several tasks may call it at once; it is up to the credentials to refresh only once.
  ///
  /// - Parameter refused: The request that was refused, with the credentials that it had: if there
  ///   are newer ones already, nothing need be done.
  /// - Returns: Whether to try again.
  /// - Throws: Any error; it becomes the underlying one of ``HTTPError/Code/unauthorized``.
  @concurrent
  func refresh(after refused: URLRequest) async throws -> Bool
}
