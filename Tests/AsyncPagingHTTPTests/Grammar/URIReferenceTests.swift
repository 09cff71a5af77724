// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation
import Testing

@Suite("References to the next page")
struct URIReferenceTests {
  private func resolve(
    _ reference: String, _ base: String = "https://api.example.com/v1/items?page=1"
  ) throws -> String {
    let base = try #require(URL(string: base))
    return try URIReference.resolve(reference, against: base).absoluteString
  }

  @Test(
    "N37 case 133: the examples of RFC 3986, section 5.4, resolve as they are given there",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
      ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
      ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
    ])
  func examples(reference: String, expected: String) throws {
    #expect(try resolve(reference, "http://a/b/c/d;p?q") == expected)
  }

  @Test(
    "N37 case 133: a relative reference is resolved against the URL of the answer",
    arguments: ["/v1/items?page=2", "?page=2", "items?page=2", " \n?page=2\t", "?page=2#top"])
  func relative(reference: String) throws {
    #expect(try resolve(reference) == "https://api.example.com/v1/items?page=2")
  }

  @Test(
    "N37 N38 case 118: U04 U06: bytes stay, and those that no URL has are escaped once",
    arguments: [
      // U04
      (
        "https://h.example/x?$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%3a1%22%7D%5d",
        "https://h.example/x?$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%3a1%22%7D%5d"
      ),
      // U06
      ("Products?$skiptoken=3", "https://h.example/odata/Products?$skiptoken=3"),
      ("?a=[1]&b=%3D", "https://h.example/odata/?a=%5B1%5D&b=%3D"),
      ("?q=a b|c\\d^`\"<>", "https://h.example/odata/?q=a%20b%7Cc%5Cd%5E%60%22%3C%3E"),
      ("?q=näher", "https://h.example/odata/?q=n%C3%A4her"),
      ("?q=100%", "https://h.example/odata/?q=100%25"),
      ("?q=%zz%4", "https://h.example/odata/?q=%25zz%254"),
      ("a[b]/%2e%2E/c", "https://h.example/odata/a%5Bb%5D/%2e%2E/c"),
      ("?a=1,2;b&c+d=/?:@!$'()*", "https://h.example/odata/?a=1,2;b&c+d=/?:@!$'()*"),
      ("?", "https://h.example/odata/?"), ("HTTPS://H.Example:443/x", "HTTPS://H.Example:443/x"),
      ("//h.example:8443/x", "https://h.example:8443/x"), ("//[::1]:80/x", "https://[::1]:80/x"),
      // A mark that combines with the byte before it does not hide it.
      ("?\u{301}a&\u{301}", "https://h.example/odata/?%CC%81a&%CC%81"),
    ])
  func bytes(reference: String, expected: String) throws {
    #expect(try resolve(reference, "https://h.example/odata/") == expected)
  }

  @Test(
    "N37: a base without a path is the root",
    arguments: [("x?y", "https://h/x?y"), ("../x", "https://h/x"), ("?y", "https://h?y")])
  func baseWithoutPath(reference: String, expected: String) throws {
    #expect(try resolve(reference, "https://h") == expected)
  }

  @Test(
    "N37: a base that is not for HTTP is refused", arguments: ["file:///a/b", "x/y", "ftp://h/"])
  func otherBase(base: String) throws {
    let error = #expect(throws: HTTPError.self) { try resolve("c", base) }
    #expect(error?.code == .invalidURL)
  }

  @Test("case 118: what was resolved is what a request asks for")
  func requestKeepsBytes() throws {
    let reference = "https://h.example/x?$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%7D%5d"
    let base = try #require(URL(string: "https://h.example/x?$top=2"))
    let url = try URIReference.resolve(reference, against: base)
    #expect(url.absoluteString == reference)
    #expect(
      url.query(percentEncoded: true) == "$skiptoken=%5b%7B%22t%22%3a%22%2bRID%3a~v%3d%23RT%7D%5d")
  }

  @Test(
    "N37: a reference that cannot be requested is refused",
    arguments: [
      "", " \t\n", "#top", "https://h/items{?page}", "?page={n}", "javascript:alert(1)",
      "file:///etc/hosts", "ftp://h/x", "data:,x", "items:2", "http:x", "https:", "https:///x",
      "https://user:pass@api.example.com/x", "//user@api.example.com/x", "https://@h/x",
      "https://api.example.com\\@evil.example/x", "https://a b/x", "https://h%2f.example/x",
      "https://hé.example/x", "https://h:x/", "https://h:99999/", "https://h:-1/", "https://[::1/x",
      "https://[]/x", "https://[x]/", "https://[::1]x/", "https://:80/", "?a=1\r\nHost: evil",
      "?a=\u{0}", "?a=\u{7F}", "https://a]b/", "https://h:1:2/",
    ])
  func refused(reference: String) throws {
    let error = #expect(throws: HTTPError.self) { try resolve(reference) }
    #expect(error?.code == .invalidURL)
    #expect(error?.detail.contains("evil") == false)
  }

  @Test("N37: the user name of the first request stays for relative references")
  func userOfBase() throws {
    #expect(try resolve("?b", "https://u:p@h/x?a") == "https://u:p@h/x?b")
  }

  @Test("N43: a hostile reference has as many bytes afterwards as it must")
  func long() throws {
    let dots = String(repeating: "../", count: 33_000) + "x"
    #expect(try resolve(dots, "https://h/a/b") == "https://h/x")
    let blanks = String(repeating: " a", count: 33_000)
    #expect(try resolve("?" + blanks + " ", "https://h/").utf8.count == 11 + 33_000 * 4)
  }
}
