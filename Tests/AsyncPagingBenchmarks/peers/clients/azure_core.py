# This source file is part of the AsyncPaging project.
# Copyright 2026 the AsyncPaging authors.
# Licensed under the Apache License, Version 2.0; see LICENSE.
# SPDX-License-Identifier: Apache-2.0

"""The pager of Azure's clients, with the pipeline that they have by default."""

from azure.core import PipelineClient
from azure.core.paging import ItemPaged
from azure.core.pipeline.policies import ContentDecodePolicy
from azure.core.pipeline.transport import RequestsTransport
from azure.core.rest import HttpRequest
from common import measure


def pages_of(base, path):
    client = PipelineClient(base_url=base, transport=RequestsTransport())

    def get_next(token):
        parameters = {} if token is None else {"cursor": token}
        request = HttpRequest("GET", client.format_url(path), params=parameters)
        response = client._pipeline.run(request, stream=False)
        response.http_response.raise_for_status()
        return response

    def extract_data(response):
        body = response.context[ContentDecodePolicy.CONTEXT_NAME]
        return body["next"], body["items"]

    return (list(page) for page in ItemPaged(get_next, extract_data).by_page())


measure(pages_of)
