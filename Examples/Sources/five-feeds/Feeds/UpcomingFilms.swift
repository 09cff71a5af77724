// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging

/// A film, and the month that it opens in.
struct Film: Decodable, Sendable {
  let id: Int
  let title: String
  let month: Int
}

/// Films by page number, until an answer holds no film that is new.
///
/// This one is written by hand: which of its items count depends on the page before, and that no
/// description can say. The others are descriptions.
struct UpcomingFilms: PageSource {
  /// The number of a page, and the last film before it.
  struct Place: Hashable {
    var number: Int
    var lastFilm: Int
  }

  private struct Answer: Decodable {
    let films: [Film]
  }

  let client: WebClient

  func page(for request: PageRequest<Place>) async throws -> Page<Film, Place> {
    let place = request.cursor ?? Place(number: 1, lastFilm: -1)
    let answer: Answer = try await client.get("films/upcoming?page=\(place.number)")
    let films = answer.films.filter { $0.id > place.lastFilm }
    guard let last = films.last else { return Page(items: [], endReason: .emptyPage) }
    return Page(items: films, next: Place(number: place.number + 1, lastFilm: last.id))
  }
}
