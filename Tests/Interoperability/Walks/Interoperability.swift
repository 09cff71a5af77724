// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Walks the lists of real servers, and compares what comes with what they hold.
///
/// The argument is a folder with a file for each server, see `servers/common.py`.
@main
struct Interoperability {
  static func main() async throws {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".")
    func service(_ name: String) throws -> Service {
      try Service(contentsOf: folder.appending(component: "\(name).json"))
    }
    let walks =
      try django(service("django_rest")) + datasette(service("datasette"))
      + objectStorage(service("moto")) + database(service("moto"))
      + graphQL(service("strawberry")) + kinto(service("kinto"))
    var problems: [String] = []
    print(Outcome.heading)
    for walk in walks {
      for size in [7, 10, 100] {
        let outcome = await walk.outcome(size: size)
        print(outcome.row)
        if let problem = outcome.problem { problems.append("\(walk.name), by \(size): \(problem)") }
      }
    }
    print("\(walks.count * 3 - problems.count) walks are right, \(problems.count) are not")
    guard problems.isEmpty else {
      print(problems.joined(separator: "\n"))
      exit(1)
    }
  }
}
