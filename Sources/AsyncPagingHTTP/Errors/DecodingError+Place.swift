// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension DecodingError {
  /// Where in a body decoding failed, and why; without what is there.
  var place: String {
    let (context, problem): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
      case .typeMismatch(let type, let context): (context, "there is no \(type)")
      case .valueNotFound(let type, let context): (context, "there is null instead of \(type)")
      case .dataCorrupted(let context): (context, "it is cut short, or no such text")
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it does not fit")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    return "the body could not be decoded: at $\(path.joined()) \(problem)"
  }

  /// The error with no more than where it was: what a decoder says may quote the value.
  var withoutValues: DecodingError {
    func plain(_ context: Context) -> Context {
      Context(codingPath: context.codingPath, debugDescription: place)
    }
    return switch self {
    case .keyNotFound(let key, let context): .keyNotFound(key, plain(context))
    case .typeMismatch(let type, let context): .typeMismatch(type, plain(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, plain(context))
    case .dataCorrupted(let context): .dataCorrupted(plain(context))
    @unknown default: self
    }
  }
}
