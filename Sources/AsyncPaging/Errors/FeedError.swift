// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a feed throws: one type, told apart by its ``code-swift.property``.
///
/// Its description names no cursor, URL or header: those are secrets. The source's own error is in
/// ``underlying``.
public struct FeedError: Error, Sendable {
  /// What went wrong.
  public var code: Code

  /// How many attempts the load had made, 0 when no request was sent.
  public var attempts: Int

  /// The number of the page that was asked for, if a page was.
  public var pageIndex: Int?

  /// How long the server asked to wait, when that was longer than the policy allows.
  public var retryAfter: Duration?

  /// The last error of the source, if there was one.
  public var underlying: (any Error)?

  /// What a person needs beyond the code, without any secret.
  var detail: String?

  /// Creates an error; sources throw errors of their own, tests may want this one.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - attempts: How many attempts were made.
  ///   - pageIndex: The number of the page that was asked for.
  ///   - retryAfter: How long the server asked to wait.
  ///   - underlying: The last error of the source.
  public init(
    code: Code, attempts: Int = 0, pageIndex: Int? = nil, retryAfter: Duration? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.attempts = attempts
    self.pageIndex = pageIndex
    self.retryAfter = retryAfter
    self.underlying = underlying
  }

  init(code: Code, detail: String, underlying: (any Error)? = nil) {
    self.init(code: code, underlying: underlying)
    self.detail = detail
  }
}

extension FeedError {
  /// What went wrong, as a value that later versions may add to.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String, Sendable {
      case cancelled, closed, superseded
      case sourceFailed, retriesExhausted, retryBudgetExhausted, retryAfterTooLong, deadlineExceeded
      case cursorCycle, missingCursor, noProgress
      case reentrantLoad, invalidResumePoint
    }

    private let value: Value

    /// The caller's task was cancelled, or ``Feed/cancel()`` ended the load.
    public static let cancelled = Code(value: .cancelled)

    /// The feed is closed.
    public static let closed = Code(value: .closed)

    /// The list was replaced or is being replaced, so the page no longer has a place.
    public static let superseded = Code(value: .superseded)

    /// The source threw an error that the policy does not try again.
    public static let sourceFailed = Code(value: .sourceFailed)

    /// The source failed as often as the policy allows.
    public static let retriesExhausted = Code(value: .retriesExhausted)

    /// Attempts were left, but the shared ``RetryBudget`` was used up.
    public static let retryBudgetExhausted = Code(value: .retryBudgetExhausted)

    /// The server asked to wait longer than ``RetryPolicy/longestWait``.
    public static let retryAfterTooLong = Code(value: .retryAfterTooLong)

    /// The next attempt would have come after the load's ``RetryPolicy/deadline``.
    public static let deadlineExceeded = Code(value: .deadlineExceeded)

    /// The last page named a next cursor that had been used before: following it never ends.
    public static let cursorCycle = Code(value: .cursorCycle)

    /// The last page said that more follows, but gave no cursor for it.
    public static let missingCursor = Code(value: .missingCursor)

    /// ``FeedConfiguration/emptyPageBudget`` empty pages came in a row.
    ///
    /// Asking again goes on.
    public static let noProgress = Code(value: .noProgress)

    /// A source waited, inside a load, for that same load.
    public static let reentrantLoad = Code(value: .reentrantLoad)

    /// A resume point is damaged, of an unknown version, or of another query.
    public static let invalidResumePoint = Code(value: .invalidResumePoint)

    /// The name of the code, such as `cancelled`.
    public var description: String { value.rawValue }
  }
}

extension FeedError: CustomStringConvertible {
  /// What happened, to which page, and what to do, without secrets.
  public var description: String {
    var text = code.description
    if let pageIndex { text += " at page \(pageIndex)" }
    if attempts > 0 { text += " after \(attempts) attempt\(attempts == 1 ? "" : "s")" }
    if let retryAfter { text += ", the server asked to wait \(retryAfter)" }
    if let underlying { text += ", caused by \(type(of: underlying))" }
    text += ": " + (detail ?? code.remedy)
    return text
  }
}

extension FeedError.Code {
  /// What to do about it, in one sentence.
  var remedy: String {
    switch value {
    case .cancelled: "the load was given up; ask again to go on"
    case .closed: "the feed is closed for good; create a new one"
    case .superseded: "the list was replaced; start again from its first page"
    case .sourceFailed: "the policy does not try this error again; see the underlying error"
    case .retriesExhausted: "all attempts failed; retry() tries the page again"
    case .retryBudgetExhausted: "the shared retry budget is used up; retry() tries again later"
    case .retryAfterTooLong: "the wait is beyond the policy's longest; try again after it"
    case .deadlineExceeded: "the load's deadline leaves no time for another attempt"
    case .cursorCycle: "the server repeats a cursor; CycleRule decides what that means"
    case .missingCursor: "the server promises more but names no cursor; checkForMore() asks again"
    case .noProgress: "only empty pages came; ask again to go on from there"
    case .reentrantLoad: "a source must not wait for the load that it is part of"
    case .invalidResumePoint: "start from the beginning or from another point"
    }
  }
}
