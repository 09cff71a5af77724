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

  /// Cancels a call as soon as it is made, and another one half-way.
  mutating func cancelCall() async {
    guard let visit = sample.map({ visits[$0] }).max(by: { $0.duration < $1.duration }) else {
      return
    }
    let grace = await currentGrace()
    for pause in visit.duration / 2 >= grace ? [.zero, visit.duration / 2] : [Duration.zero] {
      let call = call(visit.request)
      if pause > .zero { try? await options.clock.sleep(for: pause) }
      guard !call.isOver else {
        remark(.cancellation, "a call was answered before it could be cancelled")
        continue
      }
      let cancelled = now()
      call.cancel()
      let outcome = await outcome(of: call)
      await judge(outcome, cancelledAt: cancelled, usuallyLeft: visit.duration - pause, grace)
      guard !report.findings.contains(where: { $0.rule == .cancellation }) else { return }
    }
  }

  /// Judges how a cancelled call ended, by what was seen.
  ///
  /// An answer may have been there already when the cancellation came, so it is one only if it came
  /// later than the grace, as it would have without a busy machine.
  private mutating func judge(
    _ outcome: Call<Answer>.Outcome?, cancelledAt cancelled: Duration,
    usuallyLeft: Duration, _ earlierGrace: Duration
  ) async {
    let end = now()
    let grace = max(earlierGrace, await currentGrace())
    switch outcome {
    case .failure?:
      guard end - cancelled > grace else { break }
      remark(
        .cancellation, "a call that was cancelled ended \(end - cancelled) later, with an error")
    case .success(let answer)? where min(answer.end - cancelled, usuallyLeft) < grace:
      remark(
        .cancellation,
        """
        a call that was cancelled was answered: too soon to tell whether it notices, the answer may \
        have been there
        """)
    case .success(let answer)?:
      fail(
        .cancellation,
        """
        a call that was cancelled did not end within \(grace): it was answered \
        \(answer.end - cancelled) later; hand the cancellation on to what it waits for
        """)
    case nil:
      fail(.cancellation, "a call that was cancelled did not end within \(options.patience)")
    }
  }

  /// How long a cancelled call may go on to its answer on this machine, as busy as it is now.
  private func currentGrace() async -> Duration {
    max(options.cancellationGrace, await idleDuration() * 10)
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
