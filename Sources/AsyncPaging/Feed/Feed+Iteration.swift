// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// Gets the page at an iterator's place, loading it if need be.
  nonisolated func visit(
    _ place: FeedPlace, reader: Int?, ahead: Int
  ) async -> Result<FeedDelivery, FeedError> {
    await wait(
      for: enter(place, reader: reader, ahead: ahead, inside: LoadContext.attempts(of: signal)))
  }

  private func enter(_ place: FeedPlace, reader: Int?, ahead: Int, inside: [Int]) -> Waiter? {
    core.enter(place, reader: reader, ahead: ahead, inside: inside)
  }

  /// Finds where a resume point lies: in the list, at its frontier, or beside it.
  func place(for point: ResumePoint<Cursor>) -> FeedPlace { core.place(for: point) }
}
