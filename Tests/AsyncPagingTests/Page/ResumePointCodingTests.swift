// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Foundation
import Testing

@Suite(.tags(.resuming), .timeLimit(.minutes(10)))
struct ResumePointCodingTests {
  @Test("K1: a point says cursor, consumed items, index, fingerprint, end and version, and no more")
  func written() throws {
    let point = ResumePoint(
      cursor: "a", consumedCount: 1, index: 2, fingerprint: "q", isAtEnd: true)
    #expect(
      try text(of: point)
        == #"{"consumedCount":1,"cursor":"a","fingerprint":"q","index":2,"isAtEnd":true,"version":1}"#
    )
    #expect(ResumePoint<String>.currentVersion == 1)
  }

  @Test("K1 N73: a text that version 1 wrote is read by this version")
  func pinned() throws {
    let text =
      #"{"version":1,"cursor":"tok+/=en","consumedCount":7,"index":41,"fingerprint":"f","isAtEnd":false}"#
    let point = try JSONDecoder().decode(ResumePoint<String>.self, from: Data(text.utf8))
    #expect(
      point == ResumePoint(cursor: "tok+/=en", consumedCount: 7, index: 41, fingerprint: "f"))
    let start =
      #"{"version":1,"cursor":null,"consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#
    #expect(
      try JSONDecoder().decode(ResumePoint<String>.self, from: Data(start.utf8))
        == ResumePoint(cursor: nil))
  }

  @Test("K1: reading a point gives what was written", arguments: [0, 1, Int.max / 2 - 1])
  func roundTrip(number: Int) throws {
    let texts = ["", "a", "\u{1F600} \"quoted\" \\ \n", String(repeating: "x", count: 10_000)]
    for text in texts {
      try expectRoundTrip(
        ResumePoint(cursor: text, consumedCount: number, index: number, fingerprint: text))
      try expectRoundTrip(
        ResumePoint(cursor: [text: [number]], consumedCount: number, isAtEnd: true))
    }
    try expectRoundTrip(ResumePoint(cursor: number, index: number))
    try expectRoundTrip(ResumePoint(cursor: CountedCursor(UInt64.max, received: number)))
    try expectRoundTrip(ResumePoint(cursor: Data([0, 255]), index: number))
    try expectRoundTrip(ResumePoint<Int>(cursor: nil, consumedCount: number))
  }

  @Test("K1: CountedCursor keeps its count in a stored point, though equality ignores it")
  func countedCursor() throws {
    let point = ResumePoint(cursor: CountedCursor(5, received: 120), index: 3)
    let read = try JSONDecoder().decode(type(of: point), from: JSONEncoder().encode(point))
    #expect(read.cursor?.received == 120)
  }

  @Test(
    "K3 N72 case 161: a damaged point is refused with its own error",
    arguments: [
      "null", "[]", "42", #""a""#, "{}", #"{"version":1}"#,
      #"{"version":"1","cursor":"a","consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1.5,"cursor":"a","consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"cursor":"a","consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":7,"consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":["a"],"consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":-1,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":0,"index":-1,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":1e30,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":null,"index":0,"fingerprint":"","isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":0,"index":0,"fingerprint":null,"isAtEnd":false}"#,
      #"{"version":1,"cursor":"a","consumedCount":0,"index":0,"fingerprint":"","isAtEnd":"no"}"#,
    ])
  func damaged(text: String) throws {
    let error = #expect(throws: FeedError.self) {
      try JSONDecoder().decode(ResumePoint<String>.self, from: Data(text.utf8))
    }
    #expect(error?.code == .invalidResumePoint)
  }

  @Test(
    "K3 case 161: a point of another version is refused, with both versions named",
    arguments: [-1, 0, 2, 999, Int.max])
  func otherVersion(version: Int) throws {
    let text =
      #"{"version":\#(version),"cursor":"a","consumedCount":0,"index":0,"fingerprint":"","isAtEnd":false}"#
    let error = try #require(
      #expect(throws: FeedError.self) {
        try JSONDecoder().decode(ResumePoint<String>.self, from: Data(text.utf8))
      })
    #expect(error.code == .invalidResumePoint)
    #expect(error.description.contains("\(version)"))
    #expect(error.description.contains("reads 1"))
  }

  @Test("K3 case 161: an empty or cut text gives an error at every length, never a point")
  func cut() throws {
    let whole = try text(
      of: ResumePoint(cursor: "secret", consumedCount: 3, index: 12, fingerprint: "q"))
    for length in 0..<whole.utf8.count {
      // Where the text is no JSON at all it is the decoder's own error that comes out.
      #expect(throws: (any Error).self, "\(length)") {
        try JSONDecoder().decode(
          ResumePoint<String>.self, from: Data(whole.utf8.prefix(length)))
      }
    }
  }

  @Test("K3 case 161: a point in the middle that has lost its cursor is not taken for the start")
  func lostCursor() throws {
    let text = #"{"version":1,"consumedCount":0,"index":3,"fingerprint":"","isAtEnd":false}"#
    let error = #expect(throws: FeedError.self) {
      try JSONDecoder().decode(ResumePoint<String>.self, from: Data(text.utf8))
    }
    #expect(error?.code == .invalidResumePoint)
  }

  @Test("K3: the error about a damaged point quotes neither the cursor nor the text")
  func secrets() throws {
    let text = #"{"version":2,"cursor":"hush","consumedCount":0,"index":0,"fingerprint":"psst"}"#
    let error = try #require(
      #expect(throws: FeedError.self) {
        try JSONDecoder().decode(ResumePoint<String>.self, from: Data(text.utf8))
      })
    #expect(!error.description.contains("hush"))
    #expect(!error.description.contains("psst"))
  }

  @Test("K1: an Equatable point with other fields is another point")
  func equality() {
    let points = [
      ResumePoint(cursor: 1), ResumePoint(cursor: 2), ResumePoint(cursor: nil),
      ResumePoint(cursor: 1, consumedCount: 1), ResumePoint(cursor: 1, index: 1),
      ResumePoint(cursor: 1, fingerprint: "x"), ResumePoint(cursor: 1, isAtEnd: true),
    ]
    #expect(Set(points).count == points.count)
  }

  private func expectRoundTrip<Cursor: Codable>(_ point: ResumePoint<Cursor>) throws {
    let data = try JSONEncoder().encode(point)
    #expect(try JSONDecoder().decode(ResumePoint<Cursor>.self, from: data) == point)
  }

  private func text(of point: ResumePoint<String>) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(point), as: UTF8.self)
  }
}
