// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Testing

/// Histories that a feed may have, and such that it must not.
struct FeedModelTests {
  private typealias Operation = FeedModel.Operation
  private typealias Answer = FeedModel.Answer

  /// An operation with the time of its call and of its return.
  private typealias Event = (Operation, Answer?, from: Int, to: Int)

  private let model = FeedModel(pageCount: 2, versionCount: 2, failureCount: 1)

  private func isAllowed(_ events: Event...) -> Bool {
    let history = History<Operation, Answer>()
    var calls: [Int: Int] = [:]
    let times = events.flatMap { [$0.from, $0.to] }
    for time in Set(times).sorted() {
      for (number, event) in events.enumerated() where event.from == time {
        calls[number] = history.call(event.0, by: "client \(number)")
      }
      for (number, event) in events.enumerated() where event.to == time {
        guard let call = calls[number], let answer = event.1 else { continue }
        history.finish(call, with: answer)
      }
    }
    return history.linearization(by: model) != nil
  }

  private func page(_ version: Int, _ index: Int) -> Answer {
    .page(FeedModel.PageID(version: version, index: index))
  }

  @Test("A1: loads that overlap may share a page; one after the other they may not")
  func sharing() {
    #expect(isAllowed((.loadNext, page(1, 0), 1, 3), (.loadNext, page(1, 0), 2, 4)))
    #expect(!isAllowed((.loadNext, page(1, 0), 1, 2), (.loadNext, page(1, 0), 3, 4)))
    #expect(isAllowed((.loadNext, page(1, 0), 1, 2), (.loadNext, page(1, 1), 3, 4)))
  }

  @Test("A6: a load may get the page of a refresh that overlaps it, and not of one that is over")
  func joiningRefresh() {
    let first: Event = (.loadNext, page(1, 0), 1, 2)
    #expect(isAllowed(first, (.refresh, page(2, 0), 3, 5), (.loadNext, page(2, 0), 4, 6)))
    #expect(!isAllowed(first, (.refresh, page(2, 0), 3, 4), (.loadNext, page(2, 0), 5, 6)))
    #expect(!isAllowed(first, (.refresh, page(2, 0), 3, 4), (.loadNext, page(1, 1), 5, 6)))
    let failed: Event = (.refresh, .failed(1), 3, 5)
    #expect(isAllowed(first, failed, (.loadNext, .failed(1), 4, 6)))
    #expect(!isAllowed(first, failed, (.loadNext, page(2, 0), 4, 6)))
  }

  @Test("A refresh never brings an older version, and a page is never skipped or repeated")
  func order() {
    #expect(!isAllowed((.loadNext, page(2, 0), 1, 2), (.refresh, page(1, 0), 3, 4)))
    #expect(!isAllowed((.loadNext, page(1, 1), 1, 2)))
    #expect(!isAllowed((.loadNext, page(1, 0), 1, 2), (.loadNext, page(2, 1), 3, 4)))
    #expect(!isAllowed((.loadNext, .end, 1, 2)))
  }

  @Test("D4, C1: superseded and cancelled need somebody who replaces or cancels at that time")
  func reasons() {
    #expect(!isAllowed((.loadNext, .superseded, 1, 2)))
    #expect(!isAllowed((.loadNext, .cancelled, 1, 2)))
    #expect(isAllowed((.loadNext, .superseded, 1, 4), (.reset(0), .done, 2, 3)))
    #expect(isAllowed((.loadNext, .cancelled, 1, 4), (.leave("client 0"), .done, 2, 3)))
    #expect(!isAllowed((.loadNext, .cancelled, 1, 4), (.leave("client 9"), .done, 2, 3)))
    #expect(!isAllowed((.cancel, .done, 1, 2), (.loadNext, .cancelled, 3, 4)))
  }

  @Test("C8: after a close every call says so, and none before it")
  func closing() {
    #expect(isAllowed((.close, .done, 1, 2), (.loadNext, .closed, 3, 4)))
    #expect(!isAllowed((.close, .done, 1, 2), (.loadNext, page(1, 0), 3, 4)))
    #expect(!isAllowed((.loadNext, .closed, 1, 2), (.close, .done, 3, 4)))
  }

  @Test("G9, G10: a failure goes to those who share it, and a retry brings the page")
  func failures() {
    #expect(isAllowed((.loadNext, .failed(1), 1, 3), (.loadNext, .failed(1), 2, 4)))
    #expect(!isAllowed((.loadNext, .failed(1), 1, 2), (.loadNext, .failed(1), 3, 4)))
    let pages = [FeedModel.PageID(version: 1, index: 0)]
    let failed: Event = (.loadNext, .failed(1), 1, 2)
    #expect(isAllowed(failed, (.retry, .done, 3, 4), (.snapshot, .pages(pages), 5, 6)))
    #expect(!isAllowed(failed, (.retry, .done, 3, 4), (.snapshot, .pages([]), 5, 6)))
  }

