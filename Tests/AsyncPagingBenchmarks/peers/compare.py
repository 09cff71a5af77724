#!/usr/bin/env python3
# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""Lets clients walk the same list of one server, in turns, and prints what each took.

usage: compare.py ROUNDS PROGRAM [CLIENT=PYTHON]...

PROGRAM serves the list and has the walks in Swift; a CLIENT is a script in `clients`.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAGES, ITEMS = 1000, 100_000
SUM = ITEMS * (ITEMS - 1) // 2
REFERENCE = "Swift: hand loop, URLSession"
SWIFT_WALKS = {
    "hand-loop": REFERENCE,
    "urlsession": "AsyncPagingHTTP, URLSession",
    "urlsession-overlapped": "AsyncPagingHTTP, URLSession, prefetching and overlapped",
    "curl": "AsyncPagingHTTP, libcurl",
    "curl-prefetching": "AsyncPagingHTTP, libcurl, prefetching and overlapped",
}
PYTHON_CLIENTS = {
    "requests_by_hand": "Python: loop by hand, requests",
    "google_api_core": "Python: google-api-core, HTTPIterator",
    "azure_core": "Python: azure-core, ItemPaged",
    "dlt_rest_client": "Python: dlt, RESTClient.paginate",
    "botocore_paginator": "Python: botocore, paginator",
}
HERE = Path(__file__).resolve().parent


def run(command, **more):
    """What a client says that it did; it ends with an error if it takes far too long."""
    environment = os.environ | {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    done = subprocess.run(
        command, env=environment | more, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no word"])[-1]
        raise RuntimeError(f"exit code {done.returncode}: {last}")
    return done.stdout


def telling(command):
    """A client that measures itself, without its start, and tells."""
    return lambda: json.loads(run(command))


def gh(base):
    """`gh`, measured from outside, with its start.

    It speaks to any server whose whole URL it is given, but not without a token, which it keeps
    from servers other than its own. It follows the links in the heads.
    """
    query = "[(.items | length), ([.items[].id] | add)] | @tsv"
    command = ["gh", "api", "--paginate", base + "/items", "--jq", query]

    def walk():
        with tempfile.TemporaryDirectory() as folder:
            before, start = os.times(), time.perf_counter()
            text = run(
                command, GH_TOKEN="none", GH_CONFIG_DIR=folder, GH_NO_UPDATE_NOTIFIER="1")
            seconds, after = time.perf_counter() - start, os.times()
        lines = [[int(number) for number in line.split("\t")] for line in text.splitlines()]
        processor = (after.children_user - before.children_user) + (
            after.children_system - before.children_system)
        return {
            "pages": len(lines), "items": sum(line[0] for line in lines),
            "sum": sum(line[1] for line in lines), "seconds": seconds, "processor": processor,
        }

    return walk


def clients_of(program, base, pythons):
    """Every client that is there, by its name in the table."""
    known = run([program, "walk"]).split()
    clients = {
        name: telling([program, "walk", walk, base])
        for walk, name in SWIFT_WALKS.items() if walk in known}
    for script, python in pythons.items():
        path = str(HERE / "clients" / f"{script}.py")
        clients[PYTHON_CLIENTS[script]] = telling([python, path, base])
    if shutil.which("gh"):
        clients["Go: gh api --paginate, with its start"] = gh(base)
    return clients


def check(told):
    """Raises an error unless a client has seen every item once."""
    seen = (told["pages"], told["items"], told["sum"])
    if seen != (PAGES, ITEMS, SUM):
        raise RuntimeError(f"saw {seen} pages, items and sum instead of {(PAGES, ITEMS, SUM)}")


def measure(clients, rounds):
    """The results of each client, and the errors of those that failed."""
    results, failures = {name: [] for name in clients}, {}
    for number in range(rounds):
        # Each round begins with another client.
        names = list(clients)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            if name in failures:
                continue
            try:
                told = clients[name]()
                check(told)
                results[name].append(told)
            except (OSError, RuntimeError, ValueError, KeyError, subprocess.SubprocessError) as error:
                failures[name] = error
    return results, failures


def median(results, figure):
    return statistics.median(figure(told) for told in results)


def show(results, failures, rounds):
    """Prints the table."""
    def speed(told):
        return PAGES / told["seconds"]

    print(f"\n{PAGES} pages of 100 items of 200 bytes over loopback, median of {rounds} rounds\n")
    print(f"{'client':<58}{'pages/s':>9}{'least':>9}{'most':>9}{'CPU us/page':>13}{'speed':>8}")
    reference = [] if REFERENCE in failures else results[REFERENCE]
    for name, told in results.items():
        if name in failures:
            print(f"{name:<58}  failed: {failures[name]}")
            continue
        speeds = [speed(one) for one in told]
        processor = median(told, lambda one: one["processor"]) / PAGES * 1e6
        ratios = [mine / speed(other) for mine, other in zip(speeds, reference)]
        ratio = f"{statistics.median(ratios):.2f}" if ratios else "–"
        print(
            f"{name:<58}{statistics.median(speeds):>9.0f}{min(speeds):>9.0f}{max(speeds):>9.0f}"
            f"{processor:>13.0f}{ratio:>8}")
    print("\nspeed: pages a second beside those of the Swift hand loop in the same round")


def main():
    rounds, program = int(sys.argv[1]), sys.argv[2]
    pythons = dict(argument.split("=", 1) for argument in sys.argv[3:])
    server = subprocess.Popen(
        [program, "serve", str(PAGES)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        base = f"http://127.0.0.1:{int(server.stdout.readline())}"
        results, failures = measure(clients_of(program, base, pythons), rounds)
    finally:
        # It serves until its input ends.
        server.stdin.close()
        server.wait(timeout=30)
    show(results, failures, rounds)
    sys.exit(1 if failures else 0)


main()
