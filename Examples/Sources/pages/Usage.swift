// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The command line asks for something that there is not.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What `--help` prints.
enum Usage {
  static let text = """
    pages: streams a paginated JSON API to standard output, one JSON value a line.

      pages 'https://api.github.com/repos/swiftlang/swift/tags?per_page=100'
      pages URL --page-number page --items results --limit 500
      pages URL --cursor meta.next --as cursor --items data --resume place >> items.jsonl

    Without a scheme it finds out how the API pages and prints the line of code for it, or says
    that it cannot tell (exit code 78). Quote the URL. What stays the same is part of it.

    scheme, one of
      --link               the next URL is in the header field Link
      --next-url PATH      the next URL is in the answer
      --cursor PATH        a token is in the answer, and goes where --as says
      --keyset PATH        the key of the last item, such as 'data[-1].id', goes where --as says
      --page-number PLACE  pages by number, from 1 or --first
      --offset PLACE       items from an offset
      --range UNIT         header fields Range and Content-Range, such as --range items;
                           --page-size says how many
      --graphql PATH       a connection, such as data.repository.issues; --data has the query
      PATH leads into the answer: meta.next, "$['@odata.nextLink']", data[-1].id; or it is
      header:NAME. PLACE is in the request: the name of a parameter of the query, or header:NAME,
      body:PATH, form:NAME, path:NAME (which stands in the URL as {NAME}).

    what belongs to a scheme
      --items PATH         where the items are (default: the answer is the list)
      --items-may-miss     a page on which PATH leads nowhere has no items; else it is an error
      --as PLACE           where a token or a key goes; with --graphql the variable (default after)
      --first N            the number of the first page (default 1) or item (default 0)
      --has-more PATH      a flag for more, which counts more than the token or an empty page
      --total PATH         the number of all items: for the bar, and the end of numbers and offsets
      --total-pages PATH   the number of all pages
      --page-size PLACE=N  how many items a page, such as per_page=100; with --range only N

    request
      --header 'NAME: VALUE'   a header field; again for more
      --header @FILE           header fields, one a line: secrets stay out of the process list
      PAGES_HEADER             the environment's header fields, one a line, for the same reason
      --data TEXT|@FILE        sends a POST with this body, which is JSON unless a header says else
      --allow-host HOST        a next URL may lead there; it gets none of your header fields
      --timeout TIME           how long the server may be silent (default 30s)

    walk
      --limit N            at most N items in all, however many there are a page
      --rate N/UNIT        at most so many requests a s, min or h, such as 10/s
      --retries N          how often a page is asked for again (default 3)
      --longest-wait TIME  the longest wait that the server may ask for (default 5min)
      --resume FILE        goes on after the last item written, and notes each page there; begins
                           if there is no such file. Keep it to yourself: it holds a cursor
      --quiet              nothing on standard error but errors
      --help               this text

    exit codes: 0 the end, the limit, or nobody reads on; 64 the command line is wrong;
    65 the answer, or the file to resume from, cannot be read; 69 the server does not answer or
    refuses; 73 the file to resume from cannot be written; 74 standard output fails; 75 the rate
    limit asks for more patience than allowed, try later; 76 the server goes in circles,
    contradicts itself or leads elsewhere; 77 no permission; 78 the scheme is unknown, give one;
    130 Ctrl-C, 143 SIGTERM: a clean stop; the second time at once.
    """
}
