// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import AsyncPaging
  import Foundation

  /// What callers want from the thread of libcurl: requests to begin, and exchanges that were left.
  ///
  /// `@unchecked`, because the compiler cannot see that a lock protects variables. The proof: they
  /// are private, and every function here touches them between `lock` and `unlock`. What goes in
  /// and out is `Sendable`, but for the handle: that belongs to the thread that attends, and all
  /// that is done with it here, by any thread, is to wake the other one. libcurl allows that at any
  /// time before the handle is freed, and it is freed after `abandon` only.
  final class CurlMailbox: @unchecked Sendable {
    /// What is to be done.
    struct Orders: Sendable {
      /// The requests to begin, in order.
      var begun: [CurlExchange] = []

      /// The exchanges that nobody waits for any more.
      var left: [CurlExchange] = []

      fileprivate var isEmpty: Bool { begun.isEmpty && left.isEmpty }
    }

    private let lock = NSLock()
    private var orders = Orders()
    private var isClosed = false
    private var multi: CurlMulti?

    /// Orders a request.
    func post(_ exchange: CurlExchange) {
      let isTaken = change { $0.begun.append(exchange) }
      if !isTaken { exchange.end(.failure(.transportEnded)) }
    }

    /// Says that nobody waits for an exchange any more.
    func leave(_ exchange: CurlExchange) {
      exchange.leave()
      _ = change { $0.left.append(exchange) }
    }

    /// Takes no more orders, and ends the thread.
    func close() {
      lock.withLock {
        isClosed = true
        multi?.wake()
      }
    }

    /// The thread begins to attend: it is woken from now on.
    func attend(_ multi: CurlMulti) { lock.withLock { self.multi = multi } }

    /// The thread attends no more: its handle is not touched any more, and nothing is taken.
    ///
    /// - Returns: The orders that nobody has taken.
    func abandon() -> Orders {
      lock.withLock {
        isClosed = true
        multi = nil
        defer { orders = Orders() }
        return orders
      }
    }

    /// Takes all orders, without waiting; `nil` when the mailbox is closed.
    func take() -> Orders? {
      lock.withLock {
        guard !isClosed else { return nil }
        defer { orders = Orders() }
        return orders
      }
    }

    /// Changes the orders, and wakes the thread for the first of them.
    ///
    /// - Returns: Whether it was not too late.
    private func change(_ body: (inout Orders) -> Void) -> Bool {
      lock.withLock {
        guard !isClosed else { return false }
        if orders.isEmpty { multi?.wake() }
        body(&orders)
        return true
      }
    }
  }

  extension HTTPError {
    /// The transport came to its end before the answer.
    static var transportEnded: HTTPError {
      HTTPError(.noAnswer, "the transport has ended, or libcurl could not be started")
    }
  }
#endif
