// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// What the five feeds share while they run.
struct Stage: Sendable {
  let client: WebClient
  let server: PageServer
  let board: ProgressBoard

  /// Runs one feed to its end.
  func run(_ name: FeedName) async -> FeedReport {
    switch name {
    case .beer: await run(BeerScreen())
    case .social: await run(SocialScreen())
    case .photos:
      await run(
        PhotoScreen(
          log: server.log, hasEmptyPage: server.faults[.photos].values.contains(.emptyPage)))
    case .films: await run(FilmScreen())
    case .album: await run(AlbumScreen())
    }
  }

  private func run<App: Screen>(_ screen: App) async -> FeedReport {
    let tally = Tally { [board] in board.events.yield(.note(screen.name, $0)) }
    let feed = Feed(
      screen.source(client).timeout(screen.timeout + server.latency * 2),
      configuration: FeedConfiguration(
        prefetchDistance: screen.prefetchDistance,
        retry: RetryPolicy(backoff: .exponential(base: .milliseconds(50), cap: .seconds(1))),
        observer: tally))
    async let following: Void = board.follow(screen.name, feed.updates)

    var report = FeedReport(name: screen.name)
    let start = ContinuousClock.now
    do {
      var list = await ListView<App.Source>(feed, tally: tally)
      try await screen.use(&list)
    } catch {
      report.complaints.append("stopped: \(error)")
    }
    report.time = .now - start
    await feed.close()
    await following

    let snapshot = await feed.snapshot
    report.pages = snapshot.pageCount
    report.items = snapshot.itemCount
    report.refreshes = snapshot.generation
    report.end = snapshot.endReason.map(String.init(describing:)) ?? "left"
    report.counts = tally.counts
    let check = Check(
      name: screen.name, faults: server.faults[screen.name], counts: report.counts)
    report.complaints += check.complaints(aboutItems: snapshot.items.map(screen.number))
    if Set(snapshot.items.map(screen.edition)).count > 1 {
      report.complaints.append("items: some are of the list before the refresh")
    }
    report.requestsNeeded = check.requestsNeeded(
      pageCount: screen.name.pageCount + screen.emptyPageCount,
      replacedPageCount: screen.replacedPageCount)
    report.complaints += check.complaints(supersededPageCount: screen.supersededPageCount)
    return report
  }
}
