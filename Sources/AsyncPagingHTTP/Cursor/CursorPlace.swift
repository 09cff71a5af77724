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

/// Where in a request a cursor goes.
public struct CursorPlace: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case query(String)
    case header(String)
    case body(JSONPath)
    case form(String)
    case path(String)
    case url
  }

  private let kind: Kind

  /// A parameter of the query; the rest of the query stays as it is, byte for byte.
  ///
  /// - Parameter name: The name of the parameter.
  /// - Returns: The place.
  public static func query(_ name: String) -> Self { Self(kind: .query(name)) }

  /// A header field.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The place.
  public static func header(_ name: String) -> Self { Self(kind: .header(name)) }

  /// A member of a body that is JSON; the rest of the body keeps its values.
  ///
  /// - Parameter path: Where; objects on the way are made if they are not there.
  /// - Returns: The place.
  public static func body(_ path: JSONPath) -> Self { Self(kind: .body(path)) }

  /// A field of a body that is a form (`application/x-www-form-urlencoded`).
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The place.
  public static func form(_ name: String) -> Self { Self(kind: .form(name)) }

  /// A segment of the path that holds a name in braces, such as `{cursor}`.
  ///
  /// The segment is left out of the first request.
  ///
  /// - Parameter name: The name, without braces.
  /// - Returns: The place.
  public static func path(_ name: String) -> Self { Self(kind: .path(name)) }

  /// The whole URL: the cursor replaces it.
  public static let url = Self(kind: .url)

  /// Whether it is a segment of the path, which cannot just be left as the user wrote it.
  var isSegment: Bool {
    if case .path = kind { true } else { false }
  }

  /// A request with a value in this place, or without one.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` takes what is there away.
  ///   - request: The request.
  /// - Returns: The request with the value.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/misplacedCursor`` if there is no such
  ///   place in the request.
  public func placing(_ value: JSON?, in request: URLRequest) throws(HTTPError) -> URLRequest {
    var request = request
    switch kind {
    case .query(let name):
      request.url = try request.url.map { (url) throws(HTTPError) in
        try QueryEditor.setting(name, to: value?.text, in: url)
      }
    case .header(let name):
      let text = value?.text
      // A line break would begin another field.
      guard text?.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) != true else {
        throw HTTPError(.misplacedCursor, "a control character cannot go into the field \(name)")
      }
      request.setValue(text, forHTTPHeaderField: name)
    case .body(let path): request.httpBody = try Self.body(of: request, setting: path, to: value)
    case .form(let name):
      var form = try FormText(body: request.httpBody)
      form.set(name, to: value?.text)
      request.httpBody = form.body
      if request.value(forHTTPHeaderField: "Content-Type") == nil {
        request.setValue(
          "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      }
    case .path(let name):
      request.url = try request.url.map { (url) throws(HTTPError) in
        try Self.url(url, setting: name, to: value)
      }
    case .url:
      guard let value else { return request }
      guard case .string(let text) = value,
        let url = URL(string: text, encodingInvalidCharacters: false)
      else { throw HTTPError(.invalidURL, "the next URL is none") }
      request.url = url
    }
    return request
  }
}

extension CursorPlace {
  /// The body of a request with one member changed.
  private static func body(
    of request: URLRequest, setting path: JSONPath, to value: JSON?
  ) throws(HTTPError) -> Data {
    do {
      let old = request.httpBody ?? Data("{}".utf8)
      guard let new = try JSON.value(in: old)?.setting(path, to: value)
      else {
        throw HTTPError(
          .misplacedCursor, "the request's body has something else on the way of \(path)")
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(new)
    } catch let error as HTTPError where error.code == .misplacedCursor {
      throw error
    } catch {
      throw HTTPError(.misplacedCursor, "the request's body is no JSON")
    }
  }

  /// A URL with the segment of a name filled in, or left out.
  private static func url(
    _ url: URL, setting name: String, to value: JSON?
  ) throws(HTTPError) -> URL {
    let text = url.absoluteString
    let places = ["%7B\(name)%7D", "%7b\(name)%7d", "{\(name)}"]
    guard let range = places.lazy.compactMap({ text.range(of: $0) }).first else {
      throw HTTPError(.misplacedCursor, "the path of the request has no segment {\(name)}")
    }
    var new = text
    if let value {
      let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
      let segment = value.text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
      // These would climb the path.
      guard !segment.isEmpty, segment != ".", segment != ".." else {
        throw HTTPError(.misplacedCursor, "the cursor cannot be a segment of the path")
      }
      new.replaceSubrange(range, with: segment)
    } else {
      let isAfterSlash = range.lowerBound > text.startIndex && text[..<range.lowerBound].last == "/"
      let start = isAfterSlash ? text.index(before: range.lowerBound) : range.lowerBound
      new.removeSubrange(start..<range.upperBound)
    }
    guard let url = URL(string: new, encodingInvalidCharacters: false) else {
      throw HTTPError(.misplacedCursor, "the cursor makes no URL")
    }
    return url
  }
}

extension JSON {
  /// This value with what is at the end of a path replaced, or taken away.
  ///
  /// Objects on the way are made if they are not there.
  ///
  /// - Returns: The new value, or `nil` if something else is on the way.
  fileprivate func setting(_ path: JSONPath, to value: JSON?) -> JSON? {
    setting(path.steps[...], to: value)
  }

  private func setting(_ steps: ArraySlice<JSONPath.Step>, to value: JSON?) -> JSON? {
    guard let step = steps.first else { return value ?? .null }
    let rest = steps.dropFirst()
    switch (self, step) {
    case (.object(var members), .name(let name)):
      if rest.isEmpty {
        members[name] = value
      } else {
        let member = members[name] ?? .null
        guard value != nil || member != .null else { return self }
        guard let new = (member == .null ? .object([:]) : member).setting(rest, to: value)
        else { return nil }
        members[name] = new
      }
      return .object(members)
    case (.array(var elements), .position(let position)):
      let index = position < 0 ? elements.count + position : position
      guard elements.indices.contains(index),
        let new = elements[index].setting(rest, to: value)
      else { return nil }
      elements[index] = new
      return .array(elements)
    default: return nil
    }
  }
}
