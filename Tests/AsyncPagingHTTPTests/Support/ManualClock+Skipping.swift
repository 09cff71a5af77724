// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting

extension ManualClock {
  /// Runs something that sleeps on this clock, one sleep at a time, without waiting.
  ///
  /// - Parameter body: What sleeps.
  /// - Returns: What it returned, and how long each sleep was.
  func skippingSleeps<Result: Sendable>(
    of body: () async -> Result
  ) async -> (result: Result, sleeps: [Duration]) {
    let skipper = Task(name: "skips the sleeps") {
      var sleeps: [Duration] = []
      while let sleep = try? await nextSleep() {
        sleeps.append(sleep)
        await advance(by: sleep)
      }
      return sleeps
    }
    let result = await body()
    skipper.cancel()
    return (result, await skipper.value)
  }
}
