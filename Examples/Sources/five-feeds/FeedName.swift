// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The five feeds, and how much there is in each.
enum FeedName: String, CaseIterable, Sendable {
  case beer
  case social
  case photos
  case films
  case album

  /// How many items the server puts on a page.
  var pageSize: Int {
    switch self {
    case .beer, .social: 10
    case .photos: 30
    case .films: 20
    case .album: 50
    }
  }

  /// How many items a complete list has.
  ///
  /// The social feed has no end: it is left after 20 pages.
  var itemCount: Int {
    switch self {
    case .beer: 2_000
    case .social: 200
    case .photos, .album: 3_000
    case .films: 2_000
    }
  }

  /// How many pages hold these items.
  var pageCount: Int { itemCount / pageSize }
}
