// swift-tools-version: 6.2
// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A program that uses the library as anybody would: through what is public.
let package = Package(
  name: "interoperability",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is the package's identity, whatever its folder is called.
    .package(name: "swift-async-paging", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "interoperability",
      dependencies: [
        .product(name: "AsyncPaging", package: "swift-async-paging"),
        .product(name: "AsyncPagingHTTP", package: "swift-async-paging"),
      ],
      path: "Walks",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
      ])
  ],
  swiftLanguageModes: [.v6]
)
