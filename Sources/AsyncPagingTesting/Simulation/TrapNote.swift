// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The schedule that is being run, kept where a signal handler finds it: a trap cannot be caught,
/// but the schedule that led to it can be printed.
///
/// This is the one place with raw memory, because a handler may neither allocate, lock nor count
/// references. It is sound: the bytes belong to one thread, which writes them, and which is also
/// the one on which a trap of its own code is delivered; they always end with a zero, and are freed
/// after the thread's key has been cleared.
@safe final class TrapNote {
  private static let capacity = 65_536
  private let bytes: UnsafeMutablePointer<UInt8>
  private let prefixLength: Int
  private var length = 0

  /// Creates the note of the current thread.
  ///
  /// - Parameter place: The exploration, for the reader.
  init(place: String) {
    unsafe bytes = .allocate(capacity: Self.capacity)
    let prefix = "\nAsyncPagingTesting: trapped in the exploration at \(place), replay: .replay(\""
    prefixLength = min(prefix.utf8.count, Self.capacity / 2)
    for (index, byte) in prefix.utf8.prefix(prefixLength).enumerated() {
      unsafe bytes[index] = byte
    }
    begin()
    unsafe pthread_setspecific(TrapSignals.shared.key, bytes)
  }

  deinit {
    pthread_setspecific(TrapSignals.shared.key, nil)
    unsafe bytes.deallocate()
  }

  /// Begins a run.
  func begin() {
    length = prefixLength
    unsafe bytes[length] = 0
  }

  /// Adds a choice.
  func push(_ choice: Int) {
    if choice < 10 {
      append(48 + UInt8(choice))
    } else {
      for byte in Schedule.text(of: choice).utf8 { append(byte) }
    }
  }

  /// Writes a byte, the zero behind it first.
  private func append(_ byte: UInt8) {
    guard length < Self.capacity - 1 else { return }
    unsafe bytes[length + 1] = 0
    unsafe bytes[length] = byte
    length += 1
  }
}

/// The signals that end a process when its code traps, and who handled them before.
@safe private struct TrapSignals: @unchecked Sendable {
  /// Installed with the first note; immutable since.
  static let shared = Self()

  private static let all = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  let key: pthread_key_t
  private let previous: UnsafeMutablePointer<sigaction>

  private init() {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    self.key = key
    unsafe previous = .allocate(capacity: 65)
    unsafe previous.initialize(repeating: sigaction(), count: 65)
    for signal in Self.all {
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handleTrap
      #elseif canImport(Musl)
        unsafe action.__sa_handler.sa_handler = handleTrap
      #else
        unsafe action.__sigaction_handler.sa_handler = handleTrap
      #endif
      action.sa_flags = SA_ONSTACK
      unsafe sigaction(signal, &action, previous + Int(signal))
    }
  }

  /// Prints the note of the thread that has trapped, and leaves the rest to who was there before.
  func handle(_ signal: Int32) {
    if let note = unsafe pthread_getspecific(key) {
      let text = unsafe note.assumingMemoryBound(to: CChar.self)
      let end: StaticString = "\")\n"
      _ = unsafe write(2, text, strlen(text))
      _ = unsafe write(2, end.utf8Start, end.utf8CodeUnitCount)
    }
    unsafe sigaction(signal, previous + Int(signal), nil)
    // A fault happens again on return; an abort does not.
    if signal == SIGABRT { raise(signal) }
  }
}

/// The handler; a function by itself, as C wants it.
private func handleTrap(_ signal: Int32) { TrapSignals.shared.handle(signal) }
