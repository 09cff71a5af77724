// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What Swift cannot call of libcurl: functions with variable arguments, each with the types that its
// options have. It is needed with the trait LibCurl only.

#ifndef ASYNC_PAGING_CURL_SHIM_H
#define ASYNC_PAGING_CURL_SHIM_H

// The type checks are macros around the functions; here the types are fixed anyway.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x074400
#error "CurlTransport needs libcurl 7.68 or later, for curl_multi_wakeup"
#endif

typedef size_t (*async_paging_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode async_paging_curl_global_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode async_paging_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode async_paging_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode async_paging_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode async_paging_curl_set_lines(CURL *easy, CURLoption option,
                                                   struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode async_paging_curl_set_receiver(CURL *easy, CURLoption option,
                                                      async_paging_curl_receiver value) {
  return curl_easy_setopt(easy, option, value);
}

// The body is copied; its size counts, not a zero in it.
static inline CURLcode async_paging_curl_set_body(CURL *easy, const void *bytes, curl_off_t count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

// No protocol but HTTP, whatever a URL says.
static inline CURLcode async_paging_curl_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A transfer that is removed while a name is looked up does not wait for the thread that does it.
static inline void async_paging_curl_leave_resolver(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

static inline void *async_paging_curl_private(CURL *easy) {
  char *pointer = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &pointer);
  return pointer;
}

static inline CURLMcode async_paging_curl_multi_set_number(CURLM *multi, CURLMoption option,
                                                           long value) {
  return curl_multi_setopt(multi, option, value);
}

#endif
