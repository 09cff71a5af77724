// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import CLibCurl
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension HTTPError {
    /// What libcurl's error means.
    ///
    /// - Parameters:
    ///   - number: The number of the error.
    ///   - message: What libcurl says about it.
    package init(curl number: Int, _ message: String) {
      let code = CURLcode(rawValue: CURLcode.RawValue(number))
      let (meaning, advice) = Self.verdict(on: code, message)
      self.init(
        meaning, "\(message) (curl error \(number))", retryAdvice: advice,
        underlying: Self.counterpart(of: code).map { URLError($0) })
    }

    /// What Foundation calls an error after which the server cannot have seen the request.
    private static func counterpart(of code: CURLcode) -> URLError.Code? {
      switch code {
      case CURLE_COULDNT_CONNECT: .cannotConnectToHost
      case CURLE_COULDNT_RESOLVE_HOST: .cannotFindHost
      default: nil
      }
    }

    private static func verdict(on code: CURLcode, _ message: String) -> (Code, RetryAdvice) {
      switch code {
      case CURLE_OPERATION_TIMEDOUT:
        (.timedOut, .retry)
      case CURLE_URL_MALFORMAT:
        (.invalidURL, .never)
      case CURLE_SSL_CONNECT_ERROR:
        // It is one error for two sides that do not agree and for a connection that was lost.
        (.noAnswer, message.isAboutLostConnection ? .retry : .never)
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
        (.noAnswer, .never)
      default:
        (.noAnswer, .retry)
      }
    }
  }

  extension String {
    /// Whether it is what libcurl says when a connection was lost before TLS was agreed on.
    fileprivate var isAboutLostConnection: Bool {
      ["reset by peer", "Broken pipe", "SSL_ERROR_SYSCALL", "unexpected eof", "timed out"].contains
      {
        contains($0)
      }
    }
  }
#endif
