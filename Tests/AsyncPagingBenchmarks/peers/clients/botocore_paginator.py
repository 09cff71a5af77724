# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""The paginator of botocore, on a service of our own that it reads from the folder beside this."""

import os

import botocore.session
from botocore import UNSIGNED
from botocore.config import Config
from common import measure

session = botocore.session.Session()
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "botocore_models")
session.get_component("data_loader").search_paths.append(folder)
operations = {"/items": "list_items", "/warm-up": "list_few"}


def pages_of(base, path):
    client = session.create_client(
        "asyncpaging", region_name="local", endpoint_url=base,
        config=Config(signature_version=UNSIGNED))
    pages = client.get_paginator(operations[path]).paginate()
    return (page["Items"] for page in pages)


measure(pages_of)
