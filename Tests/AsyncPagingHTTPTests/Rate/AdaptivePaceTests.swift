// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import Testing

@Suite("The pace after a throttle")
struct AdaptivePaceTests {
  @Test(
    "N108: the rate is seven tenths, back at the plateau, and then more",
    arguments: [1, 4, 100, 0.5])
  func curve(ceiling: Double) {
    let pace = AdaptivePace(ceiling: ceiling, from: .seconds(5))
    #expect((pace.rate(at: .seconds(5)) / ceiling - 0.7).magnitude < 0.000_1)
    let rates = (0...400).map { pace.rate(at: .seconds(5) + .milliseconds($0 * 100)) }
    #expect(rates == rates.sorted())
    let isSlow = rates.filter { $0 < ceiling }.count
    #expect(isSlow > 5 && isSlow < 60)
    #expect(pace.isOver(at: .seconds(45)))
    #expect(!pace.isOver(at: .seconds(5)))
  }

  @Test("N108: requests are spread by the area below the curve")
  func spacing() {
    var pace = AdaptivePace(ceiling: 10, from: .zero)
    var moments: [Duration] = []
    while pace.free < .seconds(2) {
      moments.append(pace.free)
      pace.take(1, at: pace.free)
    }
    // Between 7 and 10 a second; the first waits, too.
    #expect(moments[0] > .milliseconds(130) && moments[0] < .milliseconds(143))
    #expect((14...20).contains(moments.count))
    let gaps = zip(moments, moments.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 > .milliseconds(99) && $0 < .milliseconds(143) })
  }

  @Test("N109: nothing is ever owed: a heavy request is paid for before the next")
  func heavy() {
    var pace = AdaptivePace(ceiling: 1, from: .zero)
    let first = pace.free
    pace.take(1_000_000, at: first)
    #expect(pace.free > first && pace.free <= first + .seconds(86_400))
    let slow = AdaptivePace(ceiling: 0, from: .zero)
    #expect(slow.rate(at: .zero) > 0)
  }

  @Test("N109: a window that was lowered has no tokens, not less than none")
  func window() {
    var window = TokenWindow(.perSecond(10))
    window.take(10, at: .zero)
    window.take(5, at: .zero)
    #expect(window.available == 0)
    window.advance(to: .seconds(1))
    #expect(window.available == 10)
    #expect(window.isFull)
  }
}
