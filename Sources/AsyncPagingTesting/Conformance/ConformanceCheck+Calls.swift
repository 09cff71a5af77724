// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

extension ConformanceCheck {
  /// The pages that are asked for again: the first, the second, one in the middle, the last.
  private var sample: [Int] {
    let last = visits.count - 1
    return Set([0, min(1, last), last / 2, last]).sorted()
  }

  /// Asks for pages again, one by one.
  mutating func askAgain() async {
    for number in sample {
      let visit = visits[number]
      guard let again = await ask(visit.request.cursor, page: number) else {
        fail(.sameAnswer, "page \(number) could not be had again")
        continue
      }
      visits[number].duration = min(visit.duration, again.duration)
      if let difference = difference(visit.page, again.page) {
        fail(.sameAnswer, "page \(number) has \(difference) when it is asked for again")
      }
    }
  }

  /// Asks for pages at the same time, each at least twice.
  mutating func askTogether() async {
    let numbers = sample.flatMap { [$0, $0] }
    var asked = 0
    while asked < max(numbers.count, options.concurrency) {
      let round = (asked..<asked + options.concurrency).map { numbers[$0 % numbers.count] }
      var calls: [(number: Int, call: Call<Answer>)] = []
      for number in round { calls.append((number, call(visits[number].request))) }
      for (number, call) in calls {
        switch await outcome(of: call) {
        case .success(let answer)?:
          visits[number].duration = min(visits[number].duration, answer.duration)
          if let difference = difference(visits[number].page, answer.page) {
            fail(
              .concurrency,
              "page \(number) has \(difference) when \(round.count) calls come at the same time")
          }
        case .failure(let error)?:
          fail(
            .concurrency,
            "page \(number): \(type(of: error)) when \(round.count) calls come at the same time")
        case nil:
          fail(
            .concurrency,
            """
            page \(number) was not answered within \(options.patience) when \(round.count) calls \
            came at the same time
            """)
        }
      }
      guard !report.findings.contains(where: { $0.rule == .concurrency }) else { return }
      asked += round.count
    }
  }

  /// In what two answers to the same request differ; `nil` if they do not.
  private func difference(
    _ first: Page<Item, Cursor>, _ second: Page<Item, Cursor>
  ) -> String? {
    if first.items.count != second.items.count {
      return "\(second.items.count) items instead of \(first.items.count)"
    }
    if let identity, !identity.areEqual(first.items, second.items) { return "other items" }
    if first.next != second.next { return "another next cursor" }
    if first.previous != second.previous { return "another previous cursor" }
    if first.endReason != second.endReason || first.hasNext != second.hasNext {
      return "another end"
    }
    return nil
  }

  // MARK: - Cancellation

  /// Faster answers say nothing: they may have been there already.
  private static var shortestWait: Duration { .milliseconds(50) }

  /// Cancels a call half-way, and one before it has begun.
  mutating func cancelCall() async {
    guard let visit = sample.map({ visits[$0] }).max(by: { $0.duration < $1.duration }) else {
      return
    }
    var shortest = max(Self.shortestWait, await idleDuration() * 10)
    for pause in visit.duration >= shortest ? [.zero, visit.duration / 2] : [Duration.zero] {
      let call = call(visit.request)
      if pause > .zero { try? await options.clock.sleep(for: pause) }
      guard !call.isOver else {
        remark(.cancellation, "a call was answered before it could be cancelled")
        continue
      }
      call.cancel()
      let outcome = await outcome(of: call)
      shortest = max(shortest, await idleDuration() * 10)
      switch outcome {
      case .failure?: break
      case .success(let answer)? where min(answer.duration, visit.duration) < shortest:
        remark(.cancellation, "the answer comes too fast to tell: a cancelled call was answered")
      case .success(let answer)?:
        fail(
          .cancellation,
          """
          a call that was cancelled went on to its answer (\(answer.duration)): hand the \
          cancellation on to what it waits for
          """)
      case nil:
        fail(
          .cancellation, "a call that was cancelled has not returned within \(options.patience)")
      }
      guard !report.findings.contains(where: { $0.rule == .cancellation }) else { return }
    }
  }

  /// How long a call takes that waits for nothing but its turns: what a busy machine adds to a
  /// source's own time.
  private func idleDuration() async -> Duration {
    var longest = Duration.zero
    for _ in 0..<3 {
      let start = now()
      await Task(name: "conformance: idle call") { for _ in 0..<4 { await Task.yield() } }.value
      longest = max(longest, now() - start)
    }
    return longest
  }
}
