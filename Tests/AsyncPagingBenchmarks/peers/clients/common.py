# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""What every client does: walk a list once to warm up, once more against the clock, and tell."""

import json
import resource
import sys
import time


def _processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(pages_of):
    """Walks the lists of the server that the command line names.

    `pages_of(base, path)` gives the pages of a list, each with its decoded items.
    """
    base = sys.argv[1]
    for items in pages_of(base, "/warm-up"):
        assert len(items) > 0
    pages = count = total = 0
    processor, start = _processor_seconds(), time.perf_counter()
    for items in pages_of(base, "/items"):
        pages += 1
        count += len(items)
        for item in items:
            total += item["id"]
    seconds = time.perf_counter() - start
    processor = _processor_seconds() - processor
    print(json.dumps({
        "pages": pages, "items": count, "sum": total, "seconds": seconds, "processor": processor,
    }))
