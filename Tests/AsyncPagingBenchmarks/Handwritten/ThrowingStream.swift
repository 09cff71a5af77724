// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The stream that people write: a task that fetches and yields, whether or not anybody reads.
///
/// - Parameter fetch: Fetches a page.
/// - Returns: The pages.
func streamedPages(_ fetch: @escaping Fetch) -> AsyncThrowingStream<PlainPage, any Error> {
  AsyncThrowingStream { continuation in
    let task = Task {
      do {
        var cursor: Int? = 0
        while let current = cursor {
          let page = try await fetch(current)
          continuation.yield(page)
          cursor = page.next
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
