/// Rules by what their paths must begin with, so that of thousands only those are looked at that can take a path.
///
/// A tree of scalars: a path is followed from the root for as long as a rule begins like it.
struct PrefixIndex {
  private struct Node {
    let scalar: UInt32
    /// The first child and the next sibling; 0 if there is none, as the root is neither.
    var child: Int32 = 0
    var sibling: Int32
    /// The first and the last of the rules that end here; 0 if there are none.
    var first: Int32 = 0
    var last: Int32 = 0
  }

  /// A rule, and the next one that ends at the same place; 0 if it is the last there.
  fileprivate struct Entry {
    let number: Int32
    var next: Int32 = 0
  }

  /// How many scalars of a beginning tell rules apart.
  private static let longestPrefix = 32

  // Paths as they are written begin at the first node, paths without their case at the second.
  private var nodes = [Node(scalar: 0, sibling: 0), Node(scalar: 0, sibling: 0)]
  private var entries = [Entry(number: 0)]
  private(set) var hasFoldedRules = false

  private static func root(isFolded: Bool) -> Int { isFolded ? 1 : 0 }

  /// Rules have to be added by rising number.
  mutating func insert(_ number: Int, _ rule: LinkRule) {
    var node = Self.root(isFolded: rule.form.isFolded)
    hasFoldedRules = hasFoldedRules || rule.form.isFolded
    for token in (rule.path?.tokens ?? []).prefix(Self.longestPrefix) {
      guard let scalar = token.scalar else { break }
      node = child(of: node, scalar) ?? addChild(to: node, scalar)
    }
    let entry = Int32(entries.count)
    entries.append(Entry(number: Int32(number)))
    if nodes[node].first == 0 {
      nodes[node].first = entry
    } else {
      entries[Int(nodes[node].last)].next = entry
    }
    nodes[node].last = entry
  }

  private func child(of node: Int, _ scalar: UInt32) -> Int? {
    var next = nodes[node].child
    while next != 0, nodes[Int(next)].scalar != scalar { next = nodes[Int(next)].sibling }
    return next == 0 ? nil : Int(next)
  }

  private mutating func addChild(to node: Int, _ scalar: UInt32) -> Int {
    nodes.append(Node(scalar: scalar, sibling: nodes[node].child))
    nodes[node].child = Int32(nodes.count - 1)
    return nodes.count - 1
  }

  /// Whether any rule may take a path that the tokens describe: a quick no for most of them.
  func mayTake(_ tokens: [PatternToken]) -> Bool {
    mayTake(tokens, from: Self.root(isFolded: false))
      || hasFoldedRules && mayTake(tokens, from: Self.root(isFolded: true))
  }

  private func mayTake(_ tokens: [PatternToken], from root: Int) -> Bool {
    var node = root
    for token in tokens {
      if nodes[node].first != 0 { return true }
      guard let scalar = token.scalar else { return nodes[node].child != 0 }
      guard let next = child(of: node, root == 0 ? scalar : folded(scalar)) else { return false }
      node = next
    }
    return nodes[node].first != 0
  }

  /// The rules, in order, that may take one of some paths: as they are written, or without their case.
  func rules(thatMayTake plain: [TextView], folded: [TextView]) -> Merged {
    var found: [Int32] = []
    for view in plain { follow(view.scalars, from: Self.root(isFolded: false), &found) }
    for view in folded { follow(view.scalars, from: Self.root(isFolded: true), &found) }
    return Merged(entries: entries, heads: found)
  }

  /// Notes the first rule at each place along a text, once.
  private func follow(_ text: [UInt32], from root: Int, _ found: inout [Int32]) {
    var node = root
    var depth = 0
    while true {
      let rule = nodes[node].first
      if rule != 0, !found.contains(rule) { found.append(rule) }
      guard depth < text.count, let next = child(of: node, text[depth]) else { return }
      node = next
      depth += 1
    }
  }

  /// Merges rising lists of numbers lazily, because all of them are seldom asked for.
  struct Merged: Sequence, IteratorProtocol {
    fileprivate let entries: [Entry]
    fileprivate var heads: [Int32]

    mutating func next() -> Int? {
      var least: (list: Int, entry: Entry)?
      for (index, head) in heads.enumerated() where head != 0 {
        let entry = entries[Int(head)]
        if entry.number < least?.entry.number ?? .max { least = (index, entry) }
      }
      guard let least else { return nil }
      heads[least.list] = least.entry.next
      return Int(least.entry.number)
    }
  }
}
