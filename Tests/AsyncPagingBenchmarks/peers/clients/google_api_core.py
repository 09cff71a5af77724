# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""The iterator of Google's clients over JSON, on a session of requests."""

import requests
from common import measure
from google.api_core.page_iterator import HTTPIterator

session = requests.Session()


def pages_of(base, path):
    def api_request(method, path, query_params):
        response = session.request(method, base + path, params=query_params)
        response.raise_for_status()
        return response.json()

    iterator = HTTPIterator(
        client=None, api_request=api_request, path=path, item_to_value=lambda _, item: item,
        next_token="next")
    return (list(page) for page in iterator.pages)


measure(pages_of)
