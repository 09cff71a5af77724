// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the `Link` fields of an answer say (RFC 8288).
///
/// The whole grammar is read, in time that grows with the length and no faster: blanks around `;`
/// and `=`, quoted values with backslashes, parameters without a value, several relations of a
/// link, commas and semicolons in a URL, and links on several lines. A link that is malformed is
/// left out; those after the next comma are read. Single quotes are no quotes: `rel='next'` is a
/// relation of the name `'next'`, with them.
public struct LinkHeader: Sendable, Hashable {
  /// One link.
  public struct Link: Sendable, Hashable {
    /// Where it leads: a reference, to be resolved against the URL of the answer.
    public let target: String

    /// The relations, in small letters, because they compare without regard to case.
    ///
    /// They are those of the first `rel`; others do not count (RFC 8288, section 3.3).
    public let relations: [String]

    /// All parameters, `rel` as well, in order.
    public let parameters: [FieldParameter]

    /// The value of a parameter; `nil` if there is none.
    ///
    /// For a name such as `title` that is `title*`, decoded, if that is there and in UTF-8 (RFC
    /// 8187), or else `title`. Of several of a name the first counts.
    ///
    /// - Parameter name: The name, in any case.
    public subscript(name: String) -> String? {
      let name = name.lowercasedASCII
      let extended = parameters.first { $0.name == name + "*" }?.value
      return extended.flatMap(Self.decoding) ?? parameters.first { $0.name == name }?.value
    }

    /// Decodes the value of an extended parameter, such as `UTF-8'de'n%C3%A4chste`.
    private static func decoding(extended value: String) -> String? {
      let parts = value.parts(at: UInt8(ascii: "'"), maxSplits: 2)
      guard parts.count == 3, parts[0].isEqual(ignoringCase: "utf-8") else { return nil }
      return String(validating: parts[2].percentDecodedBytes(), as: UTF8.self)
    }
  }

  /// The links that have a `rel`, in order.
  public let links: [Link]

  /// Reads the fields.
  ///
  /// - Parameter lines: The values of the `Link` fields, one for each line; see
  ///   ``HTTPFields/values(of:)``.
  public init(_ lines: [String]) {
    links = lines.flatMap { line in
      var parser = LinkParser(line)
      return parser.links()
    }
  }

  /// Where the first link of a relation leads.
  ///
  /// A link with an `anchor` says how something else is related, and is left out.
  ///
  /// - Parameter relation: The relation, such as `next`, in any case.
  /// - Returns: The reference as it was sent; `nil` if there is no such link.
  public func target(of relation: String) -> String? {
    let relation = relation.lowercasedASCII
    return links.first { $0.relations.contains(relation) && ($0["anchor"] ?? "").isEmpty }?.target
  }
}

/// Reads one `Link` field.
package struct LinkParser {
  private var scanner: FieldScanner

  /// How many bytes were looked at so far.
  package var work: Int { scanner.work }

  /// Creates a parser.
  ///
  /// - Parameter line: The value of the field.
  package init(_ line: String) {
    scanner = FieldScanner(line)
  }

  /// Reads all links.
  ///
  /// - Returns: Those that are well-formed and have a `rel`.
  package mutating func links() -> [LinkHeader.Link] {
    var links: [LinkHeader.Link] = []
    while scanner.peek() != nil {
      if let link = link() { links.append(link) }
      scanner.skipMember()
      _ = scanner.take(.comma)
    }
    return links
  }

  private mutating func link() -> LinkHeader.Link? {
    scanner.skipBlanks()
    guard let target = scanner.bracketed(), let parameters = scanner.parameters(),
      let rel = parameters.first(where: { $0.name == "rel" })?.value
    else { return nil }
    let relations = rel.utf8.split { $0.isBlank }.map { Substring($0).lowercasedASCII }
    return LinkHeader.Link(target: target, relations: relations, parameters: parameters)
  }
}
