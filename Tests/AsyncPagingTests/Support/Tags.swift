// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

extension Tag {
  @Tag static var coalescing: Self
  @Tag static var demand: Self
  @Tag static var cancellation: Self
  @Tag static var refresh: Self
  @Tag static var streams: Self
  @Tag static var endOfData: Self
  @Tag static var retry: Self
  @Tag static var state: Self
  @Tag static var safety: Self
  @Tag static var sources: Self
  @Tag static var resuming: Self
}
