// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

extension PagingScheme {
  /// Pages by number, in a query.
  ///
  /// It ends with an empty page, or earlier if the server says how many there are.
  ///
  /// - Parameters:
  ///   - name: The parameter for the number.
  ///   - first: The number of the first page. Default: 1.
  ///   - sendsFirst: Whether the first request has the number as well. Default: yes.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - total: Where the number of all items is. Default: nowhere.
  ///   - totalPages: Where the number of all pages is. Default: nowhere.
  ///   - hasMore: Where a flag for more is; `true` counts more than an empty page. Default:
  ///     nowhere.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the totals.
  /// - Returns: The scheme.
  public static func pageNumber(
    _ name: String, first: Int = 1, sendsFirst: Bool = true, limit: String? = nil,
    size: Int? = nil, total: AnswerField<Body>? = nil, totalPages: AnswerField<Body>? = nil,
    hasMore: AnswerField<Body>? = nil, endRules: EndRules = .standard
  ) -> Self {
    pageNumber(
      as: .query(name), first: first, sendsFirst: sendsFirst, limit: limit.map { .query($0) },
      size: size, total: total, totalPages: totalPages, hasMore: hasMore, endRules: endRules)
  }

  /// Pages by number, in a query, with what the server says in a body of your own type.
  ///
  /// - Parameters:
  ///   - name: The parameter for the number.
  ///   - first: The number of the first page. Default: 1.
  ///   - sendsFirst: Whether the first request has the number as well. Default: yes.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - total: Finds the number of all items: a key path, or a function.
  ///   - totalPages: Finds the number of all pages.
  ///   - hasMore: Finds a flag for more.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the totals.
  /// - Returns: The scheme.
  public static func pageNumber(
    _ name: String, first: Int = 1, sendsFirst: Bool = true, limit: String? = nil,
    size: Int? = nil, total: (@Sendable (Body) -> Int?)?,
    totalPages: (@Sendable (Body) -> Int?)? = nil, hasMore: (@Sendable (Body) -> Bool?)? = nil,
    endRules: EndRules = .standard
  ) -> Self {
    pageNumber(
      name, first: first, sendsFirst: sendsFirst, limit: limit, size: size,
      total: total.map { .body($0) }, totalPages: totalPages.map { .body($0) },
      hasMore: hasMore.map { .body($0) }, endRules: endRules)
  }

  /// Pages by number, in a query, up to a number of pages in a body of your own type.
  ///
  /// - Parameters:
  ///   - name: The parameter for the number.
  ///   - first: The number of the first page. Default: 1.
  ///   - sendsFirst: Whether the first request has the number as well. Default: yes.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - totalPages: Finds the number of all pages: a key path, or a function.
  ///   - hasMore: Finds a flag for more.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the totals.
  /// - Returns: The scheme.
  public static func pageNumber(
    _ name: String, first: Int = 1, sendsFirst: Bool = true, limit: String? = nil,
    size: Int? = nil, totalPages: @escaping @Sendable (Body) -> Int?,
    hasMore: (@Sendable (Body) -> Bool?)? = nil, endRules: EndRules = .standard
  ) -> Self {
    pageNumber(
      name, first: first, sendsFirst: sendsFirst, limit: limit, size: size, total: nil,
      totalPages: totalPages, hasMore: hasMore, endRules: endRules)
  }

  /// Pages by number, in a query, as long as a flag in a body of your own type says that more
  /// follow.
  ///
  /// - Parameters:
  ///   - name: The parameter for the number.
  ///   - first: The number of the first page. Default: 1.
  ///   - sendsFirst: Whether the first request has the number as well. Default: yes.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - hasMore: Finds the flag: a key path, or a function.
  /// - Returns: The scheme.
  public static func pageNumber(
    _ name: String, first: Int = 1, sendsFirst: Bool = true, limit: String? = nil,
    size: Int? = nil, hasMore: @escaping @Sendable (Body) -> Bool?
  ) -> Self {
    pageNumber(
      name, first: first, sendsFirst: sendsFirst, limit: limit, size: size, total: nil,
      totalPages: nil, hasMore: hasMore)
  }

  /// Pages by number, in any place of the request.
  ///
  /// - Parameters:
  ///   - place: Where the number goes.
  ///   - first: The number of the first page. Default: 1.
  ///   - sendsFirst: Whether the first request has the number as well. Default: yes.
  ///   - limit: Where the number of wanted items goes. Default: nowhere.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - total: Where the number of all items is. Default: nowhere.
  ///   - totalPages: Where the number of all pages is. Default: nowhere.
  ///   - hasMore: Where a flag for more is. Default: nowhere.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the totals.
  /// - Returns: The scheme.
  public static func pageNumber(
    as place: CursorPlace, first: Int = 1, sendsFirst: Bool = true, limit: CursorPlace? = nil,
    size: Int? = nil, total: AnswerField<Body>? = nil, totalPages: AnswerField<Body>? = nil,
    hasMore: AnswerField<Body>? = nil, endRules: EndRules = .standard
  ) -> Self {
    precondition(first >= 0, "first is \(first), must be 0 or more")
    return Self(
      CountingRules(
        unit: .pages, place: place, limitPlace: limit, size: size, first: first,
        sendsFirst: sendsFirst,
        totals: Totals(
          items: total, pages: totalPages, hasMore: hasMore, endRules: endRules.checked())))
  }

