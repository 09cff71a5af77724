# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""dlt's client for REST, with its paginator for cursors in JSON."""

import os

os.environ["RUNTIME__DLTHUB_TELEMETRY"] = "false"

from common import measure
from dlt.sources.helpers.rest_client import RESTClient
from dlt.sources.helpers.rest_client.paginators import JSONResponseCursorPaginator


def pages_of(base, path):
    client = RESTClient(
        base_url=base, data_selector="items",
        paginator=JSONResponseCursorPaginator(cursor_path="next", cursor_param="cursor"))
    return client.paginate(path)


measure(pages_of)
