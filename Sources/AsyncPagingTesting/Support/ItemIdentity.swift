// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// By what items are told apart, without the type of what tells them apart.
package struct ItemIdentity<Item: Sendable>: Sendable {
  /// Whether two lists hold the same items in the same order.
  let areEqual: @Sendable ([Item], [Item]) -> Bool

  /// Where items come again that were there before.
  let seams: @Sendable ([[Item]]) -> [PageSeam]

  init<Key: Hashable & Sendable>(_ key: @escaping @Sendable (Item) -> Key) {
    areEqual = { $0.map(key) == $1.map(key) }
    seams = { pages in
      var places: [Key: Int] = [:]
      var counts: [PageSeam.Place: Int] = [:]
      for (number, items) in pages.enumerated() {
        for item in items {
          if let earlier = places[key(item)] {
            counts[PageSeam.Place(earlier: earlier, later: number), default: 0] += 1
          } else {
            places[key(item)] = number
          }
        }
      }
      return counts.map { PageSeam(place: $0.key, overlap: $0.value) }.sorted()
    }
  }
}

/// Two pages that have items in common; the two may be one.
public struct PageSeam: Sendable, Hashable {
  struct Place: Hashable {
    var earlier: Int
    var later: Int
  }

  /// The number of the page on which the items were first, from 0.
  public let earlierPage: Int

  /// The number of the page on which they came again.
  public let laterPage: Int

  /// How many items came again.
  public let overlap: Int

  init(place: Place, overlap: Int) {
    earlierPage = place.earlier
    laterPage = place.later
    self.overlap = overlap
  }
}

extension PageSeam: Comparable, CustomStringConvertible {
  /// Whether a seam comes before another.
  ///
  /// - Parameters:
  ///   - left: A seam.
  ///   - right: Another one.
  /// - Returns: Whether the first one's later page, or else its earlier one, comes first.
  public static func < (left: Self, right: Self) -> Bool {
    (left.laterPage, left.earlierPage) < (right.laterPage, right.earlierPage)
  }

  /// Which pages have how many items in common.
  public var description: String {
    let items = "\(overlap) item\(overlap == 1 ? "" : "s")"
    return earlierPage == laterPage
      ? "page \(laterPage) holds \(items) twice"
      : "page \(laterPage) repeats \(items) of page \(earlierPage)"
  }
}
