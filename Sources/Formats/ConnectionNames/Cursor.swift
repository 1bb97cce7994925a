/// A place in octets that only moves on, and never beyond its end.
struct Cursor {
  private let octets: [UInt8]
  private(set) var offset: Int
  private let end: Int

  init(_ octets: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.octets = octets
    let end = min(end ?? octets.count, octets.count)
    self.end = end
    offset = min(start, end)
  }

  var isAtEnd: Bool { offset == end }
  var rest: ArraySlice<UInt8> { octets[offset..<end] }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= end - offset else { return false }
    offset += count
    return true
  }

  /// A number of up to four octets, the largest first.
  mutating func number(octets count: Int) -> Int? {
    guard count <= end - offset else { return nil }
    var value = 0
    for index in offset..<(offset + count) { value = value << 8 | Int(octets[index]) }
    offset += count
    return value
  }

  /// What a length in front of it spans.
  mutating func block(lengthOctets: Int) -> Cursor? {
    let before = offset
    guard let length = number(octets: lengthOctets), length <= end - offset else {
      offset = before
      return nil
    }
    offset += length
    return Cursor(octets, from: offset - length, to: offset)
  }

  mutating func skipBlock(lengthOctets: Int) -> Bool {
    block(lengthOctets: lengthOctets) != nil
  }
}
