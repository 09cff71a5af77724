// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The input of an operation of a cloud SDK that answers page by page.
public protocol TokenInput: Sendable {
  /// What says where a page begins.
  associatedtype Token: Equatable & Sendable

  /// The same input, asking for the page that a token stands for.
  ///
  /// - Parameter token: The token of the answer before.
  /// - Returns: The input of the next call.
  func asking(for token: Token) -> Self
}

/// The pages of an operation as generated code of cloud SDKs has them.
///
/// A struct whose iterator holds everything: the input of the next call, and the token by which it
/// finds out that a server repeats itself. Nothing is shared, and nothing of it is inlinable: in an
/// SDK, too, it lies in another module than its callers.
public struct TokenPages<Input: TokenInput, Output: Sendable>: AsyncSequence, Sendable {
  /// What is yielded.
  public typealias Element = Output

  private let input: Input
  private let inputToken: any KeyPath<Input, Input.Token?> & Sendable
  private let outputToken: any KeyPath<Output, Input.Token?> & Sendable
  private let operation: @concurrent @Sendable (Input) async throws -> Output

  /// Creates the pages of an operation.
  ///
  /// - Parameters:
  ///   - input: The input of the first call.
  ///   - inputToken: Where an input holds its token.
  ///   - outputToken: Where an output holds the token of the page after it.
  ///   - operation: The call.
  public init(
    input: Input, inputToken: any KeyPath<Input, Input.Token?> & Sendable,
    outputToken: any KeyPath<Output, Input.Token?> & Sendable,
    operation: @escaping @concurrent @Sendable (Input) async throws -> Output
  ) {
    self.input = input
    self.inputToken = inputToken
    self.outputToken = outputToken
    self.operation = operation
  }

  /// Starts with the first call.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: self, input: input) }

  /// One walk through the pages.
  public struct Iterator: AsyncIteratorProtocol {
    private let pages: TokenPages
    private var input: Input
    private var token: Input.Token?
    private var isFirst = true

    fileprivate init(pages: TokenPages, input: Input) {
      self.pages = pages
      self.input = input
      token = input[keyPath: pages.inputToken]
    }

    /// Makes the next call.
    ///
    /// - Returns: Its output, or `nil` after the last page.
    /// - Throws: What the call throws.
    public mutating func next() async throws -> Output? {
      guard isFirst || token != nil else { return nil }
      if let token { input = input.asking(for: token) }
      isFirst = false
      let output = try await pages.operation(input)
      let next = output[keyPath: pages.outputToken]
      // A token that comes back would be asked for again and again.
      token = next == input[keyPath: pages.inputToken] ? nil : next
      return output
    }
  }
}

@available(*, unavailable, message: "an iterator belongs to one task; make one for each")
extension TokenPages.Iterator: Sendable {}
