// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// S3's ListObjectsV2, which answers in XML: continuation tokens beside a flag.
func objectStorage(_ service: Service) -> [Walk] {
  @Sendable func walk(_ list: String, _ parameters: KeyValuePairs<String, String>) -> Walk {
    let request = service.request("songs", parameters)
    return Walk(service, "S3 continuation token, XML", list, title: \.self) { size, transport in
      let scheme = PagingScheme<ObjectListing>.cursor(
        in: \.nextContinuationToken, as: .query("continuation-token"), hasMore: \.isTruncated)
      return HTTPPageSource(
        scheme.limit(as: .query("max-keys"), size: size), request: request, transport: transport,
        decode: ObjectListing.init, items: \.keys)
    }
  }
  return [
    walk("objects", ["list-type": "2"]),
    walk("objects of one genre", ["list-type": "2", "prefix": "R&B/"]),
  ]
}

/// An answer of ListObjectsV2.
struct ObjectListing: Sendable {
  private(set) var keys: [String] = []
  private(set) var nextContinuationToken: String?
  private(set) var isTruncated: Bool?

  /// Reads an answer.
  ///
  /// - Parameter response: The answer.
  /// - Throws: A `DecodingError` if it is no whole document: half a list is not the end of one.
  init(_ response: HTTPResponse) throws {
    let reader = ListingReader()
    let parser = XMLParser(data: response.body)
    parser.delegate = reader
    guard parser.parse() else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "it is no XML at line \(parser.lineNumber)",
          underlyingError: parser.parserError))
    }
    keys = reader.values["Contents/Key"] ?? []
    nextContinuationToken = reader.values["ListBucketResult/NextContinuationToken"]?.first
    isTruncated = reader.values["ListBucketResult/IsTruncated"]?.first.map { $0 == "true" }
  }
}

/// Keeps the texts of a document by the names of their element and the one around it.
private final class ListingReader: NSObject, XMLParserDelegate {
  private(set) var values: [String: [String]] = [:]
  private var names: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(name)
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    values[names.suffix(2).joined(separator: "/"), default: []].append(text)
    names.removeLast()
    text = ""
  }
}
