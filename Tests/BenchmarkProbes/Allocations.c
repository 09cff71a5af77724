// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include "BenchmarkProbes.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

// The executable's functions take the place of the C library's for the whole process. All that a
// timed round pays for them is one look at a flag.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Atomic bool is_counting;
static _Atomic int64_t allocation_count;
static _Atomic int64_t allocation_bytes;

static inline void note(size_t size) {
  if (__builtin_expect(!atomic_load_explicit(&is_counting, memory_order_relaxed), 1)) return;
  atomic_fetch_add_explicit(&allocation_count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&allocation_bytes, (int64_t)size, memory_order_relaxed);
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note(count * size);
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  note(size);
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note(size);
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

bool benchmark_counts_allocations(void) { return true; }

void benchmark_count_allocations(bool counts) {
  if (counts) {
    atomic_store(&allocation_count, 0);
    atomic_store(&allocation_bytes, 0);
  }
  atomic_store(&is_counting, counts);
}

int64_t benchmark_allocation_count(void) { return atomic_load(&allocation_count); }

int64_t benchmark_allocation_bytes(void) { return atomic_load(&allocation_bytes); }

#else

bool benchmark_counts_allocations(void) { return false; }
void benchmark_count_allocations(bool counts) { (void)counts; }
int64_t benchmark_allocation_count(void) { return -1; }
int64_t benchmark_allocation_bytes(void) { return -1; }

#endif
