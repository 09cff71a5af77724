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

@Suite("Asking a server how it pages")
struct DetectingTests {
  /// An item of any kind.
  private struct Thing: Decodable, Sendable, Hashable {
    var id: Int
  }

  private static func detect(
    _ transport: StubTransport, _ query: String = "", options: HTTPOptions = HTTPOptions()
  ) async throws -> SchemeDetection<Thing> {
    let url = try #require(URL(string: "https://h.example/v1/list" + query))
    return try await HTTPPageSource.detecting(
      request: URLRequest(url: url), of: Thing.self, options: options, transport: transport)
  }

  /// A server with numbered pages of two items.
  private static func numbered(pages: Int, first: Int = 1, echoes: Bool = true) -> StubTransport {
    StubTransport { request, _ in
      let text = request.url?.query()?.split(separator: "&").first { $0.hasPrefix("page=") }
      let page = text.flatMap { Int($0.dropFirst(5)) } ?? first
      let items = page < first + pages ? #"{"id":\#(page * 2)},{"id":\#(page * 2 + 1)}"# : ""
      return .json(#"{"page":\#(echoes ? page : first),"pages":\#(pages),"items":[\#(items)]}"#)
    }
  }

  @Test("N120: what is found walks to the end, and prints as the line to write")
  func walk() async throws {
    let transport = Self.numbered(pages: 3)
    let detection = try await Self.detect(transport)
    #expect(
      "\(detection)" == #"HTTPPageSource(.pageNumber("page", totalPages: "$.pages"), "#
        + #"request: request, items: "$.items", of: Thing.self)"#)
    #expect(detection.finding.reasons.last?.hasSuffix("is another one") == true)
    #expect(transport.urls.count == 2)
    var items: [Thing] = []
    for try await page in try detection.knownSource().pages() { items += page.items }
    #expect(items.map(\.id) == Array(2...7))
  }

  @Test("N120: a first page that is the last is not asked for again")
  func onePage() async throws {
    let transport = Self.numbered(pages: 1)
    let detection = try await Self.detect(transport)
    #expect(detection.finding.kind == .pageNumber)
    #expect(detection.finding.reasons.last?.hasSuffix("page was not tried") == true)
    #expect(transport.urls.count == 1)
  }

  @Test("N120: an unknown scheme has no source, and an error that says what to do")
  func unknown() async throws {
    let detection = try await Self.detect(StubTransport(.json(#"[{"id":1}]"#)))
    #expect(detection.source == nil)
    let error = try #require(
      #expect(throws: HTTPError.self) { _ = try detection.knownSource() })
    #expect(error.code == .unknownScheme)
    #expect(error.detail.contains("may be all there is"))
  }

  @Test(
    "N120: a parameter that the server ignores is unknown, after one more request",
    arguments: [
      (#"{"page":1,"pages":9,"items":[{"id":1},{"id":2}]}"#, ""),
      (#"{"number":0,"size":2,"totalPages":9,"content":[{"id":1},{"id":2}]}"#, ""),
      (#"{"startAt":0,"total":9,"issues":[{"id":1},{"id":2}]}"#, ""),
      (#"{"offset":0,"limit":2,"rows":[{"id":1},{"id":2}]}"#, ""),
      (#"[{"id":1},{"id":2}]"#, "?page=1"), (#"[{"id":1},{"id":2}]"#, "?offset=0"),
      (#"[1,2]"#, "?page=1"), (#"[{"id":1,"_more_changes":true}]"#, ""),
      (#"{"items":[{"id":1}],"nextPageToken":"t"}"#, ""),
      // A new token each time: no cycle would ever be seen.
      (#"{"items":[{"id":1}],"nextPageToken":"t@"}"#, ""),
      (#"{"ok":true,"items":[{"id":1}],"response_metadata":{"next_cursor":"@"}}"#, ""),
      (#"{"object":"list","data":[{"id":1},{"id":2}],"has_more":true}"#, ""),
    ])
  func ignored(body: String, query: String) async throws {
    let transport = StubTransport { _, number in
      .json(body.replacingOccurrences(of: "@", with: "\(number)"))
    }
    let detection = try await Self.detect(transport, query)
    #expect(detection.finding.kind == .unknown)
    #expect(detection.source == nil)
    #expect(transport.urls.count == 2)
  }

  @Test("N120: a server that only changes what is beside the ids is found out, too")
  func ignoredWithOtherValues() async throws {
    let transport = StubTransport { _, number in
      .json(#"[{"id":\#(number == 1 ? 3 : 9),"at":1},{"id":2,"at":\#(number)},{"id":1}]"#)
    }
    let detection = try await Self.detect(transport, "?page=1")
    #expect(detection.finding.reasons.contains { $0.contains("the server ignores page") })
  }

  @Test("N120: a second page that says it is the first is unknown")
  func wrongNumber() async throws {
    let detection = try await Self.detect(Self.numbered(pages: 9, echoes: false))
    #expect(detection.finding.kind == .unknown)
    #expect(detection.finding.reasons.contains { $0.contains("another number at $.page") })
  }

  @Test("N120: a second page that is refused is unknown, and one to try again an error")
  func secondPage() async throws {
    let first = HTTPResponse.json(#"{"page":1,"pages":9,"items":[{"id":1}]}"#)
    for second in [HTTPResponse.status(400, "no"), .json("{}"), .json("x")] {
      let detection = try await Self.detect(StubTransport(first, second))
      #expect(detection.finding.kind == .unknown)
    }
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        _ = try await Self.detect(StubTransport(first, .status(503)))
      })
    #expect(error.retryAdvice != .never)
  }

  @Test("N120: a first answer that is a failure is an error")
  func failures() async throws {
    let error = try #require(
      await #expect(throws: HTTPError.self) {
        _ = try await Self.detect(StubTransport(.status(404, "no")), "?token=SECRET")
      })
    #expect(error.status == 404)
    #expect(!"\(error)".contains("SECRET"))
    var options = HTTPOptions()
    options.check = { _ in throw CancellationError() }
    let rejection = try #require(
      await #expect(throws: HTTPError.self) {
        _ = try await Self.detect(StubTransport(.json("[]")), options: options)
      })
    #expect(rejection.code == .rejected)
  }

  @Test(
    "N120 F5: whatever is found, a server that always sends the first page makes no endless loop",
    arguments: Shape.listed + Shape.more)
  func loops(shape: Shape) async throws {
    guard shape.status == 200 else { return }
    let transport = StubTransport { _, _ in
      HTTPResponse(
        status: 200, fields: shape.fields, body: Data(shape.body.utf8), url: HTTPResponse.nowhere)
    }
    var options = HTTPOptions()
    options.origins = .anywhere
    let detection = try await HTTPPageSource.detecting(
      request: try shape.request, of: JSON.self, options: options, transport: transport)
    guard let source = detection.source else { return }
    let found = transport.urls.count
    var pages = 0
    var failure: (any Error)?
    do {
      for try await _ in source.pages() {
        pages += 1
        if pages > 3 { break }
      }
    } catch {
      failure = error
    }
    #expect(pages <= 2)
    #expect(transport.urls.count - found <= 3)
    if pages == 2 { #expect((failure as? FeedError)?.code == .cursorCycle) }
  }

  @Test(
    "N120 F5: a server that goes on with the same token for ever is found out by the walk",
    arguments: [
      #"{"books":[{"id":@}],"nextPageToken":"t"}"#,
      #"{"books":[{"id":@}],"next":"https://h.example/v1/list?c=1"}"#,
      #"{"kind":"Listing","data":{"after":"t","children":[{"id":@}]}}"#,
    ])
  func sameToken(body: String) async throws {
    let transport = StubTransport { _, number in
      .json(body.replacingOccurrences(of: "@", with: "\(number)"))
    }
    let source = try await Self.detect(transport).knownSource()
    var pages = 0
    let error = try #require(
      await #expect(throws: FeedError.self) {
        for try await _ in source.pages() { pages += 1 }
      })
    #expect(error.code == .cursorCycle)
    #expect(pages == 2)
  }

  @Test("N120: two empty pages prove nothing, and that is said")
  func emptyPages() async throws {
    let transport = StubTransport { _, number in
      .json(#"{"books":[],"nextPageToken":"t\#(number)"}"#)
    }
    let detection = try await Self.detect(transport)
    #expect(detection.finding.kind == .cursor)
    #expect(detection.finding.reasons.last?.contains("proves nothing") == true)
  }

  @Test("N120: more without a cursor is unknown: nothing can be asked for")
  func inconsistent() async throws {
    let transport = StubTransport(.json(#"{"object":"list","data":[],"has_more":true}"#))
    let detection = try await Self.detect(transport)
    #expect(detection.finding.kind == .unknown)
    #expect(transport.urls.count == 1)
  }
}
