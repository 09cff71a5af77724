// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP

/// What the process tells the shell: the numbers of `sysexits.h`, and 128 and the signal.
enum ExitCode: Int32 {
  case done = 0
  case usage = 64
  case data = 65
  case unavailable = 69
  case software = 70
  case cannotCreate = 73
  case output = 74
  case tryLater = 75
  case protocolError = 76
  case noPermission = 77
  case unknownScheme = 78
  case interrupted = 130
  case terminated = 143
}

extension ExitCode {
  /// What an error comes to.
  init(_ error: any Error) {
    switch error {
    case is UsageError: self = .usage
    case let error as CheckpointError: self = error.isAboutWriting ? .cannotCreate : .data
    case is OutputError: self = .output
    case is RepeatedPage: self = .protocolError
    case let error as FeedError: self.init(error)
    case let error as HTTPError: self.init(error.code)
    default: self = .software
    }
  }

  private init(_ error: FeedError) {
    switch error.code {
    case .cancelled: self = .interrupted
    case .invalidResumePoint: self = .data
    case .cursorCycle, .missingCursor, .noProgress: self = .protocolError
    case .retryAfterTooLong: self = .tryLater
    default: self = error.underlying.map { ExitCode($0) } ?? .software
    }
  }

  private init(_ code: HTTPError.Code) {
    switch code {
    case .noAnswer, .timedOut, .status: self = .unavailable
    case .rateLimited, .limiterFull, .limiterWaitTooLong: self = .tryLater
    case .unauthorized, .permissionDenied: self = .noPermission
    case .emptyBody, .undecodableBody, .bodyTooLarge, .fieldsTooLarge, .tooManyItems,
      .nestedTooDeep:
      self = .data
    case .unknownScheme: self = .unknownScheme
    default: self = .protocolError
    }
  }
}
