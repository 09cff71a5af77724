// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting

/// An error that the default policy tries again.
struct Offline: Error, Equatable {}

/// An error that says how to deal with it.
struct Advising: RetryAdvising, Equatable {
  var retryAdvice: RetryAdvice
}

typealias Script = ScriptedSource<Int, String>
typealias Step = ScriptStep<Int, String>

extension FeedConfiguration {
  /// One attempt a page, so that a failure is seen at once.
  static var once: FeedConfiguration { FeedConfiguration(retry: .never) }
}

extension Script {
  /// Three pages of two items: 1, 2 – 3, 4 – 5, 6.
  static func threePages() -> Script {
    Script([
      nil: [.page([1, 2], next: "a")],
      "a": [.page([3, 4], next: "b")],
      "b": [.page([5, 6])],
    ])
  }
}

/// The code of the error that a call throws, or `nil` when it throws none.
func code<Value>(
  of body: () async throws(FeedError) -> Value
) async -> FeedError.Code? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error.code
  }
}

extension Result where Failure == any Error {
  /// The code of the feed's error, or `nil` for a success or another error.
  var code: FeedError.Code? {
    switch self {
    case .success: nil
    case .failure(let error): (error as? FeedError)?.code
    }
  }
}
