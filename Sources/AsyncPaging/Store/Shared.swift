// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value behind a reference, so that what holds it is small.
@usableFromInline
final class Shared<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

extension Shared: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { String(describing: value) }

  @usableFromInline var customMirror: Mirror { Mirror(reflecting: value) }
}

extension Shared: Equatable where Value: Equatable {
  @inlinable
  static func == (one: Shared, other: Shared) -> Bool {
    one === other || one.value == other.value
  }
}

extension Shared: Hashable where Value: Hashable {
  @inlinable
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
