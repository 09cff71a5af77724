// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where answers are kept between loads, so that a page which has not changed costs a 304.
///
/// A store keeps what it wants for as long as it wants: a page that it has forgotten is asked for
/// as if there had never been one. The keys are digests of whole requests, credentials among them,
/// so pages of two users have two keys; all have the same length and can be file names.
///
/// It is shared by many tasks at the same time.
public protocol HTTPPageStore: Sendable {
  /// The page that is kept for a key.
  ///
  /// - Parameter key: The key of the request.
  /// - Returns: The page, or `nil` if there is none.
  func stored(for key: String) async -> StoredPage?

  /// Keeps a page in place of the one that was there, or does not.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: The key of the request.
  func store(_ page: StoredPage, for key: String) async
}
