// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "BenchmarkProbes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t benchmark_wall_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t benchmark_cpu_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

int64_t benchmark_resident_bytes(void) {
  long size = 0, resident = -1;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return -1;
  int count = fscanf(file, "%ld %ld", &size, &resident);
  fclose(file);
  return count == 2 ? (int64_t)resident * sysconf(_SC_PAGESIZE) : -1;
}

int64_t benchmark_heap_bytes(void) {
#if defined(__GLIBC__)
  struct mallinfo2 heap = mallinfo2();
  return (int64_t)(heap.uordblks + heap.hblkhd);
#else
  return -1;
#endif
}

double benchmark_load_average(void) {
  double load = -1;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

void benchmark_trim_heap(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
