// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Nanoseconds on a clock that never goes back.
int64_t benchmark_wall_nanoseconds(void);

/// Nanoseconds of processor time that this process has used on all its threads.
int64_t benchmark_cpu_nanoseconds(void);

/// The bytes of this process that are in memory now, or -1 where that is not known.
int64_t benchmark_resident_bytes(void);

/// The bytes that are allocated on the heap now, or -1 where that is not known.
int64_t benchmark_heap_bytes(void);

/// How many tasks wanted a processor on average during the last minute, or -1.
double benchmark_load_average(void);

/// Gives memory that is free back to the system, where the C library can.
void benchmark_trim_heap(void);

/// Whether allocations can be counted in this build.
bool benchmark_counts_allocations(void);

/// Begins to count allocations from zero, or stops.
void benchmark_count_allocations(bool counts);

/// How many allocations there were while they were counted.
int64_t benchmark_allocation_count(void);

/// How many bytes those allocations asked for.
int64_t benchmark_allocation_bytes(void);

/// Calls a function on a new thread and tells how many bytes of its stack were written to, or -1 if
/// there is no such thread to be had.
int64_t benchmark_stack_bytes(void (*function)(void *context), void *context);
