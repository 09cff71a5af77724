// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import Testing

@Suite("A page store in memory")
struct MemoryPageStoreTests {
  private func page(_ text: String, at url: String = "http://a/") throws -> StoredPage {
    let response = HTTPResponse(
      status: 200, fields: ["ETag": "\"\(text)\""], body: Data(text.utf8),
      url: try #require(URL(string: url)))
    return try #require(StoredPage(response))
  }

  @Test("the page that was used longest ago goes first")
  func pages() async throws {
    let store = MemoryPageStore(pageLimit: 2)
    await store.store(try page("a"), for: "a")
    await store.store(try page("b"), for: "b")
    let used = await store.stored(for: "a")
    #expect(used == (try page("a")))
    await store.store(try page("c"), for: "c")
    let kept = [await store.stored(for: "a"), await store.stored(for: "c")]
    #expect(kept == [try page("a"), try page("c")])
    let gone = await store.stored(for: "b")
    #expect(gone == nil)
  }

  @Test("bytes are bounded, and a page larger than the store is not kept")
  func bytes() async throws {
    let store = MemoryPageStore(byteLimit: 200)
    for index in 0..<50 {
      await store.store(try page(String(repeating: "x", count: 50)), for: "\(index)")
      let bytes = await store.byteCount
      #expect(bytes <= 200)
    }
    let count = await store.pageCount
    #expect(count == 1)
    await store.store(try page(String(repeating: "y", count: 300)), for: "49")
    let (left, bytes) = (await store.pageCount, await store.byteCount)
    #expect(left == 0)
    #expect(bytes == 0)
  }

  @Test("it agrees with a simple model", arguments: 0..<10 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = MemoryPageStore(pageLimit: 5)
    var model: [(key: String, page: StoredPage)] = []
    for step in 0..<500 {
      let key = "\(Int.random(in: 0..<9, using: &generator))"
      let old = model.first { $0.key == key }
      if Bool.random(using: &generator) {
        let new = try page("\(step)")
        await store.store(new, for: key)
        model.removeAll { $0.key == key }
        model.append((key, new))
        if model.count > 5 { model.removeFirst() }
      } else {
        let found = await store.stored(for: key)
        #expect(found == old?.page)
        if let old {
          model.removeAll { $0.key == key }
          model.append(old)
        }
      }
    }
    await store.removeAll()
    let count = await store.pageCount
    #expect(count == 0)
  }

  @Test("an answer without a validator is no stored page")
  func noValidator() throws {
    let url = try #require(URL(string: "http://a/"))
    let fields: [HTTPFields] = [
      [:], ["ETag": ""], ["ETag": "\"a\"", "etag": "\"b\""], ["ETag": "\"a\u{1}\""],
    ]
    for fields in fields {
      #expect(StoredPage(HTTPResponse(status: 200, fields: fields, url: url)) == nil)
    }
  }
}
