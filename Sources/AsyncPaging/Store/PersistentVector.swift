// This source file is part of the AsyncPaging project.
// Copyright 2026 the AsyncPaging authors.
// Licensed under the Apache License, Version 2.0; see LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An append-only list whose copies cost nothing and stay as they are.
///
/// A tree of nodes with up to 32 children each. A change to a list of which somebody holds a copy
/// copies one path from the root, at most 32 elements a level, never the list; a change to a list
/// that nobody else holds copies nothing. All costs are O(log n) with base 32.
package struct PersistentVector<Element: Sendable>: Sendable {
  private enum Node: Sendable {
    case leaf([Element])
    case branch([Node])

    /// Stands in while a node is being changed, so that its storage has one owner.
    static var vacant: Node { .leaf([]) }
  }

  private static var bits: Int { 5 }
  private static var width: Int { 1 << bits }

  private var root = Node.leaf([])

  /// How many levels of branches stand above the leaves.
  private var depth = 0

  package private(set) var count = 0

  package init() {}

  package subscript(position: Int) -> Element {
    leaf(at: position)[position & (Self.width - 1)]
  }

  /// The elements that stand together with the one at a position, itself among them.
  private func leaf(at position: Int) -> [Element] {
    precondition((0..<count).contains(position), "position is \(position), must be in 0..<\(count)")
    var node = root
    var shift = depth * Self.bits
    while true {
      switch node {
      case .leaf(let elements): return elements
      case .branch(let children):
        node = children[(position >> shift) & (Self.width - 1)]
        shift -= Self.bits
      }
    }
  }

  /// The elements that stand together with the one at a position, itself among them, and the
  /// positions they have.
  package func run(at position: Int) -> (elements: [Element], positions: Range<Int>) {
    let elements = leaf(at: position)
    let first = position & ~(Self.width - 1)
    return (elements, first..<(first + elements.count))
  }

  package mutating func append(_ element: Element) {
    if count == Self.width << (depth * Self.bits) {
      root = .branch([root, Self.path(to: element, depth: depth)])
      depth += 1
    } else {
      Self.insert(element, at: count, into: &root, depth: depth)
    }
    count += 1
  }

  /// Puts another element in the place of one.
  package mutating func replace(at position: Int, with element: Element) {
    precondition((0..<count).contains(position), "position is \(position), must be in 0..<\(count)")
    Self.insert(element, at: position, into: &root, depth: depth)
  }

  /// A node of the given depth that holds one element.
  private static func path(to element: Element, depth: Int) -> Node {
    depth == 0 ? .leaf([element]) : .branch([path(to: element, depth: depth - 1)])
  }

  private static func insert(
    _ element: Element, at position: Int, into node: inout Node, depth: Int
  ) {
    let index = (position >> (depth * bits)) & (width - 1)
    switch node {
    case .leaf(var elements):
      node = .vacant
      if index < elements.count {
        elements[index] = element
      } else {
        elements.append(element)
      }
      node = .leaf(elements)
    case .branch(var children):
      node = .vacant
      if index < children.count {
        insert(element, at: position, into: &children[index], depth: depth - 1)
      } else {
        children.append(path(to: element, depth: depth - 1))
      }
      node = .branch(children)
    }
  }
}
