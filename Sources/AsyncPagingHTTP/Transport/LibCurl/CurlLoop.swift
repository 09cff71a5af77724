// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  /// What the one thread of a ``CurlTransport`` does: it moves all transfers on until it is told to
  /// end.
  ///
  /// Everything it holds stays on its thread.
  final class CurlLoop {
    private let mailbox: CurlMailbox
    private let multi: CurlMulti?
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private var nextCheck: ContinuousClock.Instant?

    /// Creates the loop, on its thread.
    init(_ mailbox: CurlMailbox, connectionsPerHost: Int) {
      self.mailbox = mailbox
      multi = CurlMulti(connectionsPerHost: connectionsPerHost)
    }

    /// Moves the transfers on until the mailbox is closed; then those that are left have failed.
    func run() {
      if let multi {
        mailbox.attend(multi)
        while let orders = mailbox.take() {
          for exchange in orders.begun where !exchange.isLeft { begin(exchange, on: multi) }
          for exchange in orders.left { remove(exchange, from: multi) }
          multi.perform()
          while let (transfer, code) = multi.nextEnd() {
            finish(transfer, with: transfer.outcome(code), on: multi)
          }
          checkTimes(on: multi)
          multi.wait(for: nextCheck.map { $0 - .now })
        }
      }
      let rest = mailbox.abandon()
      for exchange in rest.begun { exchange.end(.failure(.transportEnded)) }
      guard let multi else { return }
      for transfer in Array(transfers.values) {
        finish(transfer, with: .failure(.transportEnded), on: multi)
      }
    }

    private func begin(_ exchange: CurlExchange, on multi: CurlMulti) {
      guard let transfer = CurlTransfer(exchange), multi.add(transfer.easy) else {
        let error = HTTPError(.noAnswer, "libcurl took no request with these options")
        exchange.end(.failure(error))
        return
      }
      transfers[ObjectIdentifier(exchange)] = transfer
      nextCheck = min(nextCheck ?? transfer.due, transfer.due)
    }

    /// Ends a transfer in the middle: its connection is closed, or its stream reset.
    private func remove(_ exchange: CurlExchange, from multi: CurlMulti) {
      guard let transfer = transfers.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
      multi.remove(transfer.easy)
    }

    private func finish(
      _ transfer: CurlTransfer, with outcome: CurlExchange.Outcome, on multi: CurlMulti
    ) {
      remove(transfer.exchange, from: multi)
      transfer.exchange.end(outcome)
    }

    /// Ends what is over its time, when the first of them may be.
    ///
    /// News only postpone: so who is looked at too early costs a look, and nobody is late.
    private func checkTimes(on multi: CurlMulti) {
      let now = ContinuousClock.now
      guard let check = nextCheck, now >= check else { return }
      for transfer in Array(transfers.values) where now >= transfer.due {
        finish(transfer, with: .failure(transfer.timedOut(now)), on: multi)
      }
      nextCheck = transfers.values.map(\.due).min()
    }
  }
#endif
