// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import AsyncPaging

/// What a source over HTTP throws: one type, told apart by its ``code-swift.property``.
///
/// Neither its properties nor its description hold a cursor, a credential or a whole URL: see
/// ``request``. A `RetryPolicy` asks it for ``retryAdvice`` by itself.
public struct HTTPError: Error, Sendable, RetryAdvising {
  /// What went wrong.
  public var code: Code

  /// The status of the answer, if there was one.
  public var status: Int?

  /// What was asked for: method and URL, with every value in the query replaced by `…`.
  public var request: String?

  /// The fields of the answer that a person needs: when to come back, and the numbers that a
  /// support desk asks for.
  public var fields: HTTPFields

  /// The beginning of the answer's body, if it is text that says what is wrong.
  ///
  /// What the request said is left out of it, and there is none of a page that came as it should:
  /// it may hold the next cursor.
  public var excerpt: String?

  /// Whether, and when, to try again.
  public var retryAdvice: RetryAdvice

  /// What happened, where and what to do, for a person.
  public var detail: String

  /// The error that is behind it, if there is one.
  public var underlying: (any Error)?

  /// Creates an error; rules and transports of your own do.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - detail: What happened, where and what to do; without secrets.
  ///   - retryAdvice: Whether to try again. Default: never.
  ///   - underlying: The error behind it.
  public init(
    _ code: Code, _ detail: String, retryAdvice: RetryAdvice = .never,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.detail = detail
    self.retryAdvice = retryAdvice
    self.underlying = underlying
    fields = HTTPFields()
  }
}

extension HTTPError {
  /// What went wrong, as a value that later versions may add to.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Value: String, Sendable {
      case noAnswer, timedOut
      case status, rateLimited, permissionDenied, unauthorized, cursorExpired, rejected
      case emptyBody, undecodableBody, inconsistent
      case foreignOrigin, invalidURL, redirectRefused
      case bodyTooLarge, fieldsTooLarge, tooManyItems, nestedTooDeep
      case misplacedCursor, limiterFull, limiterWaitTooLong, unknownScheme
    }

    private let value: Value

    /// There was no whole answer: no connection, or one that was lost.
    public static let noAnswer = Code(value: .noAnswer)

    /// There was no answer in time.
    public static let timedOut = Code(value: .timedOut)

    /// A status that stands for a failure, and for which there is no code of its own.
    public static let status = Code(value: .status)

    /// The server wants fewer requests: 429, or a 403 that says so.
    public static let rateLimited = Code(value: .rateLimited)

    /// A 403 that is not about the rate.
    public static let permissionDenied = Code(value: .permissionDenied)

    /// A 401, after credentials were refreshed if they can be.
    public static let unauthorized = Code(value: .unauthorized)

    /// The server does not know the cursor any more.
    public static let cursorExpired = Code(value: .cursorExpired)

    /// An answer that the user's own check turned down.
    public static let rejected = Code(value: .rejected)

    /// A 200 without a body where there should be one.
    public static let emptyBody = Code(value: .emptyBody)

    /// A body that could not be decoded, or is cut short.
    public static let undecodableBody = Code(value: .undecodableBody)

    /// The answer says two things at once, such as more without a cursor.
    public static let inconsistent = Code(value: .inconsistent)

    /// The next URL is on another scheme, host or port.
    public static let foreignOrigin = Code(value: .foreignOrigin)

    /// The next URL is none, or not for HTTP.
    public static let invalidURL = Code(value: .invalidURL)

    /// A redirect that is not followed.
    public static let redirectRefused = Code(value: .redirectRefused)

    /// The body is larger than allowed.
    public static let bodyTooLarge = Code(value: .bodyTooLarge)

    /// The header fields are larger than allowed.
    public static let fieldsTooLarge = Code(value: .fieldsTooLarge)

    /// There are more items on the page than allowed.
    public static let tooManyItems = Code(value: .tooManyItems)

    /// The body is nested deeper than allowed.
    public static let nestedTooDeep = Code(value: .nestedTooDeep)

    /// The cursor cannot be put where the scheme wants it.
    public static let misplacedCursor = Code(value: .misplacedCursor)

    /// Too many requests wait for the rate limiter.
    public static let limiterFull = Code(value: .limiterFull)

    /// The rate limiter would hold the request longer than it may.
    public static let limiterWaitTooLong = Code(value: .limiterWaitTooLong)

    /// The way in which the server pages was not found out.
    public static let unknownScheme = Code(value: .unknownScheme)

    /// The name of the code, such as `rateLimited`.
    public var description: String { value.rawValue }
  }
}

extension HTTPError: CustomStringConvertible {
  /// What happened, on which request, and what to do, without secrets.
  public var description: String {
    var text = code.description
    if let status { text += " (status \(status))" }
    if let request { text += " on \(request)" }
    text += ": \(detail)"
    if let excerpt { text += "; the body begins: \(excerpt)" }
    return text
  }
}
