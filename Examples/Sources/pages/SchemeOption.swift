// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Foundation

/// A place in an answer.
enum Field: Sendable {
  case json(JSONPath)
  case header(String)

  /// The field for a scheme.
  var answerField: AnswerField<JSONEnvelope<JSON>> {
    switch self {
    case .json(let path): .json(path)
    case .header(let name): .header(name)
    }
  }
}

/// How the API pages, as the command line says it.
enum SchemeOption: Sendable {
  case link
  case nextURL(Field)
  case cursor(Field)
  case keyset(Field)
  case pageNumber(CursorPlace)
  case offset(CursorPlace)
  case range(unit: String)
  case graphQL(JSONPath)

  /// The option.
  var name: String {
    switch self {
    case .link: "--link"
    case .nextURL: "--next-url"
    case .cursor: "--cursor"
    case .keyset: "--keyset"
    case .pageNumber: "--page-number"
    case .offset: "--offset"
    case .range: "--range"
    case .graphQL: "--graphql"
    }
  }

  /// Whether the server is told a number: one that does not know the parameter sends the same page
  /// for ever.
  var isCounting: Bool {
    switch self {
    case .pageNumber, .offset: true
    default: false
    }
  }
}

/// What belongs to a scheme.
struct SchemeDetails: Sendable {
  var items: JSONPath?
  var itemsMayMiss = false
  var place: String?
  var first: Int?
  var hasMore: Field?
  var total: Field?
  var totalPages: Field?
  var pageSize: PageSize?

  /// Whether nothing of it was said.
  var isEmpty: Bool {
    items == nil && !itemsMayMiss && place == nil && first == nil && hasMore == nil && total == nil
      && totalPages == nil && pageSize == nil
  }

  /// Refuses what a scheme has no use for, and asks for what it needs.
  func check(for scheme: SchemeOption) throws(UsageError) {
    var (takesPlace, takesFirst, takesFlag, takesPages) = (false, false, false, false)
    switch scheme {
    case .cursor, .keyset:
      (takesPlace, takesFlag) = (true, true)
      guard place != nil else {
        throw UsageError("\(scheme.name) needs --as: where in the next request it goes")
      }
    case .graphQL: takesPlace = true
    case .pageNumber: (takesFirst, takesFlag, takesPages) = (true, true, true)
    case .offset: (takesFirst, takesFlag) = (true, true)
    case .range:
      guard pageSize != nil else { throw UsageError("--range needs --page-size") }
    case .link, .nextURL: break
    }
    let unused = [
      ("--as", place != nil && !takesPlace), ("--first", first != nil && !takesFirst),
      ("--has-more", hasMore != nil && !takesFlag),
      ("--total-pages", totalPages != nil && !takesPages),
    ].first(where: \.1)
    if let unused { throw UsageError("\(unused.0) means nothing with \(scheme.name)") }
    guard case .range = scheme else {
      guard pageSize == nil || pageSize?.place != nil else {
        throw UsageError("--page-size needs the parameter for it, such as per_page=100")
      }
      return
    }
    guard pageSize?.place == nil else {
      throw UsageError("--page-size is only a number with --range")
    }
  }
}
