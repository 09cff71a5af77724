// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP

/// The transports that come with the package: all of them pass the same tests.
enum TransportKind: String, CaseIterable, Sendable {
  case urlSession
  #if LibCurl
    case libCurl
  #endif

  /// The one that everybody uses.
  var shared: any HTTPTransport {
    switch self {
    case .urlSession: URLSessionTransport.shared
    #if LibCurl
      case .libCurl: CurlTransport.shared
    #endif
    }
  }

  /// One of its own.
  func make(resourceTimeout: Duration = .seconds(60)) -> any HTTPTransport {
    switch self {
    case .urlSession: URLSessionTransport(resourceTimeout: resourceTimeout)
    #if LibCurl
      case .libCurl: CurlTransport(resourceTimeout: resourceTimeout)
    #endif
    }
  }
}
