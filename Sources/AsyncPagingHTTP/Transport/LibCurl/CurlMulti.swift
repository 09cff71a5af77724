// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import CLibCurl

  /// The handle of libcurl that all transfers of a transport and their connections hang on.
  ///
  /// `@safe` although it is a pointer. The proof: it is private, not `nil`, and freed in `deinit`
  /// only. The object is not `Sendable`: it stays on the thread that made it, and ``CurlMailbox``
  /// hands to others no more than ``wake()``, which libcurl allows from any thread. It is the last
  /// to go: a ``CurlLoop`` takes all transfers off it before it lets go of it.
  @safe final class CurlMulti {
    /// libcurl is set up once in a process, before anything else is asked of it.
    private static let isReady = async_paging_curl_global_init() == CURLE_OK

    private let handle: UnsafeMutableRawPointer

    /// Creates the handle; `nil` if there is no memory for it.
    init?(connectionsPerHost: Int) {
      guard Self.isReady, let handle = unsafe curl_multi_init() else { return nil }
      unsafe self.handle = handle
      let count = max(1, connectionsPerHost)
      for (option, number) in [
        (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
        (CURLMOPT_MAX_HOST_CONNECTIONS, count), (CURLMOPT_MAXCONNECTS, count),
      ] {
        unsafe async_paging_curl_multi_set_number(handle, option, number)
      }
    }

    deinit { unsafe curl_multi_cleanup(handle) }

    /// Makes the wait, this one or the next one, come to its end; on any thread.
    func wake() { unsafe curl_multi_wakeup(handle) }

    /// Waits for the network, for libcurl's own times, or to be woken.
    ///
    /// - Parameter time: How long at most; `nil` for as long as it takes.
    func wait(for time: Duration?) {
      let longest = Duration.seconds(1_000)
      let milliseconds = max(.zero, min(time ?? longest, longest)) / .milliseconds(1)
      unsafe curl_multi_poll(handle, nil, 0, Int32(milliseconds.rounded(.up)), nil)
    }

    /// Moves all transfers on, as far as it goes without waiting.
    func perform() {
      var running: Int32 = 0
      unsafe curl_multi_perform(handle, &running)
    }

    /// Begins a transfer; says whether libcurl took it.
    func add(_ easy: CurlEasy) -> Bool {
      unsafe curl_multi_add_handle(handle, easy.handle) == CURLM_OK
    }

    /// Takes a transfer off, whether it is over or not.
    func remove(_ easy: CurlEasy) { unsafe curl_multi_remove_handle(handle, easy.handle) }

    /// The next transfer that is over, and libcurl's number for how it ended.
    ///
    /// A message lives until the next call of libcurl: what it says is read at once. The transfer
    /// behind its handle is alive, because the loop holds it until it is removed.
    func nextEnd() -> (CurlTransfer, Int)? {
      var rest: Int32 = 0
      while let message = unsafe curl_multi_info_read(handle, &rest) {
        guard unsafe message.pointee.msg == CURLMSG_DONE,
          let context = unsafe async_paging_curl_private(message.pointee.easy_handle)
        else { continue }
        let code = unsafe Int(message.pointee.data.result.rawValue)
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return (transfer, code)
      }
      return nil
    }
  }
#endif
