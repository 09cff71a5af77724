// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

extension HTTPResponse {
  /// The value at the end of a path in the body.
  ///
  /// - Parameter path: The path.
  /// - Returns: The value, or `nil` if the path leads nowhere.
  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code/undecodableBody`` if the body is no JSON.
  func value(at path: JSONPath) throws(HTTPError) -> JSON? {
    let root: JSON
    do {
      root = try JSONDecoder().decode(JSON.self, from: body)
    } catch {
      throw HTTPError(
        .undecodableBody, "the body is no JSON", retryAdvice: .never, underlying: error)
    }
    return path.value(in: root)
  }
}
