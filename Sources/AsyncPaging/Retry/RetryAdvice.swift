// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Whether an error is worth another attempt.
public enum RetryAdvice: Sendable, Hashable {
  /// Try again after the policy's own back-off.
  case retry

  /// Try again after this much time, in place of the policy's back-off: the server said so.
  case retryAfter(Duration)

  /// Do not try again: the answer would be the same.
  case never
}

/// An error that knows whether it is worth another attempt.
///
/// The default classification of a ``RetryPolicy`` asks it.
public protocol RetryAdvising: Error {
  /// Whether, and when, to try again.
  var retryAdvice: RetryAdvice { get }
}
