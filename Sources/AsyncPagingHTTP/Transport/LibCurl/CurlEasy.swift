// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if LibCurl
  import CLibCurl
  import Foundation

  /// The handle of libcurl for one transfer, with what libcurl only borrows: the list of lines and
  /// the room for a message.
  ///
  /// `@safe` although these are pointers. The proof: they are allocated in `init`, freed in
  /// `deinit`, handed out to ``CurlMulti`` only, and used on one thread: the object is not
  /// `Sendable`. libcurl calls the receivers below while it moves transfers on, on that thread, and
  /// never after the handle was taken off; so long a ``CurlLoop`` holds the transfer that they go
  /// to.
  @safe final class CurlEasy {
    /// The handle.
    let handle: UnsafeMutableRawPointer

    private let room: UnsafeMutablePointer<CChar>
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var areOptionsTaken = true

    /// Creates a handle; `nil` if there is no memory for it.
    init?() {
      guard let handle = unsafe curl_easy_init() else { return nil }
      unsafe self.handle = handle
      unsafe room = .allocate(capacity: Int(CURL_ERROR_SIZE))
      unsafe room.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
      unsafe curl_easy_cleanup(handle)
      unsafe curl_slist_free_all(lines)
      unsafe room.deallocate()
    }

    /// What libcurl says about an error: of this transfer, or of its kind if it says no more.
    ///
    /// Host and port may be in it, but nothing else of the URL.
    func message(of code: Int) -> String {
      let message = unsafe String(cString: room)
      guard message.isEmpty else { return message }
      let kind = CURLcode(rawValue: CURLcode.RawValue(code))
      return unsafe String(cString: curl_easy_strerror(kind))
    }

    /// Sets the options of a request.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - transfer: What the answer goes to; it holds this handle.
    /// - Returns: Whether libcurl took them.
    func prepare(_ request: CurlRequest, for transfer: CurlTransfer) -> Bool {
      setReceivers(transfer)
      set(CURLOPT_NOSIGNAL, 1)
      unsafe check(async_paging_curl_allow_http_only(handle))
      unsafe async_paging_curl_leave_resolver(handle)
      set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      if !request.usesProxies { set(CURLOPT_PROXY, "") }
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      set(CURLOPT_PATH_AS_IS, 1)
      set(CURLOPT_URL, request.url.absoluteString)
      // Not every libcurl knows HTTP/2 and compressions; without them it is HTTP all the same.
      let isSecure = request.url.scheme?.isEqual(ignoringCase: "https") == true
      unsafe _ = async_paging_curl_set_number(
        handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // Rather a stream of a connection that is being made than a connection of its own.
      set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
      if request.isDecompressed {
        unsafe _ = async_paging_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
      }
      setMessage(request)
      return areOptionsTaken
    }

    private func setMessage(_ request: CurlRequest) {
      if request.method == "HEAD" {
        set(CURLOPT_NOBODY, 1)
      } else {
        if let body = request.body {
          set(CURLOPT_POST, 1)
          let code = unsafe body.withUnsafeBytes { bytes in
            // Of no bytes there is no address, and without one libcurl would look for a stream.
            guard let start = bytes.baseAddress else {
              return unsafe async_paging_curl_set_body(handle, "", 0)
            }
            return unsafe async_paging_curl_set_body(handle, start, curl_off_t(bytes.count))
          }
          check(code)
        }
        set(CURLOPT_CUSTOMREQUEST, request.method)
      }
      for line in request.lines {
        guard let longer = unsafe curl_slist_append(lines, line) else {
          return check(CURLE_OUT_OF_MEMORY)
        }
        unsafe lines = longer
      }
      unsafe check(async_paging_curl_set_lines(handle, CURLOPT_HTTPHEADER, lines))
    }

    /// Says where the answer goes: to the transfer, which is not held, because it holds this.
    private func setReceivers(_ transfer: CurlTransfer) {
      let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
      for option in [CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA] {
        unsafe check(async_paging_curl_set_pointer(handle, option, context))
      }
      unsafe check(async_paging_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, room))
      unsafe check(
        async_paging_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
          guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
          let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
          let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
          return transfer.take(line: unsafe Array(line)) ? count : count + 1
        })
      unsafe check(
        async_paging_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
          guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
          let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
          let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
          let goesOn = transfer.take(count: count) { unsafe $0.append(contentsOf: part) }
          // Another number than that of the bytes ends the transfer; of none there is no other.
          return goesOn ? count : count + 1
        })
    }

    private func set(_ option: CURLoption, _ number: Int) {
      unsafe check(async_paging_curl_set_number(handle, option, number))
    }

    private func set(_ option: CURLoption, _ text: String) {
      unsafe check(async_paging_curl_set_text(handle, option, text))
    }

    private func check(_ code: CURLcode) {
      if code != CURLE_OK { areOptionsTaken = false }
    }
  }
#endif
