// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a feed does if it is asked one thing after the other: its specification as a program.
///
/// The source behind it answers with pages that can be told apart (``PageID``): whoever asks for
/// the start gets a new version of the data, and every page says to which version it belongs. The
/// model is for feeds without a previous lane, with the retention `.all`, without empty pages, and
/// with the abandonment `.cancels`.
///
/// Two things are not sequential by nature. Callers that share a load take effect together: the one
/// that comes first brings the page, and those that follow at once share it, if they had called
/// before the first of them returned. And a feed loads by itself what was demanded or is read
/// ahead: that may happen before any operation.
public struct FeedModel: SequentialModel {
  /// How many pages the data has.
  public var pageCount: Int

  /// How many pages more `checkForMore()` finds behind the end.
  public var extraPageCount: Int

  /// How many items a page has at most.
  public var pageSize: Int

  /// How many items are loaded beyond a demand.
  public var prefetchDistance: Int

  /// How often sources were asked for the start; each time was a version, from 1.
  public var versionCount: Int

  /// How often sources have failed; the failures are numbered from 1.
  public var failureCount: Int

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - pageCount: How many pages the data has.
  ///   - extraPageCount: How many pages more `checkForMore()` finds. Default: none.
  ///   - pageSize: How many items a page has at most. Default: 1.
  ///   - prefetchDistance: How many items are loaded beyond a demand. Default: 0.
  ///   - versionCount: How often sources were asked for the start. Default: once.
  ///   - failureCount: How often sources have failed. Default: never.
  public init(
    pageCount: Int, extraPageCount: Int = 0, pageSize: Int = 1, prefetchDistance: Int = 0,
    versionCount: Int = 1, failureCount: Int = 0
  ) {
    self.pageCount = pageCount
    self.extraPageCount = extraPageCount
    self.pageSize = pageSize
    self.prefetchDistance = prefetchDistance
    self.versionCount = versionCount
    self.failureCount = failureCount
  }

  /// A feed that nobody has asked anything.
  public var initialState: State { State() }

  /// What may come of an operation, whatever the feed has loaded by itself before.
  ///
  /// - Parameters:
  ///   - operation: What is asked.
  ///   - state: The state of the feed.
  ///   - surroundings: What went on around the operation.
  /// - Returns: Each answer that is allowed, with the state after it.
  public func outcomes(
    of operation: Operation, in state: State, amid surroundings: Surroundings
  ) -> [Outcome] {
    if case .iterate(let iterator, _) = operation, state.place(of: iterator).isFinished {
      return [(.end, state)]
    }
    let outcomes = reachable(from: state).flatMap { state in
      rule(operation, state, surroundings) + givenUp(operation, state, surroundings)
    }
    return outcomes.map { answer, state in
      (answer, state.after(operation, answer, at: surroundings.returned))
    }
  }

  // MARK: - The rules

  /// What comes of an operation that is carried out.
  private func rule(
    _ operation: Operation, _ state: State, _ around: Surroundings
  ) -> [Outcome] {
    switch operation {
    case .snapshot: return [(.pages(state.pages), state.unshared)]
    case .leave: return [(.done, state)]
    case .demand(let level): return [(.done, state.isClosed ? state : state.demanding(level))]
    case .cancel: return [(.done, state.undemanded)]
    case .close: return [(.done, state.closed)]
    case .reset(let source): return [(.done, state.isClosed ? state : state.reset(to: source))]
    case .loadNext, .checkForMore, .refresh, .retry, .iterate:
      guard !state.isClosed else { return [(.closed, state)] }
      // Nothing is started for a caller that was cancelled before.
      guard !around.isTooLate else { return [] }
    }
    switch operation {
    case .loadNext: return shared(state, around) + next(state, around)
    case .checkForMore:
      return shared(state, around) + next(state, around, looksBehindEnd: true)
    case .refresh: return shared(state, around, of: .refresh) + replacements(state)
    case .retry: return retry(state, around)
    case .iterate(let iterator, let ahead): return iterate(iterator, ahead, state, around)
    case .snapshot, .leave, .demand, .cancel, .close, .reset: return []
    }
  }

  /// What comes of an operation that is given up: nothing, or a page that nobody gets to see.
  private func givenUp(
    _ operation: Operation, _ state: State, _ around: Surroundings
  ) -> [Outcome] {
    guard operation.isLoad else { return [] }
    var after = state
    if case .iterate(let iterator, let ahead) = operation, ahead > 0 {
      after.horizon = max(state.horizon ?? 0, state.place(of: iterator).index + ahead)
    }
    var outcomes: [Outcome] = around.isCancelled ? [(.cancelled, after)] : []
    // A refresh joins another one; only a reset takes its list from it.
    if operation == .refresh ? around.isReset : around.isReplaced {
      outcomes.append((.superseded, after))
      outcomes += next(state, around).map { (.superseded, $0.state) }
    }
    return outcomes
  }

