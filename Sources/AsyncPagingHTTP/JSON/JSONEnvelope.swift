// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The items of an answer without a type of its own; what is around them is found by ``JSONPath``s.
public struct JSONEnvelope<Item: Sendable>: Sendable {
  /// The items at the end of the path.
  public let items: [Item]

  /// How many items were left out because they could not be decoded.
  public let skippedCount: Int
}

/// What to do with items that are not as they should be.
public struct ItemRules: OptionSet, Sendable, Hashable {
  /// The rules as bits.
  public let rawValue: Int

  /// Creates a set of rules from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A page on which the path leads nowhere has no items.
  ///
  /// Without it that is an error: the path may be wrong, and the data would seem to be empty.
  public static let mayBeMissing = ItemRules(rawValue: 1)

  /// An item that cannot be decoded, such as `null`, is left out.
  ///
  /// It counts all the same where items are counted.
  public static let mayBeUndecodable = ItemRules(rawValue: 2)
}

extension JSONEnvelope: DecodableWithConfiguration where Item: Decodable {
  /// Where the items are, and what they may be like.
  public struct DecodingConfiguration: Sendable {
    let path: JSONPath
    let rules: ItemRules
  }

  /// Decodes the items.
  ///
  /// - Parameters:
  ///   - decoder: Where the answer is.
  ///   - configuration: Where in it the items are.
  /// - Throws: A `DecodingError` if they are not there or not as they should be.
  public init(from decoder: any Decoder, configuration: DecodingConfiguration) throws {
    guard let place = try decoder.descending(configuration.path.steps[...]),
      try !place.singleValueContainer().decodeNil()
    else {
      items = []
      skippedCount = 0
      let isExcused =
        try configuration.rules.contains(.mayBeMissing) || decoder.hasNull(configuration.path)
      guard isExcused else {
        throw DecodingError.keyNotFound(
          MemberName(stringValue: "\(configuration.path)"),
          DecodingError.Context(
            codingPath: [],
            debugDescription: "there are no items; if they may be left out, say so"))
      }
      return
    }
    guard configuration.rules.contains(.mayBeUndecodable) else {
      items = try [Item](from: place)
      skippedCount = 0
      return
    }
    let lossy = try Lossy<Item>(from: place)
    items = lossy.elements
    skippedCount = lossy.skippedCount
  }
}

extension Decoder {
  /// The decoder at the end of a path; `nil` if the path leads nowhere.
  fileprivate func descending(_ steps: ArraySlice<JSONPath.Step>) throws -> (any Decoder)? {
    guard let step = steps.first else { return self }
    switch step {
    case .name(let name):
      guard let members = try? container(keyedBy: MemberName.self) else { return nil }
      let key = MemberName(stringValue: name)
      guard members.contains(key) else { return nil }
      return try members.superDecoder(forKey: key).descending(steps.dropFirst())
    case .position(let position):
      guard var elements = try? unkeyedContainer() else { return nil }
      let index = position < 0 ? (elements.count ?? 0) + position : position
      guard index >= 0 else { return nil }
      while elements.currentIndex < index, !elements.isAtEnd { _ = try elements.superDecoder() }
      guard !elements.isAtEnd else { return nil }
      return try elements.superDecoder().descending(steps.dropFirst())
    }
  }

  /// Whether there is a `null` at the end of a path.
  fileprivate func hasNull(_ path: JSONPath) throws -> Bool {
    try descending(path.steps[...])?.singleValueContainer().decodeNil() ?? false
  }
}

/// The name of any member of an object.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

/// An array whose elements may be `null` or broken: those are left out and counted.
///
/// ```swift
/// struct Envelope: Decodable { var items: Lossy<Song> }
/// let source = HTTPPageSource(scheme, request: request, items: \Envelope.items.elements)
/// ```
public struct Lossy<Element: Decodable & Sendable>: Decodable, Sendable {
  /// The elements that could be decoded, in order.
  public let elements: [Element]

  /// How many could not.
  public let skippedCount: Int

  /// Decodes the elements.
  ///
  /// - Parameter decoder: Where the array is.
  /// - Throws: A `DecodingError` if there is no array.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var skippedCount = 0
    while !container.isAtEnd {
      let place = try container.superDecoder()
      if let element = try? Element(from: place) {
        elements.append(element)
      } else {
        skippedCount += 1
      }
    }
    self.elements = elements
    self.skippedCount = skippedCount
  }
}
