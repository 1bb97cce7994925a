/// Reads a payload from front to back; every length is compared with what is left before anything is taken.
struct OctetReader {
  let octets: [UInt8]
  private(set) var position = 0
  let end: Int

  init(_ octets: [UInt8]) {
    self.octets = octets
    end = octets.count
  }

  var left: Int { end - position }
  var isAtEnd: Bool { position == end }

  mutating func octet() throws(PayloadError) -> UInt8 {
    guard left >= 1 else { throw PayloadError(.cut(needs: 1, has: 0), at: position) }
    defer { position += 1 }
    return octets[position]
  }

  mutating func bigEndian16() throws(PayloadError) -> UInt16 {
    guard left >= 2 else { throw PayloadError(.cut(needs: 2, has: left), at: position) }
    defer { position += 2 }
    return UInt16(octets[position]) << 8 | UInt16(octets[position + 1])
  }

  mutating func take(_ count: Int) throws(PayloadError) -> [UInt8] {
    guard count <= left else { throw PayloadError(.cut(needs: count, has: left), at: position) }
    defer { position += count }
    return Array(octets[position..<position + count])
  }

  mutating func rest() -> [UInt8] {
    defer { position = end }
    return Array(octets[position..<end])
  }
}
