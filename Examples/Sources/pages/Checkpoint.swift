// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file to resume from that cannot be used.
struct CheckpointError: Error, CustomStringConvertible {
  let description: String
  var isAboutWriting = false
}

/// The file that holds where to go on.
struct Checkpoint: Sendable {
  private let path: String

  /// A file, which need not be there.
  init(path: String) {
    // A link stays one: what it leads to is replaced.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The point in the file.
  ///
  /// - Returns: The point; `nil` if there is no file.
  /// - Throws: ``CheckpointError`` if there is one and no point in it: to begin again in silence
  ///   would give everything twice.
  func read() throws(CheckpointError) -> ResumePoint<HTTPCursor>? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let text = try Data(contentsOf: URL(fileURLWithPath: path))
      return try JSONDecoder().decode(ResumePoint<HTTPCursor>.self, from: text)
    } catch let error as FeedError {
      throw unusable("\(error)")
    } catch is DecodingError {
      throw unusable("it is no JSON")
    } catch {
      throw unusable("it cannot be read")
    }
  }

  /// Refuses a point of another query.
  func check(
    _ point: ResumePoint<HTTPCursor>, fingerprint: String
  ) throws(CheckpointError) {
    guard point.fingerprint != fingerprint else { return }
    throw unusable("it belongs to another URL, scheme or body")
  }

  /// Replaces what is in the file, as a whole or not at all.
  ///
  /// Nobody but its owner can read it: it holds a cursor.
  ///
  /// - Parameter point: Where to go on.
  /// - Throws: ``CheckpointError``.
  func write(_ point: ResumePoint<HTTPCursor>) throws(CheckpointError) {
    let draft = "\(path).\(getpid()).new"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // What an earlier process of that number may have left.
      _ = unsafe unlink(draft)
      let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw unwritable() }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: try encoder.encode(point))
      try file.close()
      guard unsafe rename(draft, path) == 0 else { throw unwritable() }
    } catch {
      _ = unsafe unlink(draft)
      throw error as? CheckpointError ?? unwritable()
    }
  }

  private func unusable(_ reason: String) -> CheckpointError {
    CheckpointError(
      description: "'\(path)' holds no place to resume from: \(reason); remove it to begin again")
  }

  private func unwritable() -> CheckpointError {
    let reason = unsafe String(cString: strerror(errno))
    return CheckpointError(
      description: "'\(path)' cannot be written: \(reason)", isAboutWriting: true)
  }
}
