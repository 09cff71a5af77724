// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// Lets requests go no faster than a server allows, for any number of feeds.
///
/// Each key has its own budget: the host, an account, a part of an API, whatever the server counts
/// by. All the limits hold at the same time, in every span of their length and not only on average.
/// Requests of one key go in the order in which they asked.
///
/// ```swift
/// let limiter = RateLimiter(.perSecond(10), .perMinute(100))
/// try await limiter.acquire(for: "api.example.com")
/// ```
///
/// It learns. What the server says is left of its own quotas is used up and no more, so that the
/// next request waits *before* a 429 (``learn(from:for:)``). After a 429 the pace falls to seven
/// tenths and recovers along a cubic (``throttled(for:retryAfter:)``); until the first one there is
/// no pace. Both can only slow down: the limits given here hold whatever the server says.
///
/// Nothing waits longer than ``longestWait``. A request that would have to is refused at once, also
/// when that turns out while it waits.
public actor RateLimiter {
  private typealias Answer = Result<Void, any Error>

  /// The longest that a request waits.
  public nonisolated let longestWait: Duration

  private var machine: RateLimiterMachine
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var lastTicket = 0

  /// What sleeps until somebody may go, and until when; there is one at most.
  private var timer: (moment: Duration, task: Task<Void, Never>)?

  private let watch: Watch
  private let executor: (any TaskExecutor)?

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limits: The limits of every key that has none of its own. Default: none, so that only what
  ///     is learnt from the server counts.
  ///   - queueLimit: The most requests that wait for one key, at least 0. Default: 1,000.
  ///   - longestWait: The longest that a request waits. Default: 60 seconds.
  ///   - clock: The clock. Default: the continuous one.
  ///   - executor: The executor that the limiter's own tasks prefer. Default: none.
  public init(
    _ limits: RateLimit..., queueLimit: Int = 1_000, longestWait: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil
  ) {
    precondition(queueLimit >= 0, "queueLimit is \(queueLimit), must be 0 or more")
    // A moment beyond a century is none that a clock need represent.
    self.longestWait = min(max(longestWait, .zero), .seconds(100 * 365 * 86_400))
    self.executor = executor
    watch = Watch(clock)
    machine = RateLimiterMachine(
      limits, queueLimit: queueLimit, longestWait: self.longestWait)
  }

  /// How many requests wait for a key now.
  ///
  /// - Parameter key: The key.
  /// - Returns: The number.
  public func waitingCount(for key: String) -> Int { machine.waitingCount(for: key) }

  // MARK: - Requests

  /// Waits until a request may be sent, and counts it as sent.
  ///
  /// A task that is cancelled leaves at once and gives its place back; whoever is behind it moves
  /// up.
  ///
  /// - Parameters:
  ///   - key: What the server counts by, such as the host.
  ///   - weight: How much the request counts, at least 1. Default: 1.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/limiterFull`` when too many wait
  ///   already, with ``HTTPError/Code/limiterWaitTooLong`` when the wait would be longer than
  ///   ``longestWait``, its advice being the wait that is needed, or the weight is more than a
  ///   limit allows at all; `CancellationError` when the task is cancelled.
  public func acquire(for key: String, weight: Int = 1) async throws {
    precondition(weight >= 1, "weight is \(weight), must be 1 or more")
    lastTicket += 1
    let ticket = lastTicket
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
        // Looking and queueing are one step: a cancellation comes before or finds the ticket.
        guard !Task.isCancelled else {
          return continuation.resume(returning: .failure(CancellationError()))
        }
        waiting[ticket] = continuation
        perform(machine.ask(ticket, weight: weight, key: key, at: watch.now()))
      }
    } onCancel: { [weak self, executor] in
      // It runs under a lock of the task, so it waits for nobody.
      Self.spawn("rate limiter: leave", on: executor) { await self?.leave(ticket, key) }
    }
    try answer.get()
    guard Task.isCancelled else { return }
    refund(for: key, weight: weight)
    throw CancellationError()
  }

  /// Gives back what a request took that did not count after all: it was never sent, or the server
  /// does not count answers like the one that came.
  ///
  /// - Parameters:
  ///   - key: The key of the request.
  ///   - weight: Its weight. Default: 1.
  public func refund(for key: String, weight: Int = 1) {
    precondition(weight >= 1, "weight is \(weight), must be 1 or more")
    perform(machine.refund(weight, key: key, at: watch.now()))
  }

  private func leave(_ ticket: Int, _ key: String) {
    let leaver = waiting.removeValue(forKey: ticket)
    perform(machine.leave(ticket, key: key, at: watch.now()))
    leaver?.resume(returning: .failure(CancellationError()))
  }

  // MARK: - What the server says

  /// Takes in what the header fields of an answer say about the server's quotas.
  ///
  /// With nothing left, the next request waits until the reset. With more left than the limits of
  /// this limiter allow, those hold. Call it for each answer, whatever its status.
  ///
  /// - Parameters:
  ///   - states: The quotas, one each.
  ///   - key: The key of the request that was answered.
  public func learn(from states: [RateLimitState], for key: String) {
    perform(machine.learn(states, key: key, at: watch.now()))
  }

  /// Slows down, because the server has refused a request for going too fast.
  ///
  /// - Parameters:
  ///   - key: The key of the request.
  ///   - delay: How long the server wants nothing more, if it said so.
  public func throttled(for key: String, retryAfter delay: Duration?) {
    perform(machine.throttle(key: key, retryAfter: delay, at: watch.now()))
  }

  // MARK: - Limits

  /// Replaces the limits of every key that has none of its own; those who may go by them, go now.
  ///
  /// - Parameter limits: The new limits.
  public func setLimits(_ limits: RateLimit...) {
    perform(machine.setLimits(limits, key: nil, at: watch.now()))
  }

  /// Gives a key limits of its own; those who may go by them, go now.
  ///
  /// - Parameters:
  ///   - limits: The limits.
  ///   - key: The key.
  public func setLimits(_ limits: RateLimit..., for key: String) {
    perform(machine.setLimits(limits, key: key, at: watch.now()))
  }

  // MARK: - Effects

  private func perform(_ effects: [RateLimiterMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .grant(let ticket):
        waiting.removeValue(forKey: ticket)?.resume(returning: .success(()))
      case .refuse(let ticket, let refusal):
        let error = HTTPError(refusal, longestWait: longestWait)
        waiting.removeValue(forKey: ticket)?.resume(returning: .failure(error))
      }
    }
    setTimer()
  }

  private func setTimer() {
    let moment = machine.nextMoment
    guard moment != timer?.moment else { return }
    timer?.task.cancel()
    timer = moment.map { moment in
      (
        moment,
        Self.spawn("rate limiter: wait", on: executor) { [weak self, watch] in
          try? await watch.sleep(until: moment)
          guard !Task.isCancelled else { return }
          await self?.ring(moment)
        }
      )
    }
  }

  @discardableResult
  private static func spawn(
    _ name: String, on executor: (any TaskExecutor)?,
    _ operation: @escaping @concurrent @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(name: name, executorPreference: executor) { await operation() }
  }

  private func ring(_ moment: Duration) {
    guard timer?.moment == moment else { return }
    timer?.task.cancel()
    timer = nil
    perform(machine.elapse(at: watch.now()))
  }
}

/// A clock whose moments are counted from the creation of the watch.
private struct Watch: Sendable {
  let now: @Sendable () -> Duration
  private let sleep: @concurrent @Sendable (_ moment: Duration) async throws -> Void

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Sleeps until a moment; one that has come by the time the task runs is over at once.
  func sleep(until moment: Duration) async throws { try await sleep(moment) }
}

extension HTTPError {
  /// What a refused request throws.
  init(_ refusal: RateLimiterMachine.Refusal, longestWait: Duration) {
    switch refusal {
    case .tooHeavy(let limit):
      self.init(
        .limiterWaitTooLong,
        """
        the request weighs more than the rate limit of \(limit) allows at all: ask for less, or \
        raise the limit
        """)
    case .full(let count):
      self.init(
        .limiterFull,
        """
        \(count) requests wait for the rate limiter already: ask for fewer at the same time, or \
        raise its queueLimit
        """, retryAdvice: .retry)
    case .tooLong(let wait):
      self.init(
        .limiterWaitTooLong,
        """
        the rate limiter would hold the request for \(wait), longer than \(longestWait): try again \
        after that time, or raise its longestWait
        """, retryAdvice: .retryAfter(wait))
    }
  }
}
