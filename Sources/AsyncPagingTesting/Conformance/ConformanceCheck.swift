// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A check of a source under way.
struct ConformanceCheck<Item: Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// A page that was asked for.
  struct Visit: Sendable {
    var request: PageRequest<Cursor>
    var page: Page<Item, Cursor>

    /// How long the fastest of its calls took: what a busy machine adds is not the source's.
    var duration: Duration
  }

  /// What a call brings, how long the source took for it, and when it came.
  struct Answer: Sendable {
    var page: Page<Item, Cursor>
    var duration: Duration
    var end: Duration
  }

  let source: any PageSource<Item, Cursor>
  let options: ConformanceOptions
  let identity: ItemIdentity<Item>?
  let areInOrder: (@Sendable (Item, Item) -> Bool)?
  let now: @Sendable () -> Duration
  var visits: [Visit] = []
  var report = ConformanceReport()

  init(
    _ source: some PageSource<Item, Cursor>, _ options: ConformanceOptions,
    identity: ItemIdentity<Item>?, areInOrder: (@Sendable (Item, Item) -> Bool)?
  ) {
    self.source = source
    self.options = options
    self.identity = identity
    self.areInOrder = areInOrder
    now = stopwatch(options.clock)
  }

  mutating func run() async -> ConformanceReport {
    await walk()
    report.pageCount = visits.count
    report.itemCount = visits.reduce(0) { $0 + $1.page.items.count }
    checkOverlap()
    checkOrder()
    guard !visits.isEmpty else {
      for rule in [ConformanceReport.Rule.sameAnswer, .concurrency, .cancellation] {
        skip(rule, "there is no first page")
      }
      return report
    }
    await askAgain()
    await askTogether()
    await cancelCall()
    return report
  }

  // MARK: - Verdicts

  mutating func fail(_ rule: ConformanceReport.Rule, _ message: String) {
    // Calls that a cancelled check gave up accuse nobody.
    let text = Task.isCancelled ? "the check was cancelled before it could tell" : message
    report.findings.append(ConformanceReport.Finding(rule: rule, message: text))
  }

  mutating func remark(_ rule: ConformanceReport.Rule, _ text: String) {
    guard report.remarks[rule]?.contains(text) != true else { return }
    report.remarks[rule, default: []].append(text)
  }

  mutating func skip(_ rule: ConformanceReport.Rule, _ reason: String) {
    report.skipped[rule] = reason
  }

  // MARK: - Calls

  /// Starts a call.
  mutating func call(_ request: PageRequest<Cursor>) -> Call<Answer> {
    report.callCount += 1
    return Call("conformance: call \(report.callCount)") { [source, now] in
      let start = now()
      let page = try await source.page(for: request)
      let end = now()
      return Answer(page: page, duration: end - start, end: end)
    }
  }

  /// Waits for a call, and gives it up when it does not return.
  func outcome(of call: Call<Answer>) async -> Call<Answer>.Outcome? {
    let outcome = await call.outcome(within: options.patience, on: options.clock)
    if outcome == nil { call.cancel() }
    return outcome
  }

  /// Asks for a page as often as its errors are worth it.
  ///
  /// - Parameters:
  ///   - cursor: The cursor.
  ///   - number: The number of the page, for the report.
  /// - Returns: The page, or `nil` when it could not be had.
  mutating func ask(_ cursor: Cursor?, page number: Int) async -> Visit? {
    for attempt in 1...options.attempts {
      let request = PageRequest(cursor: cursor, limit: options.limit, attempt: attempt)
      let call = call(request)
      switch await outcome(of: call) {
      case .success(let answer)?:
        return Visit(request: request, page: answer.page, duration: answer.duration)
      case .failure(let error)?:
        guard classify(error, page: number, attempt: attempt) else { return nil }
      case nil:
        fail(.ending, "page \(number) was not answered within \(options.patience)")
        return nil
      }
    }
    return nil
  }

  /// Notes an error.
  ///
  /// - Returns: Whether the page is asked for again.
  private mutating func classify(_ error: any Error, page number: Int, attempt: Int) -> Bool {
    let name = "\(type(of: error))"
    guard !Task.isCancelled else {
      fail(.ending, "the check was cancelled at page \(number)")
      return false
    }
    if error is CancellationError || error is FeedError {
      fail(
        .errors,
        "page \(number): \(name) although nobody cancelled anything; throw what went wrong")
      fail(.ending, "the walk stopped at page \(number) with \(name)")
      return false
    }
    let own = error is any RetryAdvising ? ", by its own advice" : ""
    switch options.classify(error) {
    case .never:
      remark(.errors, "page \(number): \(name) is not tried again\(own)")
      fail(.ending, "the walk stopped at page \(number) with \(name)")
      return false
    case .retry: remark(.errors, "page \(number): \(name) is tried again\(own)")
    case .retryAfter(let wait):
      remark(.errors, "page \(number): \(name) is tried again after \(wait)\(own)")
    }
    guard attempt < options.attempts else {
      fail(
        .errors,
        """
        page \(number): \(name) came \(attempt) times in a row and counts as worth another attempt; \
        if it stays, let it conform to RetryAdvising
        """)
      fail(.ending, "the walk stopped at page \(number) with \(name)")
      return false
    }
    return true
  }
}

/// A function that tells the time since now on a clock.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