  /// Items from an offset, in a query.
  ///
  /// The offset goes by the items that came, so a server that sends fewer than asked for loses
  /// nothing. It ends with an empty page, or earlier if the server says how many items there are.
  ///
  /// - Parameters:
  ///   - start: The parameter for the offset.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - first: The offset of the first item. Default: 0.
  ///   - sendsFirst: Whether the first request has the offset as well. Default: yes.
  ///   - total: Where the number of all items is. Default: nowhere.
  ///   - hasMore: Where a flag for more is; `true` counts more than an empty page. Default:
  ///     nowhere.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  /// - Returns: The scheme.
  public static func offset(
    start: String, limit: String? = nil, size: Int? = nil, first: Int = 0,
    sendsFirst: Bool = true, total: AnswerField<Body>? = nil, hasMore: AnswerField<Body>? = nil,
    endRules: EndRules = .standard
  ) -> Self {
    offset(
      as: .query(start), limit: limit.map { .query($0) }, size: size, first: first,
      sendsFirst: sendsFirst, total: total, hasMore: hasMore, endRules: endRules)
  }

  /// Items from an offset, in a query, with what the server says in a body of your own type.
  ///
  /// - Parameters:
  ///   - start: The parameter for the offset.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - first: The offset of the first item. Default: 0.
  ///   - sendsFirst: Whether the first request has the offset as well. Default: yes.
  ///   - total: Finds the number of all items: a key path, or a function.
  ///   - hasMore: Finds a flag for more.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  /// - Returns: The scheme.
  public static func offset(
    start: String, limit: String? = nil, size: Int? = nil, first: Int = 0,
    sendsFirst: Bool = true, total: (@Sendable (Body) -> Int?)?,
    hasMore: (@Sendable (Body) -> Bool?)? = nil, endRules: EndRules = .standard
  ) -> Self {
    offset(
      start: start, limit: limit, size: size, first: first, sendsFirst: sendsFirst,
      total: total.map { .body($0) }, hasMore: hasMore.map { .body($0) }, endRules: endRules)
  }

  /// Items from an offset, in a query, as long as a flag in a body of your own type says that more
  /// follow.
  ///
  /// - Parameters:
  ///   - start: The parameter for the offset.
  ///   - limit: The parameter for how many items are wanted. Default: none.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - first: The offset of the first item. Default: 0.
  ///   - sendsFirst: Whether the first request has the offset as well. Default: yes.
  ///   - hasMore: Finds the flag: a key path, or a function.
  /// - Returns: The scheme.
  public static func offset(
    start: String, limit: String? = nil, size: Int? = nil, first: Int = 0,
    sendsFirst: Bool = true, hasMore: @escaping @Sendable (Body) -> Bool?
  ) -> Self {
    offset(
      start: start, limit: limit, size: size, first: first, sendsFirst: sendsFirst, total: nil,
      hasMore: hasMore)
  }

  /// Items from an offset, in any place of the request.
  ///
  /// - Parameters:
  ///   - place: Where the offset goes.
  ///   - limit: Where the number of wanted items goes. Default: nowhere.
  ///   - size: How many items to ask for when the feed does not say. Default: what the server
  ///     likes.
  ///   - first: The offset of the first item. Default: 0.
  ///   - sendsFirst: Whether the first request has the offset as well. Default: yes.
  ///   - total: Where the number of all items is. Default: nowhere.
  ///   - hasMore: Where a flag for more is. Default: nowhere.
  ///   - endRules: By what the end is known; at least one. Default: an empty page, or the total.
  /// - Returns: The scheme.
  public static func offset(
    as place: CursorPlace, limit: CursorPlace? = nil, size: Int? = nil, first: Int = 0,
    sendsFirst: Bool = true, total: AnswerField<Body>? = nil, hasMore: AnswerField<Body>? = nil,
    endRules: EndRules = .standard
  ) -> Self {
    precondition(first >= 0, "first is \(first), must be 0 or more")
    return Self(
      CountingRules(
        unit: .items, place: place, limitPlace: limit, size: size, first: first,
        sendsFirst: sendsFirst,
        totals: Totals(items: total, hasMore: hasMore, endRules: endRules.checked())))
  }
}
