// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include "BenchmarkProbes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 8 << 20, PAINT = 0xA5 };

struct call {
  void (*function)(void *context);
  void *context;
};

static void *run(void *argument) {
  struct call *call = argument;
  call->function(call->context);
  return NULL;
}

// The stack is painted before and grows downwards: what is still painted at its low end was never
// reached.
int64_t benchmark_stack_bytes(void (*function)(void *context), void *context) {
  void *stack = NULL;
  if (posix_memalign(&stack, 65536, STACK_BYTES) != 0) return -1;
  memset(stack, PAINT, STACK_BYTES);

  struct call call = {function, context};
  pthread_attr_t attributes;
  pthread_t thread;
  int64_t used = -1;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstack(&attributes, stack, STACK_BYTES) == 0 &&
      pthread_create(&thread, &attributes, run, &call) == 0) {
    pthread_join(thread, NULL);
    const unsigned char *bytes = stack;
    int64_t untouched = 0;
    while (untouched < STACK_BYTES && bytes[untouched] == PAINT) untouched++;
    used = STACK_BYTES - untouched;
  }
  pthread_attr_destroy(&attributes);
  free(stack);
  return used;
}
