// swift-tools-version: 6.2
// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every target is compiled with.
///
/// The settings are dropped when the package is a versioned dependency, so they bind us and nobody
/// else.
let settings: [SwiftSetting] = [
  // Protocol types are spelled `any P`: what costs an existential is seen.
  .enableUpcomingFeature("ExistentialAny"),
  // A weak capture is a constant: it can be Sendable.
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  // A conformance of an isolated type stays in its isolation.
  .enableUpcomingFeature("InferIsolatedConformances"),
  // An import reaches clients only where it says `public`.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Members come from modules that the file itself imports.
  .enableUpcomingFeature("MemberImportVisibility"),
  // An async function stays with its caller unless it says `@concurrent`.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // Every use of an unsafe construct is marked `unsafe`; the core has none.
  .strictMemorySafety(),
  // A misspelt feature name above is an error, not silence.
  .treatWarning("StrictLanguageFeatures", as: .error),
  // A public type says whether it is Sendable.
  .treatWarning("ExplicitSendable", as: .error),
]

let package = Package(
  name: "swift-async-paging",
  // The floor of `AsyncSequence.Failure`, `next(isolation:)`, task executors and atomics.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AsyncPaging", targets: ["AsyncPaging"]),
    .library(name: "AsyncPagingHTTP", targets: ["AsyncPagingHTTP"]),
    .library(name: "AsyncPagingTesting", targets: ["AsyncPagingTesting"]),
    // For our own tests and examples, which are packages of their own. It is no part of what the SDK
    // promises: it may change in any release.
    .library(name: "LoopbackServer", targets: ["LoopbackServer"]),
  ],
  traits: [
    .trait(
      name: "LibCurl",
      description: "CurlTransport, on the system's libcurl; it needs libcurl's headers.")
  ],
  targets: [
    .target(name: "AsyncPaging", swiftSettings: settings),
    .target(
      name: "AsyncPagingHTTP",
      dependencies: [
        "AsyncPaging", .target(name: "CLibCurl", condition: .when(traits: ["LibCurl"])),
      ],
      swiftSettings: settings),
    // Not compiled without the trait: a machine without libcurl's headers builds the rest.
    .systemLibrary(name: "CLibCurl"),
    .target(
      name: "AsyncPagingTesting", dependencies: ["AsyncPaging"], swiftSettings: settings),
    .testTarget(
      name: "AsyncPagingTests", dependencies: ["AsyncPaging", "AsyncPagingTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "AsyncPagingHTTPTests",
      dependencies: ["AsyncPaging", "AsyncPagingHTTP", "AsyncPagingTesting", "LoopbackServer"],
      swiftSettings: settings),
    // A server in this process that does wrong what servers and networks do wrong.
    .target(
      name: "LoopbackServer", dependencies: ["AsyncPagingHTTP", "AsyncPagingTesting"],
      path: "Tests/LoopbackServer", swiftSettings: settings),
    .testTarget(
      name: "AsyncPagingModelTests", dependencies: ["AsyncPaging"], swiftSettings: settings),
    // What happens to a feed, in the tests and, in release, in every order by the executable.
    .target(
      name: "AsyncPagingScenarios", dependencies: ["AsyncPaging", "AsyncPagingTesting"],
      path: "Tests/AsyncPagingScenarios", swiftSettings: settings),
    .executableTarget(
      name: "explore-scenarios", dependencies: ["AsyncPagingScenarios", "AsyncPagingTesting"],
      path: "Tests/explore-scenarios", swiftSettings: settings),
    .testTarget(
      name: "AsyncPagingScenarioTests",
      dependencies: ["AsyncPagingScenarios", "AsyncPagingTesting"], swiftSettings: settings),
    // What a feed costs beside what people write by hand; Documentation/Performance.md has the table.
    .executableTarget(
      name: "AsyncPagingBenchmarks",
      dependencies: [
        "AsyncPaging", "AsyncPagingHTTP", "BenchmarkPeers", "BenchmarkProbes", "LoopbackServer",
      ],
      path: "Tests/AsyncPagingBenchmarks", exclude: ["instructions", "peers", "thresholds.json"],
      swiftSettings: settings),
    // Code of other libraries, so that it lies in another module than its callers, too.
    .target(name: "BenchmarkPeers", path: "Tests/BenchmarkPeers", swiftSettings: settings),
    // Clocks, memory and allocations of this process, in C.
    .target(name: "BenchmarkProbes", path: "Tests/BenchmarkProbes"),
    .testTarget(
      name: "AsyncPagingTestingTests", dependencies: ["AsyncPaging", "AsyncPagingTesting"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
