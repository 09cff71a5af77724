// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

import AsyncPagingHTTP
import AsyncPagingTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that start where somebody holds what the session's callbacks need.
///
/// On Linux a request beside no other starts on its caller's thread, which waits for the session's
/// own queue. That is safe as long as nothing on that queue waits for a caller. Callers are
/// cancelled after a random number of turns of a thread, not of a task: other tests' tasks would
/// stand in line between those. What is expected holds after any number.
@Suite("transports: starting a request", .serialized, .timeLimit(.minutes(10)))
struct TransportStartTests {
  @Test("a lone request can be cancelled at any moment", arguments: TransportKind.allCases)
  func lone(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok("[1]") }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let transport = kind.make()
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let caller = Task { try await transport.response(to: request, bodyLimit: 9) }
      for _ in 0..<Int.random(in: 0..<2_000, using: &random) { sched_yield() }
      caller.cancel()
      do {
        #expect(try await caller.value.status == 200)
      } catch is CancellationError {}
    }
    #expect(try await transport.response(to: request, bodyLimit: 9).status == 200)
  }

  /// The handler runs under a lock of the cancelled task, which the session's callback needs to
  /// wake that task.
  @Test(
    "a request can start within the cancellation of the one before, as that is answered",
    arguments: TransportKind.allCases)
  func withinCancellation(over kind: TransportKind) async throws {
    let server = try LoopbackServer { _ in .ok("[1]") }
    defer { server.stop() }
    let request = URLRequest(url: try server.url())
    let transport = kind.make()
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let (followers, starts) = AsyncStream<Task<HTTPResponse, any Error>>.makeStream()
      let caller = Task {
        try await withTaskCancellationHandler {
          try await transport.response(to: request, bodyLimit: 9)
        } onCancel: {
          starts.yield(Self.startAtOnce { try await transport.response(to: request, bodyLimit: 9) })
        }
      }
      for _ in 0..<Int.random(in: 0..<2_000, using: &random) { sched_yield() }
      caller.cancel()
      _ = try? await caller.value
      starts.finish()
      for await follower in followers { #expect(try await follower.value.status == 200) }
    }
  }

  /// Starts a task that runs until it first waits before this returns, where the system can.
  private static func startAtOnce(
    _ operation: @escaping @Sendable @concurrent () async throws -> HTTPResponse
  ) -> Task<HTTPResponse, any Error> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return Task(operation: operation)
    }
    return Task.immediate(operation: operation)
  }

  #if canImport(FoundationNetworking)
    @Test("no callback of a session holds what starting a request waits for")
    func callbacks() async throws {
      let server = try LoopbackServer { _ in .ok("[1]") }
      defer { server.stop() }
      let request = URLRequest(url: try server.url())
      let (places, found) = AsyncStream<String>.makeStream()
      let delegate = BlockingDelegate(request, found)
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      session.dataTask(with: request).resume()
      var passed: [String] = []
      for await place in places { passed.append(place) }
      #expect(passed == ["head", "body", "end"])
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// A delegate that, in each callback of the first request, waits until another thread has started
  /// another request.
  private final class BlockingDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let request: URLRequest
    private let passed: AsyncStream<String>.Continuation

    init(_ request: URLRequest, _ passed: AsyncStream<String>.Continuation) {
      self.request = request
      self.passed = passed
    }

    /// Starts a request on another thread while this one waits, for ten seconds at most.
    private func startAnother(
      in session: URLSession, during callback: String, of task: URLSessionTask
    ) {
      guard task.taskIdentifier == 1 else { return }
      let hasStarted = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [request] in
        session.dataTask(with: request).resume()
        hasStarted.signal()
      }
      if hasStarted.wait(timeout: .now() + 10) == .success { passed.yield(callback) }
      if callback == "end" { passed.finish() }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      startAnother(in: session, during: "head", of: dataTask)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      startAnother(in: session, during: "body", of: dataTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      startAnother(in: session, during: "end", of: task)
    }
  }
#endif
