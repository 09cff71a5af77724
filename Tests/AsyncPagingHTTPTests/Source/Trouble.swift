// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import LoopbackServer
import Testing

/// Something that a server or a network does once to a page, before the page comes as it should.
struct Trouble: Sendable, CustomTestStringConvertible {
  /// The body of the page.
  static let body = #"{"items":[3,4]}"#

  /// The time of the client and of the server.
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  let testDescription: String

  /// What the page is answered with first; the gate opens when the page has been asked for.
  var answers: @Sendable (ServerGate) -> [ServerAnswer]

  /// How long the client waits before each retry; `nil` if it depends on the moment at which the
  /// transport learns what has become of the connection.
  var waits: [Duration]? = []

  /// What ends the walk; `nil` if nothing does.
  var code: HTTPError.Code?

  init(
    _ name: String, _ answers: ServerAnswer..., waits: [Int]? = [], code: HTTPError.Code? = nil
  ) {
    testDescription = name
    self.answers = { _ in answers }
    self.waits = waits?.map { .seconds($0) }
    self.code = code
  }

  /// A body of which the rest comes later.
  static let slow: Trouble = {
    var trouble = Trouble("slow")
    trouble.answers = { [.slow(body, until: $0)] }
    return trouble
  }()

  /// Every way to say when to come back after a 429.
  static let rates = WaitHint.allCases.map { hint in
    Trouble(
      "429, \(hint)", .tooManyRequests(hint: hint, now: now),
      waits: [hint == .nothing || hint == .junk ? 1 : 30])
  }

  /// The others.
  static let others = [
    slow,
    Trouble("chunked", .chunked(body)),
    Trouble("redirected", .redirect(to: "/moved?p=2")),
    Trouble("dropped after the page", .dropsConnection(after: body), waits: nil),
    Trouble("dropped instead of the page", .hangUp, waits: nil),
    Trouble("cut", .cut(body), waits: [1]),
    Trouble("chunks without an end", .cutChunks(body), waits: [1]),
    Trouble("too long a length", .wrongLength(body, by: 3), waits: [1]),
    // What is left of it may be taken for the answer to the next request on the connection.
    Trouble("too short a length", .wrongLength(body, by: -3), waits: nil),
    Trouble("junk", .junk, waits: [1]),
    Trouble("a chunk of junk", .junkChunk, waits: [1]),
    Trouble("a page for people", .page, waits: [1]),
    Trouble("nothing in it", .ok(), waits: [1]),
    Trouble(
      "a burst", .unavailable(500), .unavailable(502),
      .unavailable(hint: .retryAfterSeconds, now: now), waits: [1, 1, 30]),
    Trouble(
      "down", .unavailable(), .unavailable(), .unavailable(), .unavailable(), waits: [1, 1, 1],
      code: .status),
    Trouble("a huge field", .hugeField(body, size: 70_000), code: .fieldsTooLarge),
    Trouble(
      "redirected to another port", .redirect(to: "http://127.0.0.1:1/"), code: .foreignOrigin),
  ]
}
