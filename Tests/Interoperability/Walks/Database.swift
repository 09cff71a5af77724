// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// DynamoDB's Query: the key of the last item as an object, sent back in the body.
///
/// A filter is used after the page was cut: pages come short or empty, and are not the end.
func database(_ service: Service) -> [Walk] {
  @Sendable func walk(_ list: String, _ body: String) -> Walk {
    var request = service.post("", body)
    request.setValue("DynamoDB_20120810.Query", forHTTPHeaderField: "X-Amz-Target")
    request.setValue("application/x-amz-json-1.0", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/dynamodb/aws4_request, "
        + "SignedHeaders=host, Signature=none", forHTTPHeaderField: "Authorization")
    let sent = request
    let style = "DynamoDB exclusive start key"
    return Walk(service, style, list, counted: "items", title: \.title.string) { size, transport in
      HTTPPageSource(
        .cursor(in: "$.LastEvaluatedKey", as: .body("$.ExclusiveStartKey"))
          .limit(as: .body("$.Limit"), size: size),
        request: sent, items: "$.Items", of: Record.self, transport: transport)
    }
  }
  let query = #""TableName": "songs", "KeyConditionExpression": "shelf = :shelf""#
  return [
    walk("items", #"{\#(query), "ExpressionAttributeValues": {":shelf": {"S": "one"}}}"#),
    walk(
      "items of one genre",
      #"""
      {\#(query), "FilterExpression": "genre = :genre",
      "ExpressionAttributeValues": {":shelf": {"S": "one"}, ":genre": {"S": "R&B"}}}
      """#),
  ]
}

/// An item, with its values by their types.
struct Record: Decodable, Sendable {
  struct Value: Decodable, Sendable {
    enum CodingKeys: String, CodingKey { case string = "S" }

    let string: String
  }

  let title: Value
}
