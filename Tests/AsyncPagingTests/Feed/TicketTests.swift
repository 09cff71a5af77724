// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Testing

@Suite(.tags(.coalescing), .timeLimit(.minutes(10)))
struct TicketTests {
  private static let answer = FeedAnswer(FeedError(code: .closed))

  @Test("an answer that comes before its waiter waits is there for it")
  func answerFirst() async {
    let ticket = Ticket()
    ticket.give(Self.answer)
    #expect(await ticket.wait() === Self.answer)
  }

  @Test("a waiter and its answer meet, whichever comes first")
  func race() async {
    for _ in 0..<2_000 {
      let ticket = Ticket()
      async let got = ticket.wait()
      ticket.give(Self.answer)
      #expect(await got === Self.answer)
    }
  }
}
