// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

let cities = ["Accra", "Berne", "Cairo", "Delhi", "Hanoi", "Lagos", "Quito", "Seoul"]

let feed = Feed(
  CursorSource { (cursor: Int?, _) in
    print("request for what follows \(cursor ?? 0) cities")
    try await Task.sleep(for: .milliseconds(200))
    let page = cities.dropFirst(cursor ?? 0).prefix(3)
    return (Array(page), page.endIndex < cities.count ? page.endIndex : nil)
  })

async let header = feed.loadNext()
async let list = feed.loadNext()
print("two callers, one request, the same page: \(try await header == list)")

for try await page in feed.pages {
  print("page \(page.index): \(page.items.joined(separator: ", "))")
}
