// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// Does random things to a feed from several clients at once, and checks what must hold of it.
///
/// The clients load, iterate (slowly, reading ahead, leaving early), demand, refresh, retry, check
/// for more, cancel one call or all, reset, also to another source, and pause demand; with one seed
/// in four one of them closes the feed midway. What they do is drawn from the seed; in which order
/// their tasks run is up to the machine, or to the simulation, and must make no difference. It is
/// checked that
///
/// - every iterator gets each page once, in order, of one list, and the end only after the last
///   page,
/// - pictures of the feed are whole,
/// - a lane has one load at a time, and every load ends (with an audit),
/// - every call returns, with an outcome that has a reason, and with `closed` once the feed is,
/// - a reset begins a new generation,
/// - demand that is paused, and a closed feed, start no load (with an audit),
/// - nobody waits and nothing runs for the feed in the end.
///
/// ```swift
/// @Test(arguments: 1...20 as ClosedRange<UInt64>) func `our feed holds`(seed: UInt64) async {
///   let audit = LoadAudit()
///   let feed = Feed(source, configuration: FeedConfiguration(observer: audit))
///   let report = await stress(feed: feed, observedBy: audit, seed: seed)
///   #expect(report.isClean, "\(report)")
/// }
/// ```
///
/// No item of an old source may be seen after a reset to another one: let items name their source,
/// and ask for checks that are versioned by that.
///
/// The feed must be fresh, and is closed in the end, so that calls whose source never answers
/// return, too. In a simulation the feed has the simulation as its executor, and what is wrong
/// fails the run.
///
/// - Parameters:
///   - feed: The feed.
///   - audit: The observer of the feed; without it loads are not counted. Default: none.
///   - alternatives: Sources to which a reset may go over. Default: none, and no such reset.
///   - clients: How many do things at once; at least 1. Default: 4.
///   - operations: How many things they do in all; at least 1. Default: 100.
///   - seed: What the operations are drawn from.
///   - checks: What can be told from the items. Default: nothing.
///   - simulation: Where the clients run. Default: on the pool.
///   - patience: How long, on the pool, calls may take to return after the feed was closed.
///     Default: 30 seconds.
///   - clock: What patience is measured with. Default: a continuous clock.
/// - Returns: What was found out; print it.
public func stress<Item: Sendable, Cursor: Hashable & Sendable>(
  feed: Feed<Item, Cursor>, observedBy audit: LoadAudit? = nil,
  alternatives: [any PageSource<Item, Cursor>] = [], clients: Int = 4, operations: Int = 100,
  seed: UInt64, checks: StressChecks<Item> = .init(),
  in simulation: Simulation? = nil, patience: Duration = .seconds(30),
  clock: any Clock<Duration> = ContinuousClock()
) async -> StressReport {
  precondition(clients >= 1, "clients is \(clients), must be 1 or more")
  precondition(operations >= 1, "operations is \(operations), must be 1 or more")
  let plan = StressStep.plan(
    clients: clients, operations: operations, sources: alternatives.count, seed: seed)
  let ledger = StressLedger(StressReport(seed: seed, operations: plan.map { $0.map(\.operation) }))
  let stage = StressStage(simulation: simulation)
  let hands = StressClient(
    feed: feed, audit: audit, sources: alternatives, checks: checks, ledger: ledger, stage: stage)

  let watching = ledger.begin("the observer of the feed's pictures")
  let watcher = stage.spawn("observer") {
    await hands.watch()
    ledger.end(watching, "pictures finished")
  }
  let workers = plan.enumerated().map { number, steps in
    stage.spawn("client \(number + 1)") { await hands.run(steps, client: number + 1) }
  }
  for worker in workers { _ = await worker.result }
  await settle(ledger, stage)
  await hands.close()
  await finish([watcher] + ledger.tasks, ledger, simulation == nil ? patience : nil, clock)
  await checkRest(of: feed, audit, ledger)
  let report = ledger.report
  simulation?.expect(report.isClean, "\(report)")
  return report
}

/// Lets calls return by themselves, for so long; those whose source hangs do not.
private func settle(_ ledger: StressLedger, _ stage: StressStage) async {
  for turn in 0..<200 {
    // The observer stays to the end.
    guard ledger.unfinished.count > 1 else { return }
    await stage.turn(turn)
  }
}

/// Waits until all calls have returned.
private func finish(
  _ tasks: [Task<Void, any Error>], _ ledger: StressLedger, _ patience: Duration?,
  _ clock: any Clock<Duration>
) async {
  guard let patience else {
    // A simulation sees by itself that a call does not return.
    for task in tasks { _ = await task.result }
    return
  }
  let waiting = Call("stress: the end of all calls") {
    for task in tasks { _ = await task.result }
  }
  if await waiting.outcome(within: patience, on: clock) == nil {
    for name in ledger.unfinished { ledger.find("\(name): has not returned") }
  }
}

/// Checks that nothing is left.
private func checkRest<Item, Cursor>(
  of feed: Feed<Item, Cursor>, _ audit: LoadAudit?, _ ledger: StressLedger
) async {
  let holdings = await feed.holdings
  ledger.check(holdings.waiters == 0, "\(holdings.waiters) callers still wait for the feed")
  ledger.check(holdings.tasks == 0, "\(holdings.tasks) tasks still run for the feed")
  ledger.check(await !feed.snapshot.isLoading, "the feed still loads although it is closed")
  guard let audit else { return }
  let counts = audit.counts
  ledger.change { $0.loads = counts }
  for finding in audit.findings { ledger.find(finding) }
  ledger.check(counts.unfinished == 0, "loads and their ends differ: \(counts)")
}
