// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
#else
  import Foundation
#endif

/// Rules that also pass on how many items there are in all.
private struct TotalRules<Body: Sendable>: WrappingRules {
  let base: PagingScheme<Body>
  let total: AnswerField<Body>

  func next(after answer: HTTPAnswer<Body>) throws(HTTPError) -> NextPage {
    var page = try base.next(after: answer)
    // Nothing depends on it: one that makes no sense is unknown.
    page.totalCount = (try? total.count(in: answer)) ?? page.totalCount
    return page
  }
}

extension PagingScheme {
  /// This scheme, passing on how many items there are in all, for those who show it.
  ///
  /// The end does not depend on it: it may be an estimate, or change from page to page. Schemes
  /// that count pages or items and end with the total have a parameter of their own for it.
  ///
  /// ```swift
  /// .linkHeader().total(in: .header("X-Total"))
  /// ```
  ///
  /// - Parameter field: Where the number is; a text literal is a path into JSON.
  /// - Returns: The scheme.
  public func total(in field: AnswerField<Body>) -> Self {
    Self(TotalRules(base: self, total: field))
  }

  /// This scheme, passing on how many items there are in all, for those who show it.
  ///
  /// - Parameter count: Finds the number: a key path, or a function.
  /// - Returns: The scheme.
  public func total(in count: @escaping @Sendable (Body) -> Int?) -> Self {
    total(in: .body(count))
  }
}
