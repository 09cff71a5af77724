// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard output cannot be written.
struct OutputError: Error, CustomStringConvertible {
  let code: Int32

  var description: String {
    unsafe "standard output cannot be written: \(String(cString: strerror(code)))"
  }
}

/// Standard output, a line a value.
struct Output {
  /// How a page was written.
  enum Outcome {
    case whole

    /// The task was cancelled after so many lines.
    case interrupted(after: Int)

    /// Whoever reads has gone, after so many lines.
    case closed(after: Int)

    /// It cannot be written any more, after so many lines.
    case failed(OutputError, after: Int)

    /// How many lines of so many were written as a whole.
    func count(of all: Int) -> Int {
      switch self {
      case .whole: all
      case .interrupted(let count), .closed(let count), .failed(_, let count): count
      }
    }
  }

  /// How many bytes a pipe takes without blocking once it is ready for any.
  private static let portion = Int(PIPE_BUF)

  private let encoder = JSONEncoder()

  /// Prepares the output: a reader that has gone is an error of `write`, not a signal.
  init() {
    _ = signal(SIGPIPE, SIG_IGN)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Writes values, and returns when all are out; a line is never cut by Ctrl-C.
  ///
  /// - Parameter values: The values.
  /// - Returns: How far it came.
  /// - Throws: An `EncodingError`.
  func send(_ values: [JSON]) throws -> Outcome {
    var portion: [UInt8] = []
    var count = 0
    for value in values {
      let line = try encoder.encode(value) + [UInt8(ascii: "\n")]
      if !portion.isEmpty, portion.count + line.count > Self.portion {
        if let outcome = put(portion, &count) { return outcome }
        portion = []
      }
      portion += line
    }
    return put(portion, &count) ?? .whole
  }

  /// Writes lines when the output takes them, and counts them.
  ///
  /// - Returns: What kept them from being written; `nil` if nothing did.
  private func put(_ lines: [UInt8], _ count: inout Int) -> Outcome? {
    guard !isInterrupted() else { return .interrupted(after: count) }
    do throws(OutputError) {
      try writeAll(lines, &count)
      return nil
    } catch {
      return error.code == EPIPE ? .closed(after: count) : .failed(error, after: count)
    }
  }

  /// Waits until the output takes something, or the task is cancelled.
  private func isInterrupted() -> Bool {
    while !Task.isCancelled {
      var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      // Now and then it looks whether somebody pressed Ctrl-C: a pager may hold the pipe for hours.
      if unsafe poll(&output, 1, 200) != 0 { return false }
    }
    return true
  }

  /// Writes all lines, and counts those that are out.
  private func writeAll(_ lines: [UInt8], _ count: inout Int) throws(OutputError) {
    var rest = lines[...]
    while !rest.isEmpty {
      let size = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if size > 0 {
        count += rest.prefix(size).count { $0 == UInt8(ascii: "\n") }
        rest = rest.dropFirst(size)
      } else if errno == EAGAIN {
        // A terminal or pipe that somebody set to non-blocking.
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&output, 1, -1)
      } else if errno != EINTR {
        throw OutputError(code: errno)
      }
    }
  }
}
