// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A page store in memory that forgets what was used longest ago.
public actor MemoryPageStore: HTTPPageStore {
  private struct Entry {
    var page: StoredPage
    var size: Int

    /// The number of its latest use.
    var use: Int
  }

  /// The most pages that it keeps.
  public nonisolated let pageLimit: Int

  /// The most bytes that it keeps, counting bodies, fields and addresses.
  public nonisolated let byteLimit: Int

  private var entries: [String: Entry] = [:]
  private var bytes = 0
  private var lastUse = 0

  /// Uses, oldest first, from ``firstUse`` on; only an entry's latest one counts.
  private var uses: [(number: Int, key: String)] = []
  private var firstUse = 0

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - pageLimit: The most pages that it keeps, at least 0. Default: 1,000.
  ///   - byteLimit: The most bytes that it keeps, at least 0. Default: 64 MiB.
  public init(pageLimit: Int = 1_000, byteLimit: Int = 64 << 20) {
    precondition(pageLimit >= 0, "pageLimit is \(pageLimit), must be 0 or more")
    precondition(byteLimit >= 0, "byteLimit is \(byteLimit), must be 0 or more")
    self.pageLimit = pageLimit
    self.byteLimit = byteLimit
  }

  /// How many pages it keeps now.
  public var pageCount: Int { entries.count }

  /// How many bytes it keeps now.
  public var byteCount: Int { bytes }

  /// The page that is kept for a key; it counts as used.
  ///
  /// - Parameter key: The key of the request.
  /// - Returns: The page, or `nil` if there is none.
  public func stored(for key: String) -> StoredPage? {
    guard let page = entries[key]?.page else { return nil }
    noteUse(of: key)
    return page
  }

  /// Keeps a page in place of the one that was there, and forgets others if there are too many.
  ///
  /// A page that is larger than the whole store is not kept.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: The key of the request.
  public func store(_ page: StoredPage, for key: String) {
    remove(key)
    let size = key.utf8.count + Self.size(of: page.response)
    guard size <= byteLimit, pageLimit > 0 else { return }
    entries[key] = Entry(page: page, size: size, use: 0)
    bytes += size
    noteUse(of: key)
    while entries.count > pageLimit || bytes > byteLimit { removeOldest() }
  }

  /// Forgets all pages.
  public func removeAll() {
    entries = [:]
    uses = []
    firstUse = 0
    bytes = 0
  }

  private static func size(of response: HTTPResponse) -> Int {
    response.fields.lines.reduce(response.body.count + response.url.absoluteString.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
  }

  private func remove(_ key: String) {
    if let entry = entries.removeValue(forKey: key) { bytes -= entry.size }
  }

  private func noteUse(of key: String) {
    lastUse += 1
    entries[key]?.use = lastUse
    uses.append((lastUse, key))
    guard uses.count > 2 * entries.count + 16 else { return }
    uses = uses[firstUse...].filter { entries[$0.key]?.use == $0.number }
    firstUse = 0
  }

  private func removeOldest() {
    let use = uses[firstUse]
    firstUse += 1
    if entries[use.key]?.use == use.number { remove(use.key) }
  }
}
