// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Testing

/// Fields of an answer, and where they lead.
struct LinkCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Equatable {
    case url(String)
    case end
    case refused(HTTPError.Code)
  }

  var id: String
  var lines: [String]
  var outcome: Outcome
  var field = "Link"
  var base = "https://api.example.com/v1/items?page=1"

  var testDescription: String { "\(id): \(lines.joined(separator: " | "))" }

  private static let two = Outcome.url("https://api.example.com/v1/items?page=2")

  private init(_ id: String, _ lines: String..., leadsTo outcome: Outcome) {
    (self.id, self.lines, self.outcome) = (id, lines, outcome)
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  static let all = wellFormed + references + odd

  private static let wellFormed = [
    LinkCase(
      "L01",
      "<https://api.example.com/v1/items?page=2>; rel=\"next\", <https://api.example.com/v1/items?page=9>; rel=\"last\"",
      leadsTo: two),
    LinkCase(
      "L03",
      "<https://api.example.com/v1/items?page=8>; rel=\"prev\", <https://api.example.com/v1/items?page=1>; rel=\"first\"",
      leadsTo: .end),
    LinkCase("L04", leadsTo: .end),
    LinkCase(
      "L06", "<https://api.example.com/v1/items?ids=1,2,3&page=2>; rel=\"next\"",
      leadsTo: .url("https://api.example.com/v1/items?ids=1,2,3&page=2")),
    LinkCase(
      "L07", "<https://api.example.com/v1/items;v=1?page=2;x=3>; rel=\"next\"",
      leadsTo: .url("https://api.example.com/v1/items;v=1?page=2;x=3")),
    LinkCase("L12", "<https://api.example.com/v1/items?page=2> ; rel = \"next\"", leadsTo: two),
    LinkCase("L13", "<https://api.example.com/v1/items?page=2>; REL=\"NEXT\"", leadsTo: two),
    LinkCase("L14", "<https://api.example.com/v1/items?page=2>; rel=\"next last\"", leadsTo: two),
    LinkCase(
      "L16", "<https://api.example.com/v1/items?page=2>; rel=\"prev\"; rel=\"next\"", leadsTo: .end),
    LinkCase("L17", "<https://api.example.com/v1/items?page=2>; rel='next'", leadsTo: .end),
    LinkCase(
      "L20", "<https://api.example.com/v1/items?page=2>; crossorigin; rel=\"next\"", leadsTo: two),
    LinkCase(
      "L21",
      "<https://api.example.com/s.css>; rel=stylesheet; title, <https://api.example.com/v1/items?page=2>; rel=\"next\"",
      leadsTo: two),
    LinkCase(
      "L43",
      "<https://api.example.com/v1/items?page=2>; title*=UTF-8''n%c3%a4chste%20Seite; rel=\"next\"",
      leadsTo: two),
    LinkCase(
      "L48",
      "<https://m.example/api/v1/timelines/home?max_id=10>; rel=\"next\", <https://m.example/api/v1/timelines/home?min_id=20>; rel=\"prev\"",
      leadsTo: .url("https://m.example/api/v1/timelines/home?max_id=10")
    ).changed { $0.base = "https://m.example/api/v1/timelines/home" },
    LinkCase(
      "L50",
      "<https://s.example/admin/api/2024-01/products.json?limit=2&page_info=eyJsYXN0X2lkIjoxfQ>; rel=\"next\"",
      leadsTo: .url(
        "https://s.example/admin/api/2024-01/products.json?limit=2&page_info=eyJsYXN0X2lkIjoxfQ")
    ).changed { $0.base = "https://s.example/admin/api/2024-01/products.json?limit=2&status=any" },
  ]

  private static let references = [
    LinkCase("L22", "</v1/items?page=2>; rel=\"next\"", leadsTo: two),
    LinkCase("L23", "<?page=2>; rel=\"next\"", leadsTo: two),
    LinkCase(
      "L25", "<items?page=2>; rel=\"next\"", leadsTo: .url("https://eu.example.com/v2/items?page=2")
    ).changed { $0.base = "https://eu.example.com/v2/items?page=1" },
    LinkCase(
      "L40", "<https://api.example.com/v1/items{?page}>; rel=\"next\"",
      leadsTo: .refused(.invalidURL)),
    LinkCase(
      "L41", "<https://api.example.com/v1/items?q=a b&page=2>; rel=\"next\"",
      leadsTo: .url("https://api.example.com/v1/items?q=a%20b&page=2")),
    LinkCase(
      "L45", "<javascript:alert(1)>; rel=\"next\", <file:///etc/hosts>; rel=\"next\"",
      leadsTo: .refused(.invalidURL)),
    LinkCase(
      "L45b", "<file:///etc/hosts>; rel=\"next\"", leadsTo: .refused(.invalidURL)),
    LinkCase(
      "L46", "<http://api.example.com/v1/items?page=2>; rel=\"next\"",
      leadsTo: .refused(.foreignOrigin)),
  ]

  private static let odd = [
    LinkCase("L31", "<https://api.example.com/v1/items?page=2>; rel=\"next\"", leadsTo: two)
      .changed { $0.field = "link" },
    LinkCase("L33", "https://api.example.com/v1/items?page=2; rel=\"next\"", leadsTo: .end),
    LinkCase("L35", "<https://api.example.com/v1/items?page=2>", leadsTo: .end),
    LinkCase(
      "L36",
      "<https://api.example.com/v1/items?page=2>; rel=\"https://api.example.com/rels/next\"",
      leadsTo: .end),
  ]
}
