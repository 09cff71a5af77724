// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import AsyncPagingHTTP
  import Testing

  @Suite("CurlTransport: what libcurl says")
  struct CurlHeadTests {
    /// A head of these lines.
    private func head(_ lines: [String], limit: Int = 1_000) throws -> CurlHead {
      var head = CurlHead()
      for line in lines { try head.add(Array("\(line)\r\n".utf8), limit: limit) }
      return head
    }

    @Test("of the heads that come the last one counts, and no line after it")
    func heads() throws {
      let head = try head([
        "HTTP/1.1 103 Early Hints", "Link: </a>; rel=preload", "", "HTTP/2 200", "ETag: \"a\"", "",
        "X-Trailer: a",
      ])
      #expect(head.isComplete)
      #expect(head.status == 200)
      #expect(head.fields == ["ETag": "\"a\""])
    }

    @Test("a head is not complete before its empty line", arguments: [100, 103, 200])
    func incomplete(status: Int) throws {
      var head = try head(["HTTP/1.1 \(status)", "A: b"])
      #expect(!head.isComplete)
      try head.add([0x0D, 0x0A], limit: 1_000)
      #expect(head.isComplete == (status == 200))
    }

    @Test("a value that is no UTF-8 is taken as Latin-1")
    func latin() throws {
      var head = CurlHead()
      try head.add(Array("X-A: Grün".utf8), limit: 99)
      try head.add(Array("X-B: Gr".utf8) + [0xFC] + Array("n\r\n".utf8), limit: 99)
      #expect(head.fields == ["X-A": "Grün", "X-B": "Grün"])
    }

    @Test("the limit counts every line, whether it is dropped or not")
    func limit() throws {
      let lines = ["HTTP/1.1 103", "A: b", "", "HTTP/1.1 200", "A: b", "", "A: b"]
      let size = lines.reduce(0) { $0 + $1.utf8.count + 2 }
      _ = try head(lines, limit: size)
      let error = try #require(throws: HTTPError.self) { try head(lines, limit: size - 1) }
      #expect(error.code == .fieldsTooLarge)
    }

    @Test(
      "libcurl's errors have a meaning",
      arguments: [
        (3, "", .invalidURL, false), (6, "", .noAnswer, true), (7, "", .noAnswer, true),
        (18, "", .noAnswer, true), (28, "", .timedOut, true), (52, "", .noAnswer, true),
        (35, "error:0A00010B:SSL routines::wrong version number", .noAnswer, false),
        (35, "OpenSSL SSL_connect: Connection reset by peer", .noAnswer, true),
        (35, "error:0A000126:SSL routines::unexpected eof while reading", .noAnswer, true),
        (60, "certificate has expired", .noAnswer, false), (92, "", .noAnswer, true),
      ] as [(Int, String, HTTPError.Code, Bool)])
    func meaning(of number: Int, message: String, is code: HTTPError.Code, isForRetry: Bool) {
      let error = HTTPError(curl: number, message)
      #expect(error.code == code)
      #expect(error.retryAdvice == (isForRetry ? .retry : .never))
      #expect(error.detail.contains("\(number)"))
    }
  }
#endif
