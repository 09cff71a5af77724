// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The data behind the five feeds, each in the style of its service.
struct Catalogue: Sendable {
  let faults: FaultPlan

  /// Which page of which feed a request is for, and its first item.
  struct Place: Sendable {
    let feed: FeedName
    let page: Int
    let first: Int
  }

  /// Finds out what a request is for; `nil` if nothing here answers to it.
  func place(of target: PageTarget) -> Place? {
    switch target.path {
    case "/beer/reviews": target["after"].map { place(.beer, first: ($0 + 2) / 3) }
    case "/social/posts": target["skip"].map { place(.social, first: $0) }
    case "/photos": target["page"].flatMap { place(.photos, page: $0 - 1) }
    case "/films/upcoming": target["page"].flatMap { place(.films, page: $0 - 1) }
    case "/album/photos": target["offset"].map { place(.album, first: $0) }
    default: nil
    }
  }

  private func place(_ feed: FeedName, first: Int) -> Place {
    Place(feed: feed, page: first / feed.pageSize, first: first)
  }

  private func place(_ feed: FeedName, page: Int) -> Place? {
    guard page >= 0 else { return nil }
    // A page without items in the middle moves all that follow it.
    let emptyBefore = faults[feed].filter { $0.value == .emptyPage && $0.key < page }.count
    return Place(feed: feed, page: page, first: (page - emptyBefore) * feed.pageSize)
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - place: What was asked for.
  ///   - edition: How often the list was started anew.
  /// - Returns: A JSON text.
  func body(at place: Place, edition: Int) -> String {
    let end = place.feed == .social ? Int.max : place.feed.itemCount
    let isEmpty = faults[place.feed][place.page] == .emptyPage || place.first >= end
    let numbers = isEmpty ? 0..<0 : place.first..<min(place.first + place.feed.pageSize, end)
    switch place.feed {
    case .beer:
      let reviews = list(numbers) { #"{"row":\#($0 * 3 + 1),"text":"Beer \#($0) is good."}"# }
      // The total is told once, with the first page.
      return place.first == 0
        ? #"{"total":\#(end),"reviews":\#(reviews)}"# : #"{"reviews":\#(reviews)}"#
    case .social:
      return #"{"posts":\#(list(numbers) { #"{"id":\#($0),"text":"Post \#($0)"}"# })}"#
    case .photos:
      let photos = list(numbers) {
        #"{"id":\#($0),"height":\#(120 + $0 * 37 % 200),"edition":\#(edition)}"#
      }
      return #"{"hasMore":\#(place.first < end),"photos":\#(photos)}"#
    case .films:
      // Behind its last page this service answers with the last page again.
      let last = end - place.feed.pageSize..<end
      let films = list(numbers.isEmpty ? last : numbers) {
        #"{"id":\#($0),"title":"Film \#($0)","month":\#($0 / 160 + 1)}"#
      }
      return #"{"films":\#(films)}"#
    case .album:
      // The items of a page come in any order.
      let media = list(numbers.reversed()) { #"{"position":\#($0),"thumbnail":"\#($0).jpg"}"# }
      return #"{"count":\#(end),"media":\#(media)}"#
    }
  }

  private func list(_ numbers: some Sequence<Int>, _ item: (Int) -> String) -> String {
    "[" + numbers.map(item).joined(separator: ",") + "]"
  }
}
