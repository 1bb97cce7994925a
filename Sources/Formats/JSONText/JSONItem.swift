internal import Spelling

/// A value of somebody's file on its way into a value of ours: it knows its path, and refuses with path and place.
///
/// ```swift
/// let file = try JSONItem(JSONDocument(octets, grammar: .json5).root).members("profiles", "keys", "promise")
/// for item in try file["profiles"]?.array() ?? [] {
///   let profile = try item.members("id", "name", "minutes")
///   let minutes = try profile["minutes"]?.integer(in: 1...999) ?? 5
///   let id = try profile.required("id").string()
/// }
/// ```
public struct JSONItem: Sendable {
  /// The value with its place.
  public let node: JSONNode
  /// Its path from the root of the file.
  public let pointer: JSONPointer

  /// Wraps the root of a document, or a node whose path is known.
  public init(_ node: JSONNode, at pointer: JSONPointer = .root) {
    self.node = node
    self.pointer = pointer
  }

  /// The text.
  public func string() throws(JSONShapeError) -> String {
    guard let text = node.string else { throw wrongKind(.string) }
    return text
  }

  /// The truth value.
  public func bool() throws(JSONShapeError) -> Bool {
    guard let truth = node.bool else { throw wrongKind(.bool) }
    return truth
  }

  /// The whole number, if it is in the range.
  public func integer(in range: ClosedRange<Int64> = Int64.min...Int64.max) throws(JSONShapeError) -> Int64 {
    guard case .integer(let number) = node.content else {
      if case .number = node.content { throw mismatch(.notWhole) }
      throw wrongKind(.number)
    }
    guard range.contains(number) else { throw mismatch(.outOfRange(number, range)) }
    return number
  }

  /// The number.
  public func number() throws(JSONShapeError) -> Double {
    guard let number = node.number else { throw wrongKind(.number) }
    return number
  }

  /// The text, if it is one of those words. Another is refused with the nearest of them.
  public func word(among words: [String]) throws(JSONShapeError) -> String {
    let text = try string()
    for word in words where sameName(word, text) { return word }
    throw mismatch(.unknownWord(text, nearest: nearestWord(to: text, among: words), allowed: words))
  }

  /// The elements.
  public func array() throws(JSONShapeError) -> [JSONItem] {
    guard let elements = node.array else { throw wrongKind(.array) }
    var items: [JSONItem] = []
    items.reserveCapacity(elements.count)
    for index in elements.indices { items.append(JSONItem(elements[index], at: pointer.appending(index))) }
    return items
  }

  /// The texts of a list that holds nothing else.
  public func strings() throws(JSONShapeError) -> [String] {
    var texts: [String] = []
    for item in try array() { texts.append(try item.string()) }
    return texts
  }

  /// The members of an object that may have these names and no others, each once.
  public func members(_ known: String...) throws(JSONShapeError) -> JSONMembers {
    try members(among: known)
  }

  /// The members of an object that may have these names and no others, each once.
  public func members(among known: [String]) throws(JSONShapeError) -> JSONMembers {
    guard let members = node.object else { throw wrongKind(.object) }
    for index in members.indices {
      let member = members[index]
      func path() -> JSONPointer { pointer.appending(member.name) }
      guard known.contains(where: { sameName($0, member.name) }) else {
        let nearest = nearestWord(to: member.name, among: known)
        throw JSONShapeError(
          place: member.place, pointer: path(), cause: .unknownName(member.name, nearest: nearest, known: known))
      }
      // Known names are few, so that this stays short even for a hostile file.
      for earlier in members[..<index] where sameName(earlier.name, member.name) {
        throw JSONShapeError(place: member.place, pointer: path(), cause: .repeatedName(member.name))
      }
    }
    return JSONMembers(item: self, members: members)
  }

  /// The members of an object whose names are the person's own (profiles by id, headers …), each once.
  public func namedItems() throws(JSONShapeError) -> [(name: String, item: JSONItem)] {
    guard let members = node.object else { throw wrongKind(.object) }
    if let again = repetitions(among: members).first {
      let member = members[again.later]
      throw JSONShapeError(
        place: member.place, pointer: pointer.appending(member.name), cause: .repeatedName(member.name))
    }
    var items: [(name: String, item: JSONItem)] = []
    for member in members { items.append((member.name, JSONItem(member.value, at: pointer.appending(member.name)))) }
    return items
  }

  /// A refusal of this value for a reason of the caller's own: `item.refusal("must end after it starts")`.
  public func refusal(_ reason: String) -> JSONShapeError {
    mismatch(.refused(reason))
  }

  private func wrongKind(_ expected: JSONKind) -> JSONShapeError {
    mismatch(.wrongKind(expected: expected, found: node.kind))
  }

  private func mismatch(_ cause: JSONShapeError.Cause) -> JSONShapeError {
    JSONShapeError(place: node.place, pointer: pointer, cause: cause)
  }
}

/// The members of an object whose names were all looked at already.
public struct JSONMembers: Sendable {
  /// The object itself.
  public let item: JSONItem
  private let members: [JSONMember]

  init(item: JSONItem, members: [JSONMember]) {
    self.item = item
    self.members = members
  }

  /// The member of that name, if it is there and not `null`.
  public subscript(_ name: String) -> JSONItem? {
    for member in members where sameName(member.name, name) && !member.value.isNull {
      return JSONItem(member.value, at: item.pointer.appending(name))
    }
    return nil
  }

  /// The member of that name.
  public func required(_ name: String) throws(JSONShapeError) -> JSONItem {
    guard let found = self[name] else {
      throw JSONShapeError(place: item.node.place, pointer: item.pointer, cause: .missing(name))
    }
    return found
  }
}
