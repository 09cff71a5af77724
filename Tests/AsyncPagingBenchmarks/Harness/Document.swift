// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import BenchmarkProbes
import Foundation

/// Everything that was measured, and on what.
struct Document: Codable {
  /// When.
  var date = Date.now.formatted(.iso8601)

  /// The version of the compiler that `swift run` takes.
  var swift = Self.swiftVersion

  /// The operating system.
  var system = ProcessInfo.processInfo.operatingSystemVersionString

  /// The processor.
  var processor = Self.processorName

  /// How many of its cores there are to use.
  var cores = ProcessInfo.processInfo.activeProcessorCount

  /// The load of the machine when the run began: figures taken beside other work are noisy.
  var loadAverage = benchmark_load_average()

  /// How much was done.
  let scale: Scale

  /// The figures.
  var measurements: [Measurement] = []

  init(scale: Scale) {
    self.scale = scale
  }

  /// The machine in one line.
  var machine: String {
    "\(date), Swift \(swift), \(system), \(cores) × \(processor), load "
      + loadAverage.formatted(digits: 2)
  }

  /// The document as JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "none")
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static var swiftVersion: String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.first { $0.first?.isNumber == true }.map(String.init) ?? "unknown"
  }

  private static var processorName: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":", maxSplits: 1).last ?? "unknown processor"
    return name.trimmingCharacters(in: .whitespaces)
  }
}
