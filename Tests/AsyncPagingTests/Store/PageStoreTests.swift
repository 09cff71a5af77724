// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingTesting
import Testing

@Suite(.tags(.state), .timeLimit(.minutes(10)))
struct PageStoreTests {
  /// What a store should hold: pages and the positions of their first items, by number.
  private struct Model {
    var pages: [Int: (items: [Int], first: Int)] = [:]
    var indices = 0..<0
    var positions = 0..<0

    mutating func add(_ items: [Int], at lane: Lane) {
      if lane == .previous {
        positions = positions.lowerBound - items.count..<positions.upperBound
        pages[indices.lowerBound - 1] = (items, positions.lowerBound)
        indices = indices.lowerBound - 1..<indices.upperBound
      } else {
        pages[indices.upperBound] = (items, positions.upperBound)
        positions = positions.lowerBound..<positions.upperBound + items.count
        indices = indices.lowerBound..<indices.upperBound + 1
      }
    }

    mutating func drop(below first: Int) {
      let first = min(max(first, indices.lowerBound), indices.upperBound)
      pages = pages.filter { $0.key >= first }
      indices = first..<indices.upperBound
    }

    /// The items of the kept pages, in order.
    var items: [Int] { indices.flatMap { pages[$0]?.items ?? [] } }
  }

  private func check(_ store: PageStore, against model: Model) {
    #expect(store.indices == model.indices)
    #expect(store.itemPositions == model.positions)
    for index in model.indices {
      #expect(store.items(ofPage: index) == model.pages[index]?.items)
      #expect(store[index]?.firstItem == model.pages[index]?.first)
    }
    #expect(store[model.indices.lowerBound - 1] == nil)
    #expect(store[model.indices.upperBound] == nil)
    let items = ItemList<Int, Int>(store)
    #expect(Array(items) == model.items)
    #expect(items.count == model.items.count)
    #expect(items.indices.map { items[$0] } == model.items)
    let pages = PageList<Int, Int>(store)
    #expect(pages.count == model.indices.count)
    #expect(pages.map(\.items) == model.indices.map { model.pages[$0]?.items })
  }

