// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a server must be told to give another page: a token, a number, a key, several of them, or a
/// whole URL.
///
/// A scheme makes it from an answer and puts it into the next request. It is opaque: nothing but
/// its scheme knows what it means. It is a secret, too, so its description hides it. Encoded it
/// keeps every digit and byte, so that a stored `ResumePoint` goes on where it was.
public struct HTTPCursor: Sendable, Hashable, Codable {
  private enum CodingKeys: String, CodingKey {
    case value, received, restarts, isBroken
  }

  /// What the scheme put in.
  public var value: JSON

  /// How many items came before; two cursors are equal whatever it is.
  public var received: Int

  /// How often the walk had to start over because a cursor had expired.
  ///
  /// A cursor that comes again after a new start is not a circle.
  var restarts = 0

  /// What the walk remembers; shared by its cursors, and not encoded.
  var memory: WalkMemory?

  /// The keys of the page that the cursor came with: delivered, when the cursor is asked with.
  var keys: [JSON] = []

  /// Why the page cannot be asked for: what the page before says of it makes no sense.
  ///
  /// The items of the page before are good all the same, so the error waits for its turn.
  var failure: HTTPError?

  /// Whether there is, or was before the cursor was stored, a ``failure``; `nil` for no.
  private var isBroken: Bool?

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - value: What the scheme needs to ask for the page.
  ///   - received: How many items came before.
  public init(_ value: JSON, received: Int = 0) {
    self.value = value
    self.received = received
  }

  /// Whether two cursors ask for the same.
  ///
  /// - Parameters:
  ///   - left: A cursor.
  ///   - right: Another one.
  /// - Returns: Whether their values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.restarts == right.restarts
  }

  /// Hashes what makes two cursors equal.
  ///
  /// - Parameter hasher: Takes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(restarts)
  }
}

extension HTTPCursor {
  /// The cursor of a page that cannot be asked for.
  init(failure: HTTPError) {
    self.init(.null)
    self.failure = failure
    isBroken = true
  }

  /// Refuses to ask with a cursor that is none.
  func check() throws(HTTPError) {
    guard isBroken == true else { return }
    throw failure
      ?? HTTPError(
        .inconsistent,
        "what the page before said of the next one made no sense; start from the first page")
  }

  /// This cursor as part of a walk.
  func continuing(
    received: Int, keys: [JSON], memory: WalkMemory, restarts: Int
  ) -> HTTPCursor {
    var cursor = self
    cursor.received = received
    cursor.keys = keys
    cursor.memory = memory
    cursor.restarts = restarts
    return cursor
  }
}

extension HTTPCursor: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// No more than that it is one: a cursor is a secret.
  public var description: String { "HTTPCursor(…)" }

  /// No more than that it is one: a cursor is a secret.
  public var debugDescription: String { description }

  /// Nothing: a cursor is a secret, for `dump` as well.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
