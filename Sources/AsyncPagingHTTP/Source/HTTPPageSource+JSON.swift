// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension HTTPPageSource {
  /// Creates a source whose answers are decoded as a type of your own.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging.
  ///   - items: Finds the items in an answer: a key path, or a function.
  ///   - options: How the source behaves.
  ///   - transport: What sends requests. Default: one session that all sources share.
  public init<Body: Decodable & Sendable>(
    _ scheme: PagingScheme<Body>, request: URLRequest,
    items: @escaping @Sendable (Body) -> [Item], options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) {
    self.init(
      scheme, request: request, options: options, transport: transport,
      decode: { try options.decode(Body.self, from: $0) }, items: items)
  }

  /// Creates a source whose answers are decoded as a type of your own, with items that may be
  /// broken.
  ///
  /// Items that are left out count all the same where items are counted.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging.
  ///   - items: Finds the items in an answer: a key path, or a function.
  ///   - options: How the source behaves.
  ///   - transport: What sends requests. Default: one session that all sources share.
  public init<Body: Decodable & Sendable>(
    _ scheme: PagingScheme<Body>, request: URLRequest,
    items: @escaping @Sendable (Body) -> Lossy<Item>, options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) where Item: Decodable {
    self.init(
      scheme, request, options, transport, decode: { try options.decode(Body.self, from: $0) },
      items: { body in
        let items = items(body)
        return (items.elements, items.elements.count + items.skippedCount)
      })
  }

  /// Creates a source for an API without a type of its own: paths lead to what is needed.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging.
  ///   - items: Where the items are in an answer.
  ///   - type: What an item is decoded as.
  ///   - rules: What items may be like. Default: they must be there and as the type wants.
  ///   - options: How the source behaves.
  ///   - transport: What sends requests. Default: one session that all sources share.
  public init(
    _ scheme: PagingScheme<JSONEnvelope<Item>>, request: URLRequest, items: JSONPath,
    of type: Item.Type, rules: ItemRules = [], options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) where Item: Decodable {
    let place = JSONEnvelope<Item>.DecodingConfiguration(path: items, rules: rules)
    self.init(
      scheme, request, options, transport,
      decode: { response in
        let json = response.json
        try options.limits.check(nesting: json)
        return try options.decoder.decode(
          JSONEnvelope<Item>.self, from: json, configuration: place)
      },
      items: { ($0.items, $0.items.count + $0.skippedCount) })
  }

  /// Creates a source whose answers are nothing but their items.
  ///
  /// - Parameters:
  ///   - scheme: How the API pages.
  ///   - request: The request for the first page, without any parameter of paging.
  ///   - type: What an answer is decoded as.
  ///   - options: How the source behaves.
  ///   - transport: What sends requests. Default: one session that all sources share.
  public init(
    _ scheme: PagingScheme<[Item]>, request: URLRequest, decoding type: [Item].Type,
    options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) where Item: Decodable {
    self.init(
      scheme, request: request, items: { $0 }, options: options, transport: transport)
  }
}

extension HTTPOptions {
  /// Decodes the JSON of an answer.
  func decode<Body: Decodable>(_ type: Body.Type, from response: HTTPResponse) throws -> Body {
    let json = response.json
    try limits.check(nesting: json)
    return try decoder.decode(type, from: json)
  }
}

extension HTTPResponse {
  /// The body without what some servers put before their JSON: a byte order mark, or the line
  /// `)]}'` that keeps it from being run as a script.
  var json: Data {
    var json = body
    if json.starts(with: [0xEF, 0xBB, 0xBF]) { json = json.dropFirst(3) }
    if json.starts(with: Data(")]}'".utf8)) {
      json = json.drop { $0 != UInt8(ascii: "\n") }
    }
    return json
  }
}
