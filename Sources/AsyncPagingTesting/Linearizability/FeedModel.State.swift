// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension FeedModel {
  /// What a feed remembers, as far as a caller can tell.
  public struct State: Sendable, Hashable {
    /// A kind of load.
    enum Lane: Sendable, Hashable { case refresh, next }

    /// A load that has just ended.
    struct Shared: Sendable, Hashable {
      var lane: Lane
      var answer: Answer

      /// By when it was over: the first return of an operation that has taken effect since.
      ///
      /// Whoever called later has no share in it.
      var end = Int.max
    }

    /// Where an iterator is.
    struct Place: Sendable, Hashable {
      var index = 0
      var generation: Int?

      /// Whether it has told anything but a page: from then on it tells the end.
      var isFinished = false
    }

    var source = 0
    var generation = 0

    /// The newest version that was taken, also if its list is gone.
    var version = 0

    /// How many pages of that version are there.
    var count = 0
    var isClosed = false

    /// The load that has just ended, until something else takes effect.
    var shared: Shared?

    /// The lanes that have failed, by which failure.
    var failures: [Lane: Int] = [:]
    var lastFailure = 0

    /// The highest level that was demanded.
    var demand: Int?

    /// The last page that is read ahead.
    var horizon: Int?
    var iterators: [Int: Place] = [:]

    var isLoaded: Bool { count > 0 }
    var pages: [PageID] { (0..<count).map(page) }

    func page(_ index: Int) -> PageID { PageID(source: source, version: version, index: index) }

    func place(of iterator: Int) -> Place { iterators[iterator] ?? Place() }
  }
}

extension FeedModel.State {
  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// The state once something else has taken effect than those who share a load.
  var unshared: Self { with { $0.shared = nil } }

  /// The state once an operation that has taken effect has returned.
  func after(_ operation: FeedModel.Operation, _ answer: FeedModel.Answer, at time: Int) -> Self {
    with {
      if let end = shared?.end { $0.shared?.end = min(end, time) }
      guard case .iterate(let iterator, _) = operation else { return }
      if case .page = answer { return }
      $0.iterators[iterator, default: Place()].isFinished = true
    }
  }

  var closed: Self { unshared.with { $0.isClosed = true } }

  /// Nothing is loaded any more unless somebody asks.
  var undemanded: Self {
    unshared.with {
      $0.demand = nil
      $0.horizon = nil
    }
  }

  func demanding(_ level: Int) -> Self { with { $0.demand = max(level, $0.demand ?? 0) } }

  /// An empty list of a new generation.
  func reset(to source: Int) -> Self {
    undemanded.with {
      $0.source = source
      $0.generation += 1
      $0.count = 0
      $0.failures = [:]
    }
  }

  /// A list that begins with a new first page.
  ///
  /// The first load belongs to the generation in which it is made.
  func replaced(by version: Int) -> Self {
    with {
      if isLoaded { $0 = reset(to: source) }
      $0.version = version
      $0.count = 1
      $0.failures = [:]
      $0.shared = Shared(lane: .refresh, answer: .page($0.page(0)))
    }
  }

  /// One page more.
  var extended: Self {
    with {
      $0.count += 1
      $0.failures[.next] = nil
      $0.shared = Shared(lane: .next, answer: .page(page(count)))
    }
  }

  func failed(_ failure: Int, _ lane: Lane) -> Self {
    with {
      $0.failures[lane] = failure
      $0.lastFailure = failure
      $0.shared = Shared(lane: lane, answer: .failed(failure))
    }
  }

  /// An iterator has got a page, and wants so many behind it.
  func moving(_ iterator: Int, behind index: Int, ahead: Int) -> Self {
    with {
      $0.iterators[iterator] = Place(index: index + 1, generation: generation)
      if ahead > 0 { $0.horizon = max($0.horizon ?? 0, index + ahead) }
    }
  }
}
