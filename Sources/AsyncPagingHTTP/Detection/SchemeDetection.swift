// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What was found out about an API by asking it.
public struct SchemeDetection<Item: Decodable & Sendable>: Sendable {
  /// How it pages, and why that is thought.
  public let finding: SchemeFinding

  /// A source that pages so; `nil` if the scheme is unknown.
  public let source: HTTPPageSource<Item>?

  /// The source, or an error where there is none.
  ///
  /// - Returns: The source.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/unknownScheme``; its detail says what
  ///   was looked at and what to do.
  public func knownSource() throws(HTTPError) -> HTTPPageSource<Item> {
    guard let source else {
      throw HTTPError(.unknownScheme, finding.reasons.joined(separator: "; "))
    }
    return source
  }
}

extension SchemeDetection: CustomStringConvertible {
  /// The line of code to write instead; of something unknown, why it is.
  public var description: String { finding.code(itemType: "\(Item.self)") }
}

extension HTTPPageSource where Item: Decodable {
  /// Finds out how an API pages, by its first answer.
  ///
  /// It is meant for tools that are given a URL, and for the first minutes with an API: write the
  /// line that it prints, and the next version of the API cannot change what your program does.
  ///
  /// ```swift
  /// let detection = try await HTTPPageSource.detecting(request: request, of: Repository.self)
  /// print(detection)  // HTTPPageSource(.linkHeader(), request: request, items: "$", …
  /// let source = try detection.knownSource()
  /// ```
  ///
  /// Nothing is guessed; see ``SchemeFinding``. The request is sent once. Where something has to go
  /// into the next one, which is always but for a `Link` field and a next URL, the second page is
  /// asked for, too, and compared with the first: a server that ignores the parameter would send
  /// the first page for ever, so that is unknown. Items are not decoded.
  ///
  /// - Parameters:
  ///   - request: The request for the first page. It must have a URL for HTTP.
  ///   - type: What an item is decoded as.
  ///   - options: How the source behaves; they hold for the detection as well.
  ///   - transport: What sends requests. Default: one session that all sources share.
  /// - Returns: What was found, and the source.
  /// - Throws: ``HTTPError`` if there is no answer, or one whose status stands for a failure;
  ///   `CancellationError` when the task was cancelled.
  @concurrent
  public static func detecting(
    request: URLRequest, of type: Item.Type, options: HTTPOptions = HTTPOptions(),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) async throws -> SchemeDetection<Item> {
    guard let home = request.url, HTTPOrigin(home) != nil else {
      preconditionFailure("the request has no URL for HTTP")
    }
    let exchange = HTTPExchange(transport: transport, options: options, home: home)
    let finding = try await SchemeDetector(exchange: exchange, request: request).finding()
    let source = finding.proposal.map { proposal in
      HTTPPageSource(
        proposal.rule.scheme(), request: request, items: proposal.items.path, of: type,
        rules: proposal.items.rules, options: options, transport: transport)
    }
    return SchemeDetection(finding: finding, source: source)
  }
}
