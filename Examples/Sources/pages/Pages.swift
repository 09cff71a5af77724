// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPaging
import AsyncPagingHTTP
import Foundation

/// Streams a paginated API to standard output.
@main
struct Pages {
  static func main() async {
    do {
      guard let arguments = try Arguments.reading(Array(CommandLine.arguments.dropFirst())) else {
        return print(Usage.text)
      }
      exit(try await run(arguments).rawValue)
    } catch {
      complain("\(error)\ntry --help")
      exit(ExitCode(error).rawValue)
    }
  }

  private static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
    let progress = Progress(isQuiet: arguments.isQuiet)
    let plan = try Walk(arguments, events: progress.events)
    async let showing: Void = progress.run()
    let walk = Task(name: "pages: walk") { try await plan.run() }
    let signals = Signals()
    signals.listen { walk.cancel() }
    let result = await walk.result
    progress.events.finish()
    await showing

    let end = (try? result.get())?.text
    if !arguments.isQuiet, let summary = await progress.summary(end) { complain(summary) }
    switch result {
    case .success(.interrupted): return signals.code
    case .success: return .done
    case .failure(let error):
      complain(ErrorText(error, without: plan.request).text)
      return ExitCode(error)
    }
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("pages: \(text)\n".utf8))
  }
}
