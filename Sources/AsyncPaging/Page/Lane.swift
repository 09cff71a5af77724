// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A kind of load; a lane has at most one load in flight.
public enum Lane: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The first page of a generation, also the very first load.
  case refresh

  /// The page after the last one.
  case next

  /// The page before the first one.
  case previous

  /// The lane's name.
  public var description: String { rawValue }
}
