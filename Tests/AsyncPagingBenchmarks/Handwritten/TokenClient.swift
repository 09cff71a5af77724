// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkPeers

/// The input of a call to a cloud service.
struct ListInput: TokenInput {
  /// Where the page begins; `nil` at the start.
  var token: Int?

  /// What else an input of such a call holds.
  var bucket = "measurements"
  var limit: Int? = 100

  func asking(for token: Int) -> ListInput {
    var copy = self
    copy.token = token
    return copy
  }
}

/// The output of such a call.
struct ListOutput: Sendable {
  /// The items of the page.
  var items: [Int]

  /// Where the next page begins.
  var nextToken: Int?
}

/// The pages of a service as its SDK gives them to an app.
///
/// - Parameters:
///   - count: How many pages there are.
///   - answering: When the service answers.
/// - Returns: The pages.
func tokenPages(_ count: Int, _ answering: Answering) -> TokenPages<ListInput, ListOutput> {
  TokenPages(input: ListInput(), inputToken: \.token, outputToken: \.nextToken) { input in
    if answering == .suspending { await Task.yield() }
    let cursor = input.token ?? 0
    return ListOutput(items: Answers.items, nextToken: Answers.next(after: cursor, of: count))
  }
}
