// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a source over HTTP behaves, beside how the API pages.
///
/// ```swift
/// var options = HTTPOptions()
/// options.endStatuses = [404]
/// options.limits.body = 1 << 20
/// ```
public struct HTTPOptions: Sendable {
  /// What an answer without a body means.
  public enum EmptyAnswers: Sendable, Hashable {
    /// 204 and 205 are an empty last page, a 200 without a body is an error.
    ///
    /// An empty 200 that was taken for the end has made people delete what they had.
    case byStatus

    /// All of them are an empty last page.
    case end

    /// All of them are an error.
    case fail
  }

  /// How large an answer may be.
  public var limits = HTTPLimits()

  /// Whether the next page is asked for while the items of this one are being decoded, and decoded
  /// itself when it is there, where the scheme knows the next cursor before: from a header field,
  /// or by a path into JSON.
  ///
  /// The pages come in order all the same, and no more than one answer is kept. When nobody goes
  /// on, one page more than was wanted has been asked for, and a limiter counts it. An answer that
  /// was not wanted for longer than a request may take is dropped. Where cursors can be used once
  /// (``retriesLostAnswers``) nothing is asked for early. Default: no.
  public var overlapsDecoding = false

  /// Where next URLs and redirects may lead.
  ///
  /// Default: to the scheme, host and port of the request alone.
  ///
  /// Wherever they lead, credentials and other fields of the request go to its own origin only.
  public var origins: OriginRule = .same

  /// How many redirects are followed for one page.
  ///
  /// Default: 5.
  public var redirectLimit = 5

  /// What an answer without a body means.
  ///
  /// Default: by its status.
  public var emptyAnswers: EmptyAnswers = .byStatus

  /// Statuses that are the end when they come for any page but the first, such as 404 for a page
  /// number past the last.
  ///
  /// Default: none.
  public var endStatuses: Set<Int> = []

  /// Statuses that mean, for any page but the first, that the server does not know the cursor any
  /// more.
  ///
  /// Default: 410.
  public var expiredCursorStatuses: Set<Int> = [410]

  /// Whether a page is asked for again when the answer was lost on its way.
  ///
  /// Default: yes.
  ///
  /// `false` for cursors that can be used once: the server may have used one up, so a lost answer
  /// is an error that is not tried again, and so are a body that is no page and the statuses 500,
  /// 502 and 504. A connection that was refused is no lost answer.
  public var retriesLostAnswers = true

  /// Turns down answers that carry an error in spite of their status, by throwing it.
  ///
  /// Default: takes all of them.
  ///
  /// An ``HTTPError`` may advise to try again; other errors become the underlying one of
  /// ``HTTPError/Code/rejected``.
  public var check: @Sendable (HTTPResponse) throws -> Void = { _ in }

  /// Decodes bodies.
  ///
  /// Default: a plain one.
  public var decoder = JSONDecoder()

  /// Proves who is asking.
  ///
  /// Default: nobody; fields in the request are sent all the same.
  public var credentials: (any HTTPCredentials)?

  /// Keeps pages with their validators, so that unchanged ones are not sent again.
  ///
  /// Default: nothing.
  public var store: (any HTTPPageStore)?

  /// Says when a request may be sent.
  ///
  /// Default: at once.
  public var limiter: RateLimiter?

  /// Which budget of the limiter a request takes from.
  ///
  /// Default: the host's.
  public var limiterKey: @Sendable (URL) -> String = { $0.host() ?? "" }

  /// How much of an error's body is kept as an excerpt, in characters; 0 for none.
  ///
  /// Default: 200.
  public var excerptLength = 200

  /// The time of day, for dates in answers.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates the default options.
  public init() {}
}