  /// What those get who share the load that has just ended: it was under way when they called.
  private func shared(
    _ state: State, _ around: Surroundings, of lane: State.Lane? = nil
  ) -> [Outcome] {
    guard let shared = state.shared, lane == nil || shared.lane == lane else { return [] }
    guard around.called < shared.end else { return [] }
    return [(shared.answer, state)]
  }

  /// The next page that can be had: that of a refresh under way, the first one, or the one after
  /// the last.
  private func next(
    _ state: State, _ around: Surroundings, looksBehindEnd: Bool = false
  ) -> [Outcome] {
    guard state.isLoaded else { return replacements(state) }
    var outcomes = additions(state, looksBehindEnd: looksBehindEnd)
    if around.isRefreshed { outcomes += replacements(state) }
    if around.isLookedBehind, !looksBehindEnd { outcomes += additions(state, looksBehindEnd: true) }
    return outcomes
  }

  /// The failed lane once more; with nothing failed nothing, or a share in what is under way.
  private func retry(_ state: State, _ around: Surroundings) -> [Outcome] {
    var outcomes = shared(state, around)
    if state.failures[.refresh] != nil {
      outcomes += replacements(state)
    } else if state.failures[.next] != nil || around.isLoaded {
      outcomes += next(state, around)
    }
    if state.failures.isEmpty { outcomes.append((.done, state)) }
    return outcomes.map { ($0.answer.isFailure ? $0.answer : .done, $0.state) }
  }

  /// The page at an iterator's place, in the list that the iterator has begun.
  private func iterate(
    _ iterator: Int, _ ahead: Int, _ state: State, _ around: Surroundings
  ) -> [Outcome] {
    let place = state.place(of: iterator)
    guard place.generation ?? state.generation == state.generation else {
      return [(.superseded, state)]
    }
    var outcomes: [Outcome]
    if place.index < state.count {
      outcomes = [(.page(state.page(place.index)), state.unshared)]
    } else {
      let lane = state.isLoaded ? State.Lane.next : .refresh
      outcomes = state.isLoaded ? additions(state) : replacements(state)
      outcomes += shared(state, around, of: lane).filter(\.answer.isFailure)
      // The failure of what was read ahead comes when the iterator gets there.
      if ahead > 0, place.index > 0, let failure = state.failures[lane] {
        outcomes.append((.failed(failure), state))
      }
    }
    return outcomes.map { answer, state in
      guard case .page = answer else { return (answer, state) }
      return (answer, state.moving(iterator, behind: place.index, ahead: ahead))
    }
  }

  // MARK: - Loads

  /// A load of the first page of a new list.
  private func replacements(_ state: State) -> [Outcome] {
    var outcomes = failures(state, of: .refresh)
    // A new list is newer than the one before.
    for version in (state.version + 1)..<max(versionCount + 1, state.version + 1) {
      let new = state.replaced(by: version)
      outcomes.append((.page(new.page(0)), new))
    }
    return outcomes
  }

  /// A load of the page after the last one.
  private func additions(_ state: State, looksBehindEnd: Bool = false) -> [Outcome] {
    let isEnded = state.count >= pageCount
    let isBehindEnd = isEnded && looksBehindEnd && state.count < pageCount + extraPageCount
    guard !isEnded || isBehindEnd else { return [(.end, state.unshared)] }
    let new = state.extended
    return failures(state, of: .next) + [(.page(new.page(state.count)), new)]
  }

  /// A load that fails: the list stays, and the lane is closed to demand.
  private func failures(_ state: State, of lane: State.Lane) -> [Outcome] {
    ((state.lastFailure + 1)..<max(failureCount + 1, state.lastFailure + 1)).map { failure in
      (.failed(failure), state.failed(failure, lane))
    }
  }

  /// The states that the feed may have come to by itself: it loads what is demanded or read ahead.
  private func reachable(from state: State) -> [State] {
    var states = [state]
    var index = 0
    while index < states.count {
      let state = states[index]
      index += 1
      guard !state.isClosed, isWanting(state) else { continue }
      if !state.isLoaded {
        states += replacements(state).map(\.state)
      } else if state.count < pageCount + extraPageCount {
        states += additions(state).filter { $0.answer != .end }.map(\.state)
      }
    }
    return states
  }

  /// Whether demand or read-ahead wants a page, and the lane is open to them.
  private func isWanting(_ state: State) -> Bool {
    guard state.isLoaded else {
      return state.failures[.refresh] == nil && (state.demand != nil || state.horizon != nil)
    }
    let isDemanded = (state.demand ?? .min / 2) + prefetchDistance >= state.count * pageSize
    let isReadAhead = (state.horizon ?? -1) >= state.count
    return state.failures[.next] == nil && (isDemanded || isReadAhead)
  }
}
