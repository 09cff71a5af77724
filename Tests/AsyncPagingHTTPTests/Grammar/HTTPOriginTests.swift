// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("Origins")
struct HTTPOriginTests {
  @Test(
    "N39: scheme, host and port make an origin, however they are written",
    arguments: [
      ("https://h.example/x?y", "https://h.example"),
      ("HTTPS://H.Example:443", "https://h.example"),
      ("http://h.example:80/", "http://h.example"), ("http://h:8080/", "http://h:8080"),
      ("https://u:p@h.example/", "https://h.example"), ("https://[::1]/", "https://[::1]"),
      ("https://[::1]:8443/", "https://[::1]:8443"), ("http://h:/", "http://h"),
      ("https://h:80/", "https://h:80"),
    ])
  func descriptions(text: String, expected: String) throws {
    let url = try #require(URL(string: text))
    #expect(HTTPOrigin(url)?.description == expected)
  }

  @Test(
    "N39: what is not for HTTP has no origin",
    arguments: ["file:///etc/hosts", "mailto:a@b", "x", "ftp://h/", "//h/x"])
  func none(text: String) throws {
    #expect(HTTPOrigin(try #require(URL(string: text))) == nil)
  }
}
