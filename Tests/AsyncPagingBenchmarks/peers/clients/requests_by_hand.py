# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""The loop that people write with requests."""

import requests
from common import measure

session = requests.Session()


def pages_of(base, path):
    parameters = {}
    while True:
        response = session.get(base + path, params=parameters)
        response.raise_for_status()
        body = response.json()
        yield body["items"]
        if body["next"] is None:
            return
        parameters = {"cursor": body["next"]}


measure(pages_of)
