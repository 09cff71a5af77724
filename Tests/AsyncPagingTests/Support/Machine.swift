// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension FeedMachine {
  /// A machine whose first page is in, with two items, the next cursor 1 and a previous one.
  static func loaded(previous: PageWalk.Next? = nil, rules: Rules = Rules()) -> FeedMachine {
    var machine = FeedMachine(rules: rules)
    _ = machine.handle(.call(0, .load(.refresh)))
    _ = machine.handle(
      .arrived(1, PageWalk.Arrival(itemCount: 2, next: .cursor(1)), previous: previous))
    return machine
  }
}

extension [FeedMachine.Effect] {
  /// The requests among them.
  var starts: [FeedMachine.Request] {
    compactMap { if case .start(let request) = $0 { request } else { nil } }
  }

  /// The attempts that are stopped.
  var stops: [Int] {
    compactMap { if case .stop(let attempt) = $0 { attempt } else { nil } }
  }

  /// Who gets what.
  var answers: [Int: FeedMachine.Answer] {
    reduce(into: [:]) { if case .resume(let waiter, let answer) = $1 { $0[waiter] = answer } }
  }
}
