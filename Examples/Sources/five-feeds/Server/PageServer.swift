// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopbackServer

/// Answers the requests for the five feeds, with latency and with faults.
struct PageServer: Sendable {
  /// The page of the photos whose first answer is held until the list is started anew, so that the
  /// refresh comes in the middle of a load however fast or slow the machine is.
  static let heldPhotoPage = 12

  let log = RequestLog()
  let latency: Duration
  let faults: FaultPlan

  /// Answers a request, on a thread that it may block.
  func answer(_ request: ServerRequest) -> ServerAnswer {
    guard request.method == "GET" else { return .json("", status: 405) }
    guard let target = PageTarget(request.target) else { return .json("", status: 400) }
    let catalogue = Catalogue(faults: faults)
    guard let place = catalogue.place(of: target) else { return .json("", status: 404) }
    let count = log.note(place.feed, page: place.page)
    let edition = log.counts(of: place.feed)[0] ?? 0
    let body = catalogue.body(at: place, edition: edition)
    if place.feed == .photos, place.page == Self.heldPhotoPage, count == 1 {
      // It comes while the refresh is in flight, before the new first page.
      log.block(until: .photos, page: 0, isAskedFor: 2)
    } else {
      pause(on: place.page)
    }
    switch faults[place.feed][place.page] {
    case .unavailable(let times) where count <= times: return .unavailable()
    case .tooManyRequests(let seconds) where count == 1:
      return .tooManyRequests(hint: .retryAfterSeconds, seconds: seconds)
    case .silence where count == 1:
      log.block(until: place.feed, page: place.page, isAskedFor: 2)
      return .json(body)
    case .brokenBody where count == 1: return .json(String(body.prefix(body.count / 2)))
    default: return .json(body)
    }
  }

  /// The simulated latency: half to one and a half of what was asked for, by page.
  private func pause(on page: Int) {
    let share = 0.5 + Double(page * 7 % 11) / 10
    Thread.sleep(forTimeInterval: latency / .seconds(1) * share)
  }
}
