// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Statuses and retries")
struct StatusTests {
  private static let x = URLRequest("https://h.example/x")
  private static let scheme = AnyScheme.pageNumber("p", endRules: .emptyPage)
  private static let good = HTTPResponse.json(#"{"items":[1]}"#)
  private static let last = HTTPResponse.json(#"{"items":[]}"#)
  private static let atOnce = RetryPolicy(maxAttempts: 3, backoff: .constant(.zero))

  private func walk(
    _ answers: HTTPResponse..., retry: RetryPolicy = atOnce,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async -> (urls: [String], walk: Walk<JSON>) {
    var options = HTTPOptions()
    change(&options)
    let server = StubTransport { _, number in
      number <= answers.count ? answers[number - 1] : .status(418, "unexpected request")
    }
    let walk = await HTTPPageSource(Self.scheme, Self.x, options, over: server).walk(retry: retry)
    return (server.urls.map { String($0.suffix(1)) }, walk)
  }

  @Test(
    "N83 N87 case 86 case 90: what is only for now is asked for again",
    arguments: [408, 425, 429, 500, 502, 503, 504])
  func transient(status: Int) async {
    let (pages, walk) = await walk(
      Self.good, .status(status), .status(status), Self.good, Self.last)
    #expect(pages == ["1", "2", "2", "2", "3"])
    #expect(walk.items == [1, 1])
    #expect(walk.failure == nil)
  }

  @Test(
    "N85 N88 case 25: what the server means is not asked for again; earlier pages stand",
    arguments: [
      (400, HTTPError.Code.status), (401, .unauthorized), (402, .status), (403, .permissionDenied),
      (404, .status), (409, .status), (410, .cursorExpired), (422, .status), (501, .status),
      (505, .status), (599, .status), (304, .status), (300, .redirectRefused),
      (302, .redirectRefused),
    ])
  func permanent(status: Int, code: HTTPError.Code) async {
    let (pages, walk) = await walk(Self.good, .status(status, "why"))
    #expect(pages == ["1", "2"])
    #expect(walk.items == [1])
    #expect(walk.failure?.code == .sourceFailed)
    #expect(walk.error?.code == code)
    #expect(walk.error?.status == status)
    #expect(walk.error?.excerpt == "why")
  }

  @Test(
    "N84 case 84: attempts that are used up are one error, with as many requests",
    arguments: [429, 500])
  func exhausted(status: Int) async {
    let (pages, walk) = await walk(Self.good, .status(status), .status(status), .status(status))
    #expect(pages == ["1", "2", "2", "2"])
    #expect(walk.items == [1])
    #expect(walk.failure?.code == .retriesExhausted)
    #expect(walk.error?.status == status)
  }

  @Test("N35 case 21 case 25: a status that is the end by rule ends a walk, but does not begin one")
  func endStatus() async {
    let (pages, walk) = await walk(Self.good, .status(404)) { $0.endStatuses = [404] }
    #expect(pages == ["1", "2"])
    #expect(walk.items == [1])
    #expect(walk.end == .flag)
    let start = await self.walk(.status(404)) { $0.endStatuses = [404] }.walk
    #expect(start.error?.status == 404)
  }

  @Test("N36: a 409 is an error on any page, never a quiet end")
  func conflict() async {
    #expect(await walk(.status(409)).walk.error?.status == 409)
    #expect(await walk(Self.good, .status(409)).walk.error?.status == 409)
  }

  @Test("case 94: a 403 that speaks of a rate waits a minute; any other is about permission")
  func secondaryLimit() async throws {
    let clock = ManualClock()
    let server = StubTransport { _, number in
      switch number {
      case 1: Self.good
      case 2:
        .status(403, "You have exceeded a secondary rate limit", ["X-RateLimit-Remaining": "4999"])
      case 3: Self.good
      default: Self.last
      }
    }
    let source = HTTPPageSource(Self.scheme, Self.x, over: server)
    async let walk = source.walk(retry: RetryPolicy(maxAttempts: 3), clock: clock)
    #expect(try await clock.nextSleep() == .seconds(60))
    #expect(server.requests.count == 2)
    await clock.advance(by: .seconds(60))
    #expect(await walk.items == [1, 1])
    let other = await self.walk(
      .status(403, #"{"message":"forbidden"}"#, ["X-RateLimit-Remaining": "4999"])
    ).walk
    #expect(other.error?.code == .permissionDenied)
  }

  @Test(
    "N97 case 96 case 100: the server's time is waited for, not the policy's own",
    arguments: [
      HTTPFields([.init(name: "Retry-After", value: "30")]),
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767225630"],
      ["RateLimit": #""p";r=0;t=30"#], ["Retry-After": "Thu, 01 Jan 2026 00:00:30 GMT"],
    ])
  func serverTime(fields: HTTPFields) async throws {
    let clock = ManualClock()
    let server = StubTransport { _, number in
      switch number {
      case 1: .status(429, "", fields)
      case 2: Self.good
      default: Self.last
      }
    }
    var options = HTTPOptions()
    options.now = { Date(timeIntervalSince1970: 1_767_225_600) }
    let source = HTTPPageSource(Self.scheme, Self.x, options, over: server)
    let retry = RetryPolicy(maxAttempts: 3, backoff: .constant(.milliseconds(500)))
    async let walk = source.walk(retry: retry, clock: clock)
    #expect(try await clock.nextSleep() == .seconds(30))
    await clock.advance(by: .seconds(29))
    #expect(server.requests.count == 1)
    await clock.advance(by: .seconds(1))
    #expect(await walk.items == [1])
  }

  @Test("case 100: a 403 whose quota is back already waits no longer than the policy says")
  func resetIsOver() async {
    let fields: HTTPFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767225595"]
    let (pages, walk) = await walk(.status(403, "", fields), Self.good, Self.last) {
      $0.now = { Date(timeIntervalSince1970: 1_767_225_600) }
    }
    #expect(pages == ["1", "1", "2"])
    #expect(walk.items == [1])
  }

  @Test("N100 case 96 case 98: a wait beyond the longest fails at once, with the time in the error")
  func tooLong() async {
    let (pages, walk) = await walk(.status(429, "", ["Retry-After": "99999999999999999999"]))
    #expect(pages == ["1"])
    #expect(walk.failure?.code == .retryAfterTooLong)
    #expect(walk.failure?.retryAfter.map { $0 > .seconds(60) } == true)
    #expect(walk.error?.fields["Retry-After"] == "99999999999999999999")
  }

  @Test(
    "N96 case 98 case 104: a hint that is junk is none",
    arguments: ["NaN", "inf", "1e400", "-100", "invalid"])
  func junkHint(text: String) async {
    let (pages, walk) = await walk(.status(429, "", ["Retry-After": text]), Self.good, Self.last)
    #expect(pages == ["1", "1", "2"])
    #expect(walk.items == [1])
  }

  @Test("case 102: waits that the server asks for count as attempts")
  func waitsCount() async {
    let limited = HTTPResponse.status(429, "", ["Retry-After": "0"])
    let (pages, walk) = await walk(limited, limited, limited, limited, limited, Self.good)
    #expect(pages == ["1", "1", "1"])
    #expect(walk.failure?.code == .retriesExhausted)
    #expect(walk.error?.code == .rateLimited)
    let patient = await self.walk(
      limited, limited, limited, limited, limited, Self.good, Self.last,
      retry: RetryPolicy(maxAttempts: 6, backoff: .constant(.zero)))
    #expect(patient.urls.count == 7)
    #expect(patient.walk.items == [1])
  }

  @Test(
    "N91: a 200 with an error in its body is turned down, or tried again, by the user's own check")
  func check() async {
    let bad = HTTPResponse.json(#"{"ok":false,"error":"ratelimited"}"#)
    let refused = await walk(Self.good, bad) { options in
      options.check = { response in
        struct Refused: Error {}
        if response.body.starts(with: Data(#"{"ok":false"#.utf8)) { throw Refused() }
      }
    }
    #expect(refused.urls == ["1", "2"])
    #expect(refused.walk.error?.code == .rejected)
    #expect(refused.walk.error?.excerpt?.contains("ratelimited") == true)
    let again = await walk(bad, Self.good, Self.last) { options in
      options.check = { response in
        guard response.body.starts(with: Data(#"{"ok":false"#.utf8)) else { return }
        throw HTTPError(.rateLimited, "slow down", retryAdvice: .retry)
      }
    }
    #expect(again.urls == ["1", "1", "2"])
    #expect(again.walk.items == [1])
  }

  @Test("N92: a body that cannot be decoded is asked for once more, then it is an error")
  func undecodable() async {
    let cut = HTTPResponse.json(#"{"items":[1,2"#)
    let (pages, walk) = await walk(Self.good, cut, cut, Self.good)
    #expect(pages == ["1", "2", "2"])
    #expect(walk.error?.code == .undecodableBody)
    #expect(await self.walk(cut, Self.good, Self.last).walk.items == [1])
  }

  @Test(
    "N89 N90: lost answers are asked for again, what cannot work is not",
    arguments: [
      (URLError.Code.networkConnectionLost, true), (.cannotConnectToHost, true), (.timedOut, true),
      (.dnsLookupFailed, true), (.cancelled, true), (.serverCertificateUntrusted, false),
      (.badURL, false),
    ])
  func lost(code: URLError.Code, isTriedAgain: Bool) async {
    let server = StubTransport { _, number in
      if number == 1 { throw URLError(code) }
      return number == 2 ? Self.good : Self.last
    }
    let walk = await HTTPPageSource(Self.scheme, Self.x, over: server).walk(retry: Self.atOnce)
    #expect((walk.failure == nil) == isTriedAgain)
    #expect(server.requests.count == (isTriedAgain ? 3 : 1))
    if code == .timedOut {
      let late = StubTransport { _, _ in throw URLError(.timedOut) }
      let error = await HTTPPageSource(Self.scheme, Self.x, over: late).walk().error
      #expect(error?.code == .timedOut)
    }
  }

  @Test("case 154 N115: a cursor that can be used once is not sent again after an answer was lost")
  func usedOnce() async {
    var options = HTTPOptions()
    options.retriesLostAnswers = false
    for (code, count) in [(URLError.Code.timedOut, 1), (.cannotConnectToHost, 3)] {
      let server = StubTransport { _, _ in throw URLError(code) }
      _ = await HTTPPageSource(Self.scheme, Self.x, options, over: server).walk(retry: Self.atOnce)
      #expect(server.requests.count == count)
    }
    let marked = StubTransport { _, number in
      if number == 1 { return Self.good }
      if number == 2 { throw URLError(.timedOut) }
      return .status(400, "already used")
    }
    let walk = await HTTPPageSource(Self.scheme, Self.x, over: marked).walk(retry: Self.atOnce)
    #expect(walk.error?.status == 400)
    #expect(marked.requests.count == 3)
  }

  @Test(
    "case 154: nor is it after an answer that may have used it up and is no page",
    arguments: [
      HTTPResponse.json(#"{"items":[1,"#), .json(""), .status(500), .status(502), .status(504),
    ])
  func usedUp(answer: HTTPResponse) async {
    let (pages, walk) = await walk(Self.good, answer, Self.good, Self.last) {
      $0.retriesLostAnswers = false
    }
    #expect(pages == ["1", "2"])
    #expect(walk.items == [1])
    #expect(walk.error != nil)
    let refused = await self.walk(Self.good, .status(503), Self.good, Self.last) {
      $0.retriesLostAnswers = false
    }
    #expect(refused.urls == ["1", "2", "2", "3"])
  }

  @Test("N36: a rate limit is no end, although its status is one by choice (Q01)")
  func limitIsNoEnd() async {
    let (pages, walk) = await walk(Self.good, .status(403, "", ["Retry-After": "120"])) {
      $0.endStatuses = [403]
    }
    #expect(pages == ["1", "2"])
    #expect(walk.end == nil)
    #expect(walk.error?.code == .rateLimited)
  }
}