  @Test("B1, E4: pages that nobody asked for come by demand and read-ahead alone")
  func background() {
    let pages = [FeedModel.PageID(version: 1, index: 0), FeedModel.PageID(version: 1, index: 1)]
    let seen: Event = (.snapshot, .pages(pages), 6, 7)
    let first: Event = (.iterate(1, ahead: 1), page(1, 0), 1, 2)
    #expect(isAllowed((.demand(1), .done, 1, 2), seen))
    #expect(isAllowed(first, seen))
    #expect(!isAllowed((.iterate(1), page(1, 0), 1, 2), seen))
    let none: Event = (.snapshot, .pages([]), 3, 4)
    let late: Event = (.snapshot, .pages([]), 5, 5)
    #expect(isAllowed((.demand(1), .done, 1, 2), none, seen))
    #expect(!isAllowed((.demand(1), .done, 1, 2), (.cancel, .done, 3, 4), late, seen))
  }

  @Test("E2, E6: an iterator gets each page once, and nothing of another list")
  func iterating() {
    let first: Event = (.iterate(1), page(1, 0), 1, 2)
    #expect(isAllowed(first, (.iterate(1), page(1, 1), 3, 4), (.iterate(1), .end, 5, 6)))
    #expect(!isAllowed(first, (.iterate(1), page(1, 0), 3, 4)))
    #expect(!isAllowed(first, (.iterate(1), .end, 3, 4)))
    let refresh: Event = (.refresh, page(2, 0), 3, 4)
    #expect(isAllowed(first, refresh, (.iterate(1), .superseded, 5, 6)))
    #expect(!isAllowed(first, refresh, (.iterate(1), page(2, 0), 5, 6)))
  }

  @Test("an operation that has not returned may have taken effect or not")
  func pending() {
    let pages = [FeedModel.PageID(version: 1, index: 0)]
    #expect(isAllowed((.loadNext, nil, 1, 9), (.snapshot, .pages(pages), 2, 3)))
    #expect(isAllowed((.loadNext, nil, 1, 9), (.snapshot, .pages([]), 2, 3)))
    #expect(!isAllowed((.snapshot, .pages(pages), 2, 3), (.loadNext, nil, 4, 9)))
  }

  @Test("A3: nobody shares a load that was over when they called, whatever else goes on")
  func lateSharing() {
    let first: Event = (.loadNext, page(1, 0), 1, 2)
    #expect(!isAllowed(first, (.loadNext, page(1, 0), 3, 6), (.loadNext, page(1, 1), 4, 5)))
    #expect(isAllowed(first, (.loadNext, page(1, 1), 3, 6), (.loadNext, page(1, 1), 4, 5)))
    let failed: Event = (.loadNext, .failed(1), 1, 2)
    #expect(!isAllowed(failed, (.loadNext, .failed(1), 3, 6), (.loadNext, page(1, 0), 4, 5)))
    let demand: Event = (.demand(0), .done, 1, 2)
    #expect(!isAllowed(demand, (.loadNext, page(1, 0), 3, 4), (.loadNext, page(1, 0), 5, 6)))
    #expect(isAllowed(demand, (.loadNext, page(1, 0), 3, 5), (.loadNext, page(1, 0), 4, 6)))
    // All three were there when the page came.
    #expect(
      isAllowed(
        (.loadNext, page(1, 0), 1, 9), (.loadNext, page(1, 0), 2, 8), (.loadNext, page(1, 0), 3, 7))
    )
    // The first had its answer before the third called.
    #expect(
      !isAllowed(
        (.loadNext, page(1, 0), 1, 3), (.loadNext, page(1, 0), 2, 8), (.loadNext, page(1, 0), 4, 7))
    )
  }

  @Test("D3, C3: a refresh is not superseded by another, and who was cancelled before gets no page")
  func wrongReasons() {
    let first: Event = (.loadNext, page(1, 0), 1, 2)
    let other: Event = (.refresh, page(2, 0), 4, 5)
    #expect(!isAllowed(first, (.refresh, .superseded, 3, 6), other))
    #expect(isAllowed(first, (.refresh, .superseded, 3, 6), (.reset(0), .done, 4, 5)))
    let leave: Event = (.leave("client 1"), .done, 1, 2)
    #expect(!isAllowed(leave, (.loadNext, page(1, 0), 3, 4)))
    #expect(isAllowed(leave, (.loadNext, .cancelled, 3, 4)))
    #expect(isAllowed((.leave("client 1"), .done, 2, 3), (.loadNext, page(1, 0), 1, 4)))
  }

  @Test("E5, E10: an iterator is finished by an error, and learns no failure that is not its own")
  func finishedIterator() {
    let failed: Event = (.iterate(1), .failed(1), 1, 2)
    #expect(isAllowed(failed, (.iterate(1), .end, 3, 4), (.iterate(1), .end, 5, 6)))
    #expect(!isAllowed(failed, (.iterate(1), page(1, 0), 3, 4)))
    #expect(
      isAllowed((.close, .done, 1, 2), (.iterate(1), .closed, 3, 4), (.iterate(1), .end, 5, 6)))
    #expect(!isAllowed((.loadNext, .failed(1), 1, 2), (.iterate(1), .failed(1), 3, 4)))
    #expect(isAllowed((.loadNext, .failed(1), 1, 3), (.iterate(1), .failed(1), 2, 4)))
  }
}
