/// The paths of all routes, so arranged that finding one takes a step per segment, however many routes there are.
///
/// A tree whose edges lie in one hash table, under the node that they leave and the word that they are for. Built once,
/// never changed.
struct RouteTrie: Sendable {
  private struct Node {
    var route: Int?
    var parameterChild: Int?
  }

  private struct Edge {
    let parent: Int
    let child: Int
    let word: Range<Int>
  }

  private var nodes: [Node]
  private var words: [UInt8]
  /// The number of places is a power of two, and at most half of them are used.
  private var edges: [Edge?]

  /// `segments` leaves out the first and the last slash; `nil` for the path `/`.
  func route(for segments: Range<Int>?, in octets: Span<UInt8>) -> Int? {
    guard let segments else { return nodes[0].route }
    return route(from: 0, segments, in: octets)
  }

  /// Words go before texts. Steps back only at shared beginnings, and never visits a node twice.
  private func route(from node: Int, _ rest: Range<Int>, in octets: Span<UInt8>) -> Int? {
    let end = LinkOctets.first(LinkOctets.slash, in: octets, rest)
    let segment = rest.lowerBound..<end
    if let child = child(of: node, segment, in: octets), let route = route(behind: child, end, rest, in: octets) {
      return route
    }
    guard let child = nodes[node].parameterChild else { return nil }
    return route(behind: child, end, rest, in: octets)
  }

  private func route(behind child: Int, _ end: Int, _ rest: Range<Int>, in octets: Span<UInt8>) -> Int? {
    end == rest.upperBound ? nodes[child].route : route(from: child, end + 1..<rest.upperBound, in: octets)
  }

  private func child(of node: Int, _ segment: Range<Int>, in octets: Span<UInt8>) -> Int? {
    var hash = Hash(node: node)
    var position = segment.lowerBound
    while position < segment.upperBound {
      let (octet, next) = LinkOctets.decoded(octets, at: position)
      hash.add(octet)
      position = next
    }
    var place = hash.place(in: edges.count)
    while let edge = edges[place] {
      if edge.parent == node, LinkOctets.part(octets, segment, equals: words[edge.word]) { return edge.child }
      place = (place + 1) & (edges.count - 1)
    }
    return nil
  }

  /// FNV-1a over the node and the word. The words in the table are the person's own, so nobody else can crowd it.
  private struct Hash {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(node: Int) {
      value ^= UInt64(truncatingIfNeeded: node)
      value = value &* 0x100_0000_01B3
    }

    mutating func add(_ octet: UInt8) {
      value ^= UInt64(octet)
      value = value &* 0x100_0000_01B3
    }

    func place(in count: Int) -> Int {
      Int(truncatingIfNeeded: (value ^ value >> 32) & UInt64(truncatingIfNeeded: count - 1))
    }
  }
}

extension RouteTrie {
  /// Collects paths and finds overlaps between them.
  struct Builder {
    private struct Branch {
      var route: Int?
      var parameterChild: Int?
      var children: [String: Int] = [:]
    }

    private var branches = [Branch()]

    func routes(overlapping path: RoutePath) -> [Int] {
      var found: [Int] = []
      collect(from: 0, path.segments[...], into: &found)
      return found.sorted()
    }

    private func collect(from node: Int, _ rest: ArraySlice<RoutePath.Segment>, into found: inout [Int]) {
      guard let segment = rest.first else {
        if let route = branches[node].route { found.append(route) }
        return
      }
      switch segment {
      case .word(let word):
        if let child = branches[node].children[word] { collect(from: child, rest.dropFirst(), into: &found) }
      case .parameter:
        for child in branches[node].children.values { collect(from: child, rest.dropFirst(), into: &found) }
      }
      if let child = branches[node].parameterChild { collect(from: child, rest.dropFirst(), into: &found) }
    }

    /// The path must not overlap with any other.
    mutating func insert(_ path: RoutePath, route: Int) {
      var node = 0
      for segment in path.segments {
        switch segment {
        case .word(let word):
          if let child = branches[node].children[word] {
            node = child
          } else {
            branches.append(Branch())
            branches[node].children[word] = branches.count - 1
            node = branches.count - 1
          }
        case .parameter:
          if let child = branches[node].parameterChild {
            node = child
          } else {
            branches.append(Branch())
            branches[node].parameterChild = branches.count - 1
            node = branches.count - 1
          }
        }
      }
      branches[node].route = route
    }

    func trie() -> RouteTrie {
      RouteTrie(branches.map { branch in (branch.route, branch.parameterChild, branch.children) })
    }
  }

  private init(_ branches: [(route: Int?, parameterChild: Int?, children: [String: Int])]) {
    nodes = branches.map { branch in Node(route: branch.route, parameterChild: branch.parameterChild) }
    words = []
    var size = 2
    while size < branches.count * 2 { size *= 2 }
    edges = Array(repeating: nil, count: size)
    for (parent, branch) in branches.enumerated() {
      for (word, child) in branch.children {
        let start = words.count
        words.append(contentsOf: word.utf8)
        var hash = Hash(node: parent)
        for octet in word.utf8 { hash.add(octet) }
        var place = hash.place(in: size)
        while edges[place] != nil { place = (place + 1) & (size - 1) }
        edges[place] = Edge(parent: parent, child: child, word: start..<words.count)
      }
    }
  }
}
