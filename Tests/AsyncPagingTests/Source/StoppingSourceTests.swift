// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.sources, .endOfData), .timeLimit(.minutes(10)))
struct StoppingSourceTests {
  @Test(
    "F1 N31: the page with the item that stops is delivered up to it, and no request follows",
    arguments: Way.allCases)
  func stops(way: Way) async {
    let source = Script.threePages()
    let trace = await walk(source.stopping { $0 >= 4 }, way)
    #expect(trace.items == [1, 2, 3])
    #expect(trace.endReason == .stopRule)
    #expect(trace.laneEnd == .stopRule)
    #expect(await source.log.cursors == [nil, "a"])
  }

  @Test(
    "N32: unless asked otherwise only the last item of a page is looked at",
    arguments: Way.allCases)
  func lastItem(way: Way) async {
    let source = Script([
      nil: [.page([1, 9, 2], next: "a")], "a": [.page([3, 9], next: "b")],
    ])
    let trace = await walk(source.stopping { $0 == 9 }, way)
    #expect(trace.items == [1, 9, 2, 3])
    #expect(await source.log.count == 2)
  }

  @Test("N32: every item of a page is looked at where that is asked for", arguments: Way.allCases)
  func everyItem(way: Way) async {
    let source = Script([nil: [.page([1, 9, 2], next: "a")]])
    let trace = await walk(source.stopping(checking: .everyItem) { $0 == 9 }, way)
    #expect(trace.items == [1])
    #expect(trace.laneEnd == .stopRule)
    #expect(await source.log.count == 1)
  }

  @Test("a page of which the last item stops is cut before the first that does")
  func firstOfSeveral() async throws {
    let source = Script([nil: [.page([1, 9, 2, 9], next: "a")]]).stopping { $0 == 9 }
    let page = try await source.page(for: PageRequest())
    #expect(page.items == [1])
    #expect(page.next == nil)
    #expect(page.endReason == .stopRule)
  }

  @Test("a page of which nothing is left is still the last one", arguments: Way.allCases)
  func nothingLeft(way: Way) async {
    let source = Script([nil: [.page([1], next: "a")], "a": [.page([8, 9], next: "b")]])
    let trace = await walk(source.stopping(checking: .everyItem) { $0 >= 8 }, way)
    #expect(trace.items == [1])
    #expect(trace.pages.map(\.items.count) == [1, 0])
    #expect(trace.laneEnd == .stopRule)
  }

  @Test(
    "F6: an empty page stops nothing", arguments: Way.allCases, [StopCheck.lastItem, .everyItem])
  func emptyPage(way: Way, check: StopCheck) async {
    let source = Script([nil: [.page([], next: "a")], "a": [.page([1])]])
    let trace = await walk(source.stopping(checking: check) { _ in true }, way)
    #expect(trace.pages.map(\.endReason) == [nil, .stopRule])
  }

  @Test("the rule outweighs what the server promises", arguments: Way.allCases)
  func outweighsPromise(way: Way) async {
    let source = Script([nil: [.page([1, 9], next: "a", totalCount: 90, hasNext: true)]])
    let trace = await walk(source.stopping { $0 == 9 }, way)
    #expect(trace.error == nil)
    #expect(trace.laneEnd == .stopRule)
    #expect(trace.pages.first?.totalCount == 90)
  }

  @Test("where no item stops, the data ends as it does without the rule", arguments: Way.allCases)
  func neverStops(way: Way) async {
    let trace = await walk(Script.threePages().stopping(checking: .everyItem) { $0 > 6 }, way)
    #expect(trace.items == [1, 2, 3, 4, 5, 6])
    #expect(trace.laneEnd == .noNextCursor)
  }

  @Test("what the base throws is thrown")
  func throwing() async {
    let source = Script([nil: [.failure(Offline())]]).stopping { _ in true }
    await #expect(throws: Offline.self) { try await source.page(for: PageRequest()) }
  }
}
