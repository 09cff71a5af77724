// swift-tools-version: 6.2
// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every example is compiled with: the library's own settings, see its manifest.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatWarning("StrictLanguageFeatures", as: .error),
]

/// What every example uses: the library, and nothing else.
let library: [Target.Dependency] = [
  .product(name: "AsyncPaging", package: "swift-async-paging")
]

/// What the examples of HTTP use besides.
let http: [Target.Dependency] = [
  .product(name: "AsyncPagingHTTP", package: "swift-async-paging")
]

/// What the examples of testing use besides.
let testing: [Target.Dependency] = [
  .product(name: "AsyncPagingTesting", package: "swift-async-paging")
]

/// The server of the library's own tests, in this process.
let server: [Target.Dependency] = [
  .product(name: "LoopbackServer", package: "swift-async-paging")
]

let package = Package(
  name: "swift-async-paging-examples",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    // The name is the package's identity, whatever its folder is called.
    .package(name: "swift-async-paging", path: "..")
  ],
  targets: [
    .executableTarget(name: "Quickstart", dependencies: library, swiftSettings: settings),
    .executableTarget(
      name: "five-feeds", dependencies: library + http + server, swiftSettings: settings),
    .executableTarget(
      name: "pages", dependencies: library + http, exclude: ["README.md"],
      swiftSettings: settings),
    .executableTarget(
      name: "FindTheBug", dependencies: library + testing, exclude: ["README.md"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
