// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.retry), .timeLimit(.minutes(10)))
struct RetryBudgetTests {
  @Test(
    "N102: a retry takes its cost, success gives it back, failure does not",
    arguments: Way.allCases)
  func costAndRefund(way: Way) async {
    let budget = RetryBudget(capacity: 500, cost: 14)
    let seen = Notebook<Int>()
    let source = ScriptedSource<Int, String> { request, count in
      seen.note(budget.tokens)
      if request.cursor == nil { return count == 1 ? .failure(Offline()) : .page([1], next: "a") }
      return .failure(Offline())
    }
    let trace = await walk(
      source, way, Self.configuration(budget, attempts: 2), clock: SkippingClock())
    #expect(trace.items == [1])
    #expect(trace.error?.code == .retriesExhausted)
    #expect(seen.entries == [500, 486, 500, 486])
    #expect(budget.tokens == 486)
  }

  @Test(
    "N103: a retry that the budget does not cover is refused although attempts remain",
    arguments: Way.allCases)
  func refused(way: Way) async {
    let budget = RetryBudget(capacity: 20, cost: 14)
    let source = Script([nil: [.failure(Offline())]])
    let clock = SkippingClock()
    let trace = await walk(source, way, Self.configuration(budget, attempts: 5), clock: clock)
    #expect(trace.error?.code == .retryBudgetExhausted)
    #expect(trace.error?.attempts == 2)
    #expect(trace.error?.underlying is Offline)
    #expect(await source.log.count == 2)
    #expect(clock.sleeps.count == 1)
    #expect(budget.tokens == 6)
  }

  @Test(
    "N104: a success at the first attempt gives one back, and never above the capacity",
    arguments: Way.allCases)
  func refund(way: Way) async {
    let budget = RetryBudget(capacity: 20, cost: 14)
    let configuration = Self.configuration(budget, attempts: 2)
    _ = await walk(Script([nil: [.failure(Offline())]]), way, configuration, clock: SkippingClock())
    #expect(budget.tokens == 6)
    _ = await walk(Script.threePages(), way, configuration)
    #expect(budget.tokens == 9)
    for _ in 0..<10 { _ = await walk(Script.threePages(), way, configuration) }
    #expect(budget.tokens == 20)
  }

  @Test("N104: the refund is the budget's", arguments: [0, 1, 7, 100])
  func refundAmount(refund: Int) async {
    let budget = RetryBudget(capacity: 50, cost: 40, refund: refund)
    let configuration = Self.configuration(budget, attempts: 2)
    _ = await walk(
      Script([nil: [.failure(Offline())]]), .unshared, configuration, clock: SkippingClock())
    _ = await walk(Script([nil: [.page([1])]]), .unshared, configuration)
    #expect(budget.tokens == min(50, 10 + refund))
  }

  @Test(
    "N104: a success after several retries gives back what the last one took",
    arguments: Way.allCases)
  func refundAfterRetries(way: Way) async {
    let budget = RetryBudget(capacity: 100, cost: 10, hintedCost: 3)
    let source = Script([
      nil: [
        .failure(Offline()), .failure(Advising(retryAdvice: .retryAfter(.seconds(1)))), .page([1]),
      ]
    ])
    let configuration = Self.configuration(budget, attempts: 3)
    _ = await walk(source, way, configuration, clock: SkippingClock())
    #expect(budget.tokens == 90)
  }

  @Test("N105: a retry that the server asked for has a price of its own", arguments: Way.allCases)
  func hintedCost(way: Way) async {
    let budget = RetryBudget(capacity: 500, cost: 14, hintedCost: 5)
    let source = Script([nil: [.failure(Advising(retryAdvice: .retryAfter(.seconds(1))))]])
    let configuration = Self.configuration(budget, attempts: 2)
    _ = await walk(source, way, configuration, clock: SkippingClock())
    #expect(budget.tokens == 495)
  }

  @Test("N106: each server can have a budget of its own")
  func separate() async {
    let (first, second) = (RetryBudget(capacity: 20), RetryBudget(capacity: 20))
    let source = Script([nil: [.failure(Offline())]])
    _ = await walk(source, .feed, Self.configuration(first, attempts: 5), clock: SkippingClock())
    #expect(first.tokens == 6)
    #expect(second.tokens == 20)
  }

  @Test("N107: as a breaker it opens at its floor; a final answer counts as a success")
  func breaker() async {
    let budget = RetryBudget(capacity: 100, cost: 10, floor: 50)
    let configuration = Self.configuration(budget, attempts: 100)
    let outage = Script([nil: [.failure(Offline())]])
    let trace = await walk(outage, .unshared, configuration, clock: SkippingClock())
    #expect(trace.error?.code == .retryBudgetExhausted)
    #expect(await outage.log.count == 6)
    #expect(budget.tokens == 50)
    let again = await walk(outage, .unshared, configuration, clock: SkippingClock())
    #expect(again.error?.attempts == 1)
    let refused = Script([nil: [.failure(Advising(retryAdvice: .never))]])
    for _ in 0..<10 { _ = await walk(refused, .unshared, configuration) }
    #expect(budget.tokens == 60)
    let last = await walk(outage, .unshared, configuration, clock: SkippingClock())
    #expect(last.error?.attempts == 2)
  }

