// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the header fields of an answer say about one quota of the server.
public struct RateLimitState: Sendable, Hashable {
  /// The name that the server gave to the quota, if it has several.
  public var name: String?

  /// How many requests the quota has in its window.
  public var limit: Int?

  /// How many of them are left.
  public var remaining: Int?

  /// How long it takes from the answer until the quota is whole again.
  public var resetAfter: Duration?

  /// How long the window of the quota is.
  public var window: Duration?

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - name: The name of the quota. Default: not said.
  ///   - limit: How many requests the quota has. Default: not said.
  ///   - remaining: How many are left. Default: not said.
  ///   - resetAfter: The time until the quota is whole again. Default: not said.
  ///   - window: The length of its window. Default: not said.
  public init(
    name: String? = nil, limit: Int? = nil, remaining: Int? = nil, resetAfter: Duration? = nil,
    window: Duration? = nil
  ) {
    self.name = name
    self.limit = limit
    self.remaining = remaining
    self.resetAfter = resetAfter
    self.window = window
  }
}
