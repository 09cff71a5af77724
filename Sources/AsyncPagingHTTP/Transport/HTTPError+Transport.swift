// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPError {
  /// What the session's error means.
  ///
  /// The error behind it is kept without what it holds about the request: that is the whole URL.
  ///
  /// - Parameter error: What the session said. A request that *it* cancelled, and not the caller,
  ///   had no answer.
  package init(transport error: any Error) {
    guard let error = error as? URLError else {
      self.init(
        .noAnswer, "the transport failed with \(type(of: error)); see the underlying error",
        retryAdvice: .retry,
        underlying: error)
      return
    }
    // The session may notice just before our own alarm does: it is the same.
    let silence = "the server was silent for longer than the request's time-out"
    let reason =
      error.code == .timedOut
      ? silence : error.errorUserInfo[NSLocalizedDescriptionKey] as? String ?? "no reason given"
    let (code, advice) = Self.verdict(on: error.code, reason: reason)
    self.init(
      code, "\(reason) (URLError \(error.errorCode))", retryAdvice: advice,
      underlying: URLError(error.code))
  }

  private static func verdict(on code: URLError.Code, reason: String) -> (Code, RetryAdvice) {
    switch code {
    case .timedOut:
      (.timedOut, .retry)
    case .unsupportedURL where reason.isAboutJunk:
      (.noAnswer, .retry)
    case .badURL, .unsupportedURL:
      (.invalidURL, .never)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      (.noAnswer, .never)
    case .unknown where reason.isAboutTLS:
      (.noAnswer, .never)
    default:
      (.noAnswer, .retry)
    }
  }
}

extension String {
  /// Whether it is what libcurl says when an answer does not begin as HTTP does.
  ///
  /// On Linux the code for it is that of a URL with an unknown scheme.
  fileprivate var isAboutJunk: Bool { contains("HTTP/0.9") }

  /// Whether it is what libcurl says when two sides do not agree on TLS.
  ///
  /// On Linux there is no code for it. A connection that was lost under TLS is none of it.
  fileprivate var isAboutTLS: Bool {
    contains("certificate") || contains("SSL routines:") && !contains("unexpected eof")
  }
}
