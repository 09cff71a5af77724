// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SchemeOption {
  /// The scheme.
  func scheme(
    _ details: SchemeDetails
  ) throws(UsageError) -> PagingScheme<JSONEnvelope<JSON>> {
    let hasMore = details.hasMore?.answerField
    let scheme: PagingScheme<JSONEnvelope<JSON>>
    switch self {
    case .link: scheme = .linkHeader()
    case .nextURL(let field): scheme = .nextURL(in: field.answerField)
    case .cursor(let field):
      scheme = .cursor(in: field.answerField, as: try details.cursorPlace(), hasMore: hasMore)
    case .keyset(let field):
      scheme = .keyset(
        after: CursorToken(in: field.answerField, as: try details.cursorPlace()), hasMore: hasMore)
    case .pageNumber(let place):
      return .pageNumber(
        as: place, first: details.first ?? 1, limit: details.pageSize?.place,
        size: details.pageSize?.size, total: details.total?.answerField,
        totalPages: details.totalPages?.answerField, hasMore: hasMore)
    case .offset(let place):
      return .offset(
        as: place, limit: details.pageSize?.place, size: details.pageSize?.size,
        first: details.first ?? 0, total: details.total?.answerField, hasMore: hasMore)
    case .range(let unit): return .range(unit: unit, size: details.pageSize?.size ?? 1)
    case .graphQL(let connection):
      scheme = .graphQL(connection: connection, variable: details.place)
    }
    return details.showingTotal(in: details.limiting(scheme))
  }
}

extension SchemeDetails {
  fileprivate func cursorPlace() throws(UsageError) -> CursorPlace {
    var words = Words(["--as", place ?? ""])
    _ = try words.next()
    return try words.place()
  }

  fileprivate func limiting(
    _ scheme: PagingScheme<JSONEnvelope<JSON>>
  ) -> PagingScheme<JSONEnvelope<JSON>> {
    guard let pageSize, let place = pageSize.place else { return scheme }
    return scheme.limit(as: place, size: pageSize.size)
  }

  fileprivate func showingTotal(
    in scheme: PagingScheme<JSONEnvelope<JSON>>
  ) -> PagingScheme<JSONEnvelope<JSON>> {
    total.map { scheme.total(in: $0.answerField) } ?? scheme
  }
}
