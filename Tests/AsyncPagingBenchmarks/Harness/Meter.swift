// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkProbes

/// What one side of a comparison did in one round.
struct Sample {
  /// How many operations were measured.
  var operations = 0

  /// Nanoseconds that passed meanwhile.
  var wall: Int64 = 0

  /// Nanoseconds of processor time that the process used meanwhile, on all threads.
  var cpu: Int64 = 0

  /// Allocations meanwhile; 0 unless they were counted.
  var allocations: Int64 = 0

  /// Bytes that those allocations asked for.
  var allocatedBytes: Int64 = 0

  /// Figures of the benchmark's own.
  var notes: [String: Double] = [:]

  /// Nanoseconds an operation took.
  var wallPerOperation: Double { Double(wall) / Double(max(operations, 1)) }

  /// Nanoseconds of processor time an operation took.
  var cpuPerOperation: Double { Double(cpu) / Double(max(operations, 1)) }

  /// Allocations of an operation.
  var allocationsPerOperation: Double { Double(allocations) / Double(max(operations, 1)) }
}

/// Measures what a piece of work says is to be measured; its preparations are not.
struct Meter {
  /// What was measured so far.
  private(set) var sample = Sample()

  /// Whether this is a round for counting allocations, the times of which mean nothing.
  let countsAllocations: Bool

  /// Measures operations; several calls in one round are added up.
  ///
  /// - Parameters:
  ///   - operations: How many operations the body carries out.
  ///   - body: What is measured.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  mutating func time<Value>(
    _ operations: Int, _ body: () async throws -> Value
  ) async rethrows -> Value {
    if countsAllocations { benchmark_count_allocations(true) }
    let cpu = benchmark_cpu_nanoseconds()
    let wall = benchmark_wall_nanoseconds()
    let value = try await body()
    sample.wall += benchmark_wall_nanoseconds() - wall
    sample.cpu += benchmark_cpu_nanoseconds() - cpu
    if countsAllocations {
      benchmark_count_allocations(false)
      sample.allocations += benchmark_allocation_count()
      sample.allocatedBytes += benchmark_allocation_bytes()
    }
    sample.operations += operations
    return value
  }

  /// Adds what was measured elsewhere, for instance from a call to its effect in another task.
  ///
  /// - Parameter other: What was measured.
  mutating func add(_ other: Sample) {
    sample.operations += other.operations
    sample.wall += other.wall
    sample.cpu += other.cpu
    sample.allocations += other.allocations
    sample.allocatedBytes += other.allocatedBytes
    sample.notes.merge(other.notes) { _, new in new }
  }

  /// Keeps a figure of the benchmark's own; the median over the rounds is reported.
  ///
  /// - Parameters:
  ///   - name: What it is called in the thresholds.
  ///   - value: The figure.
  mutating func note(_ name: String, _ value: Double) { sample.notes[name] = value }
}
