/// The two grammars that are read.
public enum JSONGrammar: Sendable {
  /// RFC 8259 to the letter.
  case strict
  /// JSON5 (json5.org, version 1.0.0), for files that people write: comments, trailing commas, names without quotes.
  case json5
}

/// How much of a stranger's text is read.
public struct JSONLimits: Sendable {
  /// The most octets.
  public var octets: Int
  /// The most lists and objects inside each other; beyond 512 nothing is read, whatever is here.
  public var depth: Int

  /// Limits that no honest file comes near.
  public init(octets: Int = 16 << 20, depth: Int = 128) {
    self.octets = min(octets, 1 << 30)
    self.depth = min(depth, 512)
  }
}

/// A text that was read wholly.
public struct JSONDocument: Sendable {
  /// The one value that it holds.
  public let root: JSONNode
  /// Whether some object repeats a name. ``repeatedNames(limit:)`` says which.
  public let repeatsNames: Bool

  /// Reads a text.
  ///
  /// Time and memory are linear in its length, whatever it holds.
  public init(_ octets: [UInt8], grammar: JSONGrammar = .strict, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var reader = JSONReader(octets: octets, grammar: grammar, limits: limits)
    root = try reader.document()
    repeatsNames = reader.repeatsNames
  }

  /// Reads a text.
  public init(_ text: String, grammar: JSONGrammar = .strict, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(Array(text.utf8), grammar: grammar, limits: limits)
  }
}

/// A name that is in its object a second time.
public struct JSONRepeatedName: Sendable {
  /// The name.
  public let name: String
  /// The object's member, as a path.
  public let pointer: JSONPointer
  /// Where the name appears again.
  public let place: JSONPlace
  /// Where it appears first.
  public let firstPlace: JSONPlace
}

extension JSONDocument {
  /// The names that stand in their object more than once, in the order of the text, at most `limit` of them.
  public func repeatedNames(limit: Int = 100) -> [JSONRepeatedName] {
    guard repeatsNames else { return [] }
    var search = RepetitionSearch(limit: limit)
    search.visit(root)
    return search.found
  }
}

/// Looks for repetitions after the fact, so that reading pays nothing for paths that are hardly ever wanted.
private struct RepetitionSearch {
  enum Step {
    case name(String)
    case index(Int)
  }

  let limit: Int
  var found: [JSONRepeatedName] = []
  var path: [Step] = []

  mutating func visit(_ node: JSONNode) {
    guard found.count < limit else { return }
    switch node.content {
    case .array(let elements):
      for index in elements.indices {
        path.append(.index(index))
        visit(elements[index])
        path.removeLast()
      }
    case .object(let members):
      for (later, earlier) in repetitions(among: members) where found.count < limit {
        let member = members[later]
        found.append(
          JSONRepeatedName(
            name: member.name, pointer: pointer().appending(member.name), place: member.place,
            firstPlace: members[earlier].place))
      }
      for member in members {
        path.append(.name(member.name))
        visit(member.value)
        path.removeLast()
      }
    default: break
    }
  }

  private func pointer() -> JSONPointer {
    var pointer = JSONPointer.root
    for step in path {
      switch step {
      case .name(let name): pointer = pointer.appending(name)
      case .index(let index): pointer = pointer.appending(index)
      }
    }
    return pointer
  }
}

/// Each member whose name occurred before, with the index of the first of that name, in order.
func repetitions(among members: [JSONMember]) -> [(later: Int, first: Int)] {
  let order = indicesSortedByName(members)
  var pairs: [(later: Int, first: Int)] = []
  var first = 0
  for position in order.indices.dropFirst() {
    if sameName(members[order[position]].name, members[order[first]].name) {
      pairs.append((order[position], order[first]))
    } else {
      first = position
    }
  }
  pairs.sort { $0.later < $1.later }
  return pairs
}

private func indicesSortedByName(_ members: [JSONMember]) -> [Int] {
  var order = Array(members.indices)
  order.sort { one, other in
    let left = members[one].name.utf8
    let right = members[other].name.utf8
    if left.lexicographicallyPrecedes(right) { return true }
    if right.lexicographicallyPrecedes(left) { return false }
    return one < other
  }
  return order
}
