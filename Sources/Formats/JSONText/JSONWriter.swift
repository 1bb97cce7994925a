extension JSONValue {
  /// The value on one line: no blanks, keys sorted by their octets, slashes as they are, control characters escaped.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// The same as UTF-8, ready for a socket or a file.
  public var octets: [UInt8] {
    var output: [UInt8] = []
    // Most of what is written fits.
    output.reserveCapacity(512)
    write(into: &output)
    return output
  }

  /// Appends the value on one line.
  public func write(into output: inout [UInt8]) {
    var writer = JSONWriter(output: output, indented: false)
    output = []
    writer.write(self, depth: 0)
    output = writer.output
  }

  /// The value over several lines, two blanks per level, without a line end behind it.
  public var indentedText: String {
    var writer = JSONWriter(output: [], indented: true)
    writer.write(self, depth: 0)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

private struct JSONWriter {
  var output: [UInt8]
  let indented: Bool

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: append("null")
    case .bool(let truth): append(truth ? "true" : "false")
    case .integer(let number): append(number)
    case .number(let number): append(number.isFinite ? number.description : "null")
    case .string(let text): quote(text)
    case .array(let elements): write(elements, depth: depth)
    case .object(let object): write(object, depth: depth)
    }
  }

  private mutating func write(_ elements: [JSONValue], depth: Int) {
    output.append(UInt8(ascii: "["))
    for index in elements.indices {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(depth: depth + 1)
      write(elements[index], depth: depth + 1)
    }
    if !elements.isEmpty { breakLine(depth: depth) }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSONObject, depth: Int) {
    let members = object.members
    output.append(UInt8(ascii: "{"))
    if areSorted(members) {
      for index in members.indices { write(members[index], isFirst: index == 0, depth: depth + 1) }
    } else {
      let order = sortedOrder(of: members)
      for place in order.indices { write(members[order[place]], isFirst: place == 0, depth: depth + 1) }
    }
    if !members.isEmpty { breakLine(depth: depth) }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ member: (name: String, value: JSONValue), isFirst: Bool, depth: Int) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    breakLine(depth: depth)
    quote(member.name)
    output.append(UInt8(ascii: ":"))
    if indented { output.append(UInt8(ascii: " ")) }
    write(member.value, depth: depth)
  }

  /// Whether members are sorted, as they mostly are: then no order has to be made.
  private func areSorted(_ members: [(name: String, value: JSONValue)]) -> Bool {
    members.indices.dropFirst().allSatisfy { !precedes(members[$0].name, members[$0 - 1].name) }
  }

  /// Sorts by name; members of one name keep their order.
  private func sortedOrder(of members: [(name: String, value: JSONValue)]) -> [Int] {
    var order = Array(members.indices)
    order.sort { one, other in
      let (left, right) = (members[one].name, members[other].name)
      return precedes(left, right) || one < other && !precedes(right, left)
    }
    return order
  }

  /// Whether a name comes before another by its octets, compared without a copy.
  private func precedes(_ one: String, _ other: String) -> Bool {
    unsafe one.utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        let common = min(left.count, right.count)
        var index = 0
        while index < common, unsafe left[index] == right[index] { index += 1 }
        guard index < common else { return left.count < right.count }
        return unsafe left[index] < right[index]
      } ?? one.utf8.lexicographicallyPrecedes(other.utf8)
    } ?? one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private mutating func breakLine(depth: Int) {
    guard indented else { return }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<depth {
      output.append(UInt8(ascii: " "))
      output.append(UInt8(ascii: " "))
    }
  }

  private mutating func append(_ ascii: String) {
    output.append(contentsOf: ascii.utf8)
  }

  private mutating func append(_ number: Int64) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    // To divide by ten is quick as long as it is always by ten, so the last digit is known first.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      var rest = number.magnitude
      repeat {
        first -= 1
        unsafe digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      unsafe output.append(contentsOf: digits[first...])
    }
  }

  private mutating func quote(_ text: String) {
    output.append(UInt8(ascii: "\""))
    if appendIfPlain(text) {
      output.append(UInt8(ascii: "\""))
      return
    }
    var before: UInt8 = 0
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(octet)
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20, 0x7F: escape(octet)
      case 0x80..<0xA0 where before == 0xC2:
        // U+0080 to U+009F: some terminals obey them, and what a stranger's tag holds ends up on terminals.
        output.removeLast()
        escape(octet)
      default: output.append(octet)
      }
      before = octet
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func appendIfPlain(_ text: String) -> Bool {
    // The octets where they lie: nearly all that is written goes this way, names above all.
    unsafe text.utf8.withContiguousStorageIfAvailable { octets in
      let isPlain = unsafe octets.allSatisfy { octet in
        octet >= 0x20 && octet < 0x7F && octet != UInt8(ascii: "\"") && octet != UInt8(ascii: "\\")
      }
      if isPlain { unsafe output.append(contentsOf: octets) }
      return isPlain
    } ?? false
  }

  private mutating func escape(_ octet: UInt8) {
    append("\\u00")
    for nibble in [octet >> 4, octet & 0xF] {
      output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
