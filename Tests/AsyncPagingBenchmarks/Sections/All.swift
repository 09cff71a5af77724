// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Benchmark {
  /// Every benchmark there is, in the order of the table.
  static let all: [Benchmark] = [
    walks, live, replay, fanOut, joining, leaving, depth, keeping, updates, demand, idle, prefetch,
    items, http, allocations, peers, leastActor,
  ].flatMap { $0 }
}