  @Test("G7: an outage is not multiplied by the number of feeds", arguments: Way.allCases)
  func outage(way: Way) async {
    let budget = RetryBudget(capacity: 42, cost: 14)
    let source = Script([nil: [.failure(Offline())]])
    for _ in 0..<10 {
      let trace = await walk(
        source, way, Self.configuration(budget, attempts: 10), clock: SkippingClock())
      #expect(trace.error != nil)
    }
    #expect(await source.log.count == 10 + 3)
    #expect(budget.tokens == 0)
  }

  @Test("G7: without a budget nothing but the attempts limits the retries", arguments: Way.allCases)
  func withoutBudget(way: Way) async {
    let source = Script([nil: [.failure(Offline())]])
    let policy = RetryPolicy(maxAttempts: 50, backoff: .constant(.seconds(1)))
    let trace = await walk(source, way, FeedConfiguration(retry: policy), clock: SkippingClock())
    #expect(trace.error?.attempts == 50)
  }

  @Test(
    "N109 G7: a burst never takes the budget below nothing, and every token is accounted for",
    arguments: [0, 30])
  func burst(floor: Int) async {
    let budget = RetryBudget(capacity: 1000, cost: 7, refund: 0, floor: floor)
    let levels = Notebook<Int>()
    let outage = ScriptedSource<Int, String> { _, _ in
      levels.note(budget.tokens)
      return .failure(Offline())
    }
    let configuration = Self.configuration(budget, attempts: 20)
    await withDiscardingTaskGroup { group in
      for index in 0..<40 {
        group.addTask {
          _ = await walk(
            outage, Way.allCases[index % 3], configuration, clock: SkippingClock())
        }
      }
    }
    let retries = await outage.log.count - 40
    #expect(levels.entries.allSatisfy { (floor...1000).contains($0) })
    #expect(retries == (1000 - floor) / 7)
    #expect(budget.tokens == 1000 - 7 * retries)
  }

  @Test("G7: taking and giving at once never leaves the budget below nothing or above its capacity")
  func takingAndGiving() async {
    let budget = RetryBudget(capacity: 60, cost: 5, hintedCost: 2, refund: 3)
    let levels = Notebook<Int>()
    let source = ScriptedSource<Int, Int> { request, count in
      levels.note(budget.tokens)
      let number = request.cursor ?? 0
      let error: any Error =
        number % 2 == 0 ? Offline() : Advising(retryAdvice: .retryAfter(.seconds(1)))
      return count % 2 == 1 && number % 3 > 0
        ? .failure(error) : .page([number], next: number == 30 ? nil : number + 1)
    }
    let configuration = Self.configuration(budget, attempts: 4)
    await withDiscardingTaskGroup { group in
      for index in 0..<30 {
        group.addTask {
          _ = await walk(source, Way.allCases[index % 3], configuration, clock: SkippingClock())
        }
      }
    }
    #expect(levels.entries.allSatisfy { (0...60).contains($0) })
    #expect((0...60).contains(budget.tokens))
    // Successes alone fill it up to the brim, and no further.
    for _ in 0..<21 { _ = await walk(Script([nil: [.page([1])]]), .unshared, configuration) }
    #expect(budget.tokens == 60)
  }

  @Test("G7 J5: the greatest capacity, cost and refund overflow nowhere")
  func greatestNumbers() async {
    let budget = RetryBudget(capacity: .max, cost: 5, hintedCost: .max, refund: .max)
    let source = ScriptedSource<Int, Int> { request, count in
      let number = request.cursor ?? 0
      let error: any Error =
        number < 2 ? Offline() : Advising(retryAdvice: .retryAfter(.seconds(1)))
      return count == 1 ? .failure(error) : .page([number], next: number == 3 ? nil : number + 1)
    }
    let failing = await walk(
      ScriptedSource<Int, Int> { _, _ in .failure(Offline()) }, .unshared,
      Self.configuration(budget, attempts: 2), clock: SkippingClock())
    #expect(failing.error?.code == .retriesExhausted)
    #expect(budget.tokens == .max - 5)
    _ = await walk(
      ScriptedSource<Int, Int> { _, _ in .page([1]) }, .unshared,
      Self.configuration(budget, attempts: 2))
    #expect(budget.tokens == .max)
    let trace = await walk(
      source, .unshared, Self.configuration(budget, attempts: 2), clock: SkippingClock())
    #expect(trace.items == [0, 1, 2, 3])
    #expect(budget.tokens == .max)
  }

  private static func configuration(_ budget: RetryBudget, attempts: Int) -> FeedConfiguration {
    FeedConfiguration(
      retry: RetryPolicy(
        maxAttempts: attempts, backoff: .constant(.seconds(1)), budget: budget))
  }
}