  @Test(
    "random appends, prepends and drops give what a plain model gives, also in copies held",
    arguments: 1...12 as ClosedRange<UInt64>)
  func againstModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Some runs only append, some also prepend, some drop much: each mixes differently.
    let prepends = seed % 3 == 0 ? 0 : 20
    let drops = seed % 2 == 0 ? 30 : 2
    var store = PageStore()
    var model = Model()
    var held: [(PageStore, Model)] = []
    var next = 0
    var isDropped = false
    for step in 0..<800 {
      let choice = Int.random(in: 0..<100, using: &generator)
      if choice < drops {
        let first = model.indices.lowerBound + Int.random(in: -1...4, using: &generator)
        store.drop(below: first)
        model.drop(below: first)
        isDropped = true
      } else {
        let lane = choice < drops + prepends && !isDropped ? Lane.previous : .next
        let items = Array(next..<next + Int.random(in: 0...3, using: &generator))
        next += items.count
        store.add(Page<Int, Int>(items: items), at: lane)
        model.add(items, at: lane)
      }
      if step % 100 == 99 { held.append((store, model)) }
    }
    for (store, model) in held { check(store, against: model) }
  }

  @Test(
    "a window of n pages that slides over many costs the same for each, and keeps n",
    arguments: [1, 2, 10, 100])
  func sliding(width: Int) {
    let census = Census()
    var store = PageStore()
    for number in 0..<5000 {
      store.add(Page<CountedItem, Int>(items: [CountedItem(number, in: census)]), at: .next)
      store.drop(below: number + 1 - width)
    }
    #expect(store.indices == 5000 - width..<5000)
    #expect(store.itemPositions == 0..<5000)
    #expect(census.count == width)
    #expect(store[4999]?.firstItem == 4999)
    #expect(store[4999 - width] == nil)
    #expect(ItemList<CountedItem, Int>(store).map(\.number) == Array(5000 - width..<5000))
  }

  @Test("dropping everything keeps the numbers and positions going on")
  func droppingAll() {
    var store = PageStore()
    store.add(Page<Int, Int>(items: [1, 2]), at: .next)
    store.add(Page<Int, Int>(items: [3]), at: .next)
    store.drop(below: 9)
    #expect(store.indices == 2..<2)
    #expect(store.itemPositions == 0..<3)
    #expect(ItemList<Int, Int>(store).isEmpty)
    #expect(PageList<Int, Int>(store).isEmpty)
    store.add(Page<Int, Int>(items: [4, 5]), at: .next)
    #expect(store.indices == 2..<3)
    #expect(store[2]?.firstItem == 3)
    #expect(Array(ItemList<Int, Int>(store)) == [4, 5])
    #expect(ItemList<Int, Int>(store)[1] == 5)
  }

  @Test("dropping what is not there changes nothing", arguments: [Int.min, -5, 0, 1])
  func droppingNothing(first: Int) {
    var store = PageStore()
    store.drop(below: first)
    #expect(store.indices == 0..<0)
    store.add(Page<Int, Int>(items: [1]), at: .next)
    store.add(Page<Int, Int>(items: [2]), at: .next)
    store.drop(below: min(first, 0))
    #expect(store.indices == 0..<2)
  }

  @Test("prepended pages have negative numbers and positions, and come first")
  func prepending() {
    var store = PageStore()
    store.add(Page<Int, Int>(items: [10, 11]), at: .refresh)
    store.add(Page<Int, Int>(items: [8, 9]), at: .previous)
    store.add(Page<Int, Int>(items: [12]), at: .next)
    store.add(Page<Int, Int>(items: []), at: .previous)
    store.add(Page<Int, Int>(items: [7]), at: .previous)
    #expect(store.indices == -3..<2)
    #expect(store.itemPositions == -3..<3)
    #expect(store[-1]?.firstItem == -2)
    #expect(store[-3]?.firstItem == -3)
    #expect(Array(ItemList<Int, Int>(store)) == [7, 8, 9, 10, 11, 12])
    #expect(
      ItemList<Int, Int>(store).indices.map { ItemList<Int, Int>(store)[$0] } == [
        7, 8, 9, 10, 11, 12,
      ])
    for index in store.indices {
      let run = store.run(from: index, to: .max)
      #expect(run.end > index)
      #expect(run[index]?.facts.itemCount == store.items(ofPage: index)?.count)
    }
    #expect(store.run(from: store.indices.upperBound, to: .max).end == 0)
    store.drop(below: -1)
    #expect(Array(ItemList<Int, Int>(store)) == [8, 9, 10, 11, 12])
    store.drop(below: 1)
    #expect(Array(ItemList<Int, Int>(store)) == [12])
  }

  @Test(
    "pages that are prepended after some in front were dropped are there, and come first",
    arguments: [-2, -1, 0, 1])
  func prependingAfterDrops(first: Int) {
    var store = PageStore()
    store.add(Page<Int, Int>(items: [10]), at: .refresh)
    store.add(Page<Int, Int>(items: [11]), at: .next)
    for item in [9, 8, 7] { store.add(Page<Int, Int>(items: [item]), at: .previous) }
    store.drop(below: first)
    store.add(Page<Int, Int>(items: [99]), at: .previous)
    #expect(store.indices == first - 1..<2)
    #expect(store.items(ofPage: first - 1) == [99])
    // Step by step: an array made of a list that miscounts itself would trap.
    var items: [Int] = []
    var iterator = ItemList<Int, Int>(store).makeIterator()
    while let item = iterator.next() { items.append(item) }
    #expect(items == [99] + (first + 10..<12))
  }

  @Test("H7 C10: two hundred thousand pages are held once by many pictures, and released")
  func large() {
    let census = Census()
    var store = PageStore()
    var pictures: [ItemList<CountedItem, Int>] = []
    for number in 0..<200_000 {
      store.add(Page<CountedItem, Int>(items: [CountedItem(number, in: census)]), at: .next)
      if number % 20 == 0 { pictures.append(ItemList(store)) }
    }
    #expect(census.count == 200_000)
    #expect(pictures.count == 10_000)
    #expect(pictures.last?.count == 199_981)
    store = PageStore()
    #expect(census.count == 199_981)
    pictures = []
    #expect(census.count == 0)
  }
}

extension PageStore {
  fileprivate mutating func add<Item, Cursor>(_ page: Page<Item, Cursor>, at lane: Lane) {
    add(LoadedPage(page), at: lane)
  }

  fileprivate func items(ofPage index: Int) -> [Int]? {
    self[index].map { LoadedPage<Int, Int>.page(in: $0.page).items }
  }
}
