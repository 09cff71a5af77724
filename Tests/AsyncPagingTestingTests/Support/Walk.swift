// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// The items of a source's pages, in order; what a walk without a feed sees.
func pages<Item, Cursor>(
  of source: some PageSource<Item, Cursor>, between: (Int) -> Void = { _ in }
) async throws -> [[Item]] {
  var pages: [[Item]] = []
  var cursor: Cursor?
  repeat {
    let page = try await source.page(for: PageRequest(cursor: cursor))
    pages.append(page.items)
    between(pages.count)
    cursor = page.endReason == nil ? page.next : nil
  } while cursor != nil
  return pages
}
