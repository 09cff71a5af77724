// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that one thread owns: the thread that made this box.
///
/// It lets something that is `Sendable` by contract, a task executor, hold the state of an engine
/// that runs on one thread and needs no lock.
///
/// `@unchecked`, because the compiler cannot see that the object stays on its thread. The proof:
/// the object is private, and handed out only if the calling thread is the one that made the box;
/// being not `Sendable` it cannot go from there into a task or to another thread. The system may
/// give the identity of a thread that has ended to a new one, but the two never run at the same
/// time.
final class Confined<Object: AnyObject>: @unchecked Sendable {
  private let object: Object
  private let owner = ThreadIdentity.current

  init(_ make: () -> Object) {
    object = make()
  }

  /// The object if this is its thread, else `nil`.
  var here: Object? { ThreadIdentity.current == owner ? object : nil }
}

/// A running thread, to be compared with another one.
struct ThreadIdentity: Equatable, Sendable {
  private let number: UInt

  /// The thread that asks.
  static var current: Self {
    #if canImport(Darwin)
      unsafe Self(number: UInt(bitPattern: pthread_self()))
    #elseif canImport(Musl)
      Self(number: UInt(bitPattern: pthread_self()))
    #else
      Self(number: UInt(pthread_self()))
    #endif
  }
}
