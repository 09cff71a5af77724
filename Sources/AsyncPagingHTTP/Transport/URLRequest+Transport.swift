// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URL {
  /// Whether a request can be sent there.
  var isForHTTP: Bool {
    guard let scheme, let host = host(percentEncoded: true), !host.isEmpty else { return false }
    return ["http", "https"].contains { scheme.isEqual(ignoringCase: $0) }
  }
}

extension URLRequest {
  /// The longest time without news that is asked for, as a number that clocks can bear.
  var secondsWithoutNews: TimeInterval {
    timeoutInterval > 0 ? min(timeoutInterval, Duration.longestWait / .seconds(1)) : 60
  }
}

extension Duration {
  /// The longest time that is waited for anything: a week.
  static let longestWait = Duration.seconds(7 * 24 * 60 * 60)
}

extension HTTPError {
  /// The request goes nowhere.
  static let notForHTTP = HTTPError(
    .invalidURL, "a request needs a URL with http or https and a host", retryAdvice: .never)

  /// There was no news for too long.
  static func timedOut(silentFor time: Duration) -> HTTPError {
    HTTPError(.timedOut, "the server was silent for \(time)", retryAdvice: .retry)
  }

  /// There was news, but no end.
  static func timedOut(incompleteAfter time: Duration) -> HTTPError {
    HTTPError(.timedOut, "the answer was not complete after \(time)", retryAdvice: .retry)
  }
}
