// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  /// The head of an answer as it comes in, line by line.
  ///
  /// Heads of answers that are not the last one (1xx) are dropped, and so are lines after the body.
  package struct CurlHead {
    /// The status; 0 before the first line.
    package private(set) var status = 0

    /// The fields so far.
    package private(set) var fields = HTTPFields()

    /// Whether the last head is complete.
    package private(set) var isComplete = false

    private var size = 0

    /// Creates a head of which nothing has come.
    package init() {}

    /// Takes a line in, with or without its end.
    ///
    /// - Parameters:
    ///   - line: The bytes.
    ///   - limit: The most bytes of all lines together, whether they are dropped or not.
    /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/fieldsTooLarge``.
    package mutating func add(_ line: [UInt8], limit: Int) throws(HTTPError) {
      size += line.count
      guard size <= limit else {
        throw HTTPError(.fieldsTooLarge, "the header fields have more than \(limit) bytes")
      }
      guard !isComplete else { return }
      let line = line.trimmed { $0 == 0x0D || $0 == 0x0A }
      if line.isEmpty {
        isComplete = status >= 200
      } else if line.starts(with: "HTTP/".utf8) {
        let words = line.split(separator: 0x20, maxSplits: 2)
        status = words.count > 1 ? Int(text(words[1])) ?? 0 : 0
        fields = HTTPFields()
      } else if line.first.map(isBlank) == true {
        continueLast(with: text(line.trimmed(isBlank)))
      } else if let colon = line.firstIndex(of: 0x3A) {
        fields.append(
          text(line[(colon + 1)...].trimmed(isBlank)), for: text(line[..<colon].trimmed(isBlank)))
      }
    }

    /// A line that begins with a blank goes on with the one before (RFC 9112, section 5.2).
    private mutating func continueLast(with more: String) {
      guard var last = fields.lines.last else { return }
      last.value += last.value.isEmpty || more.isEmpty ? more : " " + more
      fields = HTTPFields(fields.lines.dropLast() + [last])
    }
  }

  /// The text of bytes, whatever they are: what is no UTF-8 is Latin-1.
  private func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  extension BidirectionalCollection {
    /// The part without such elements at both ends.
    fileprivate func trimmed(_ isDropped: (Element) -> Bool) -> SubSequence {
      let rest = drop(while: isDropped)
      let end = rest.lastIndex { !isDropped($0) }.map { rest.index(after: $0) }
      return rest[rest.startIndex..<(end ?? rest.startIndex)]
    }
  }
#endif
