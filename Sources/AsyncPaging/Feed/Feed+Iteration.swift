// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Feed {
  /// Finds where a resume point lies: in the list, at its frontier, or beside it.
  ///
  /// - Throws: ``FeedError`` with code `invalidResumePoint` if it belongs to another query.
  nonisolated func place(for point: ResumePoint<Cursor>) async throws(FeedError) -> FeedPlace {
    try point.check(fingerprint: configuration.fingerprint)
    return await listPlace(for: point)
  }

  private func listPlace(for point: ResumePoint<Cursor>) -> FeedPlace { box.core.place(for: point) }
}
