// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingTesting
import Foundation

let pager = exploreBlocking(.default, pagerScenario)
print("The pager: \(pager)")

guard let failure = pager.failure else {
  print("The fault was not found.")
  exit(1)
}

let again = exploreBlocking(.replay(failure.schedule), pagerScenario)
print("\nThe schedule once more: \(again.failure?.message ?? "nothing is wrong")")

let feed = exploreBlocking(.rising(to: 1), feedScenario)
print("\nThe feed: \(feed)")

exit(again.failure?.message == failure.message && feed.failure == nil ? 0 : 1)
