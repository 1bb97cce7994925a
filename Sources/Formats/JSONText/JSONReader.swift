/// Reads one text. Recursive, but never deeper than the limit.
struct JSONReader {
  let octets: [UInt8]
  let json5: Bool
  let limits: JSONLimits
  var at = 0
  var line = 1
  /// The offset at which column 1 would lie if every scalar so far on this line took one octet.
  var columnBase = 0
  var repeatsNames = false
  /// Elements and members of the lists and objects that are open, innermost last, so that each gets its memory once and
  /// exactly.
  private var openElements: [JSONNode] = []
  private var openMembers: [JSONMember] = []

  init(octets: [UInt8], grammar: JSONGrammar, limits: JSONLimits) {
    self.octets = octets
    self.json5 = grammar == .json5
    self.limits = limits
  }

  var place: JSONPlace { JSONPlace(offset: at, line: line, column: at - columnBase + 1) }

  var isAtEnd: Bool { at >= octets.count }

  mutating func document() throws(JSONError) -> JSONNode {
    guard octets.count <= limits.octets else {
      throw JSONError(place: .start, cause: .tooLong(limit: limits.octets))
    }
    try skipBlanks()
    guard !isAtEnd else { throw JSONError(place: .start, cause: .empty) }
    let root = try value(depth: 0)
    try skipBlanks()
    guard isAtEnd else { throw unexpected(.endOfText) }
    return root
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    guard !isAtEnd else { throw unexpected(.value) }
    let start = place
    switch octets[at] {
    case UInt8(ascii: "{"): return try object(from: start, depth: depth)
    case UInt8(ascii: "["): return try array(from: start, depth: depth)
    case UInt8(ascii: "\""): return JSONNode(place: start, content: .string(try string()))
    case UInt8(ascii: "'") where json5: return JSONNode(place: start, content: .string(try string()))
    case UInt8(ascii: "-") where stands("---", at: at): throw unexpected(.value)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(place: start, content: try number())
    case UInt8(ascii: "+") where json5, UInt8(ascii: ".") where json5, UInt8(ascii: "I") where json5,
      UInt8(ascii: "N") where json5:
      return JSONNode(place: start, content: try number())
    default:
      if takeWord("true") { return JSONNode(place: start, content: .bool(true)) }
      if takeWord("false") { return JSONNode(place: start, content: .bool(false)) }
      if takeWord("null") { return JSONNode(place: start, content: .null) }
      throw unexpected(.value)
    }
  }

  private mutating func array(from start: JSONPlace, depth: Int) throws(JSONError) -> JSONNode {
    try checkDepth(depth)
    at += 1
    try skipBlanks()
    if take(UInt8(ascii: "]")) { return JSONNode(place: start, content: .array([])) }
    let first = openElements.count
    while true {
      openElements.append(try value(depth: depth + 1))
      try skipBlanks()
      if take(UInt8(ascii: "]")) { break }
      guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBracket) }
      try skipBlanks()
      if json5, take(UInt8(ascii: "]")) { break }
    }
    let elements = Array(openElements[first...])
    openElements.removeSubrange(first...)
    return JSONNode(place: start, content: .array(elements))
  }

  private mutating func object(from start: JSONPlace, depth: Int) throws(JSONError) -> JSONNode {
    try checkDepth(depth)
    at += 1
    try skipBlanks()
    if take(UInt8(ascii: "}")) { return JSONNode(place: start, content: .object([])) }
    let first = openMembers.count
    while true {
      let namePlace = place
      let name = try memberName()
      try skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
      try skipBlanks()
      openMembers.append(JSONMember(name: name, place: namePlace, value: try value(depth: depth + 1)))
      try skipBlanks()
      if take(UInt8(ascii: "}")) { break }
      guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBrace) }
      try skipBlanks()
      if json5, take(UInt8(ascii: "}")) { break }
    }
    let members = Array(openMembers[first...])
    openMembers.removeSubrange(first...)
    if !repeatsNames { repeatsNames = repeatsAName(members) }
    return JSONNode(place: start, content: .object(members))
  }

  private mutating func memberName() throws(JSONError) -> String {
    guard !isAtEnd else { throw unexpected(.name) }
    let octet = octets[at]
    if octet == UInt8(ascii: "\"") || (json5 && octet == UInt8(ascii: "'")) { return try string() }
    if json5, let name = try bareName() { return name }
    throw unexpected(.name)
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth < limits.depth else { throw JSONError(place: place, cause: .tooDeep(limit: limits.depth)) }
  }

  /// Compares few names in pairs; for many, a set tells whether a closer look is needed.
  private func repeatsAName(_ members: [JSONMember]) -> Bool {
    guard members.count > 1 else { return false }
    guard members.count <= 12 else {
      var names: Set<String> = []
      names.reserveCapacity(members.count)
      for member in members { names.insert(member.name) }
      // A set takes two spellings of a letter for one; JSON does not.
      return names.count < members.count && !repetitions(among: members).isEmpty
    }
    for later in 1..<members.count {
      for earlier in 0..<later where sameName(members[later].name, members[earlier].name) { return true }
    }
    return false
  }

  mutating func take(_ octet: UInt8) -> Bool {
    guard at < octets.count, octets[at] == octet else { return false }
    at += 1
    return true
  }

  /// Takes the word if it is here whole, not as the beginning of a longer one.
  mutating func takeWord(_ word: String) -> Bool {
    let length = word.utf8.count
    guard stands(word, at: at), at + length >= octets.count || !isWordOctet(octets[at + length]) else { return false }
    at += length
    return true
  }
}
