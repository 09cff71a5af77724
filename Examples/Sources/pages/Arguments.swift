// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

/// What the command line asks for.
struct Arguments: Sendable {
  var url: URL
  var scheme: SchemeOption?
  var details = SchemeDetails()
  var headers: [String] = []
  var data: String?
  var hosts: Set<String> = []
  var timeout = Duration.seconds(30)
  var limit: Int?
  var rate: RateLimit?
  var retries = 3
  var longestWait = Duration.seconds(300)
  var checkpoint: String?
  var isQuiet = false

  /// What makes it another query, so that a place in one is none in the other.
  private(set) var identity: [String] = []
}

extension Arguments {
  /// Reads the command line.
  ///
  /// - Parameter words: The words after the program's name.
  /// - Returns: What it asks for; `nil` if it asks for help.
  /// - Throws: What is wrong with it.
  static func reading(_ words: [String]) throws(UsageError) -> Arguments? {
    guard !words.contains("--help"), !words.contains("-h") else { return nil }
    guard let placeholder = URL(string: "http:"), !words.isEmpty else {
      throw UsageError("there is no URL")
    }
    var arguments = Arguments(url: placeholder)
    var hasURL = false
    var words = Words(words)
    while let word = try words.next() {
      if word.hasPrefix("-") {
        try arguments.read(word, &words)
      } else if hasURL {
        throw UsageError("there are two URLs, or a value without its option: '\(word)'")
      } else {
        arguments.url = try url(word)
        hasURL = true
      }
    }
    guard hasURL else { throw UsageError("there is no URL") }
    arguments.identity.append(arguments.url.absoluteString)
    arguments.identity.sort()
    try arguments.check()
    return arguments
  }

  private static func url(_ text: String) throws(UsageError) -> URL {
    guard let url = URL(string: escaped(text), encodingInvalidCharacters: false),
      let host = url.host(), !host.isEmpty, ["http", "https"].contains(url.scheme?.lowercased())
    else { throw UsageError("the URL must begin with http:// or https:// and a host") }
    guard url.user() == nil else {
      throw UsageError("the URL has a user name: send a --header 'Authorization: …' instead")
    }
    return url
  }

  /// A text with what may not stand in a URL escaped, and nothing else.
  ///
  /// `URL` does so as well, but then it escapes what is escaped already once more.
  private static func escaped(_ text: String) -> String {
    let host = text.range(of: "://")?.upperBound ?? text.startIndex
    let path = text[host...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        + "-._~:/?#@!$&'()*+,;=%")
    return text[..<path]
      + (text[path...].addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
  }

  private mutating func read(_ option: String, _ words: inout Words) throws(UsageError) {
    switch option {
    case "--header": headers.append(try words.value())
    case "--allow-host": hosts.insert(try words.value())
    case "--timeout": timeout = try words.time()
    case "--limit": limit = try words.number(atLeast: 0)
    case "--rate": rate = try words.rate()
    case "--retries": retries = min(try words.number(atLeast: 0), 1_000)
    case "--longest-wait": longestWait = try words.time()
    case "--resume": checkpoint = try words.value()
    case "--quiet", "-q": isQuiet = true
    default:
      // Everything else makes it another query.
      try readQuery(option, &words)
      identity.append("\(option)=\(words.lastValue ?? "")")
    }
  }

  private mutating func readQuery(_ option: String, _ words: inout Words) throws(UsageError) {
    switch option {
    case "--link": try choose(.link)
    case "--next-url": try choose(.nextURL(try words.field()))
    case "--cursor": try choose(.cursor(try words.field()))
    case "--keyset": try choose(.keyset(try words.field()))
    case "--page-number": try choose(.pageNumber(try words.place()))
    case "--offset": try choose(.offset(try words.place()))
    case "--range": try choose(.range(unit: try words.value()))
    case "--graphql": try choose(.graphQL(try words.path()))
    case "--items": details.items = try words.path()
    case "--items-may-miss": details.itemsMayMiss = true
    case "--as": details.place = try words.value()
    case "--first": details.first = try words.number(atLeast: 0)
    case "--has-more": details.hasMore = try words.field()
    case "--total": details.total = try words.field()
    case "--total-pages": details.totalPages = try words.field()
    case "--page-size": details.pageSize = try words.pageSize()
    case "--data": data = try words.value()
    default: throw UsageError("there is no option '\(option)'")
    }
  }

  private mutating func choose(_ new: SchemeOption) throws(UsageError) {
    guard let scheme else {
      scheme = new
      return
    }
    throw UsageError("there are two schemes: \(scheme.name) and \(new.name)")
  }

  private func check() throws(UsageError) {
    guard let scheme else {
      guard details.isEmpty else {
        throw UsageError(
          "--items and what else belongs to a scheme need one: --link, --cursor, --page-number, …")
      }
      return
    }
    try details.check(for: scheme)
    if case .graphQL = scheme, data == nil {
      throw UsageError("--graphql needs --data with the query")
    }
  }
}
