internal import Octets

/// Reads payloads: an early end is a fault with its place.
extension OctetReader {
  mutating func octet() throws(PayloadError) -> UInt8 {
    UInt8(truncatingIfNeeded: try needed(1, number(octets: 1)))
  }

  mutating func bigEndian16() throws(PayloadError) -> UInt16 {
    UInt16(truncatingIfNeeded: try needed(2, number(octets: 2)))
  }

  mutating func octets(_ count: Int) throws(PayloadError) -> [UInt8] {
    Array(try needed(count, take(count)))
  }

  mutating func remainder() -> [UInt8] {
    Array(take(left) ?? [])
  }

  private func needed<Value>(_ count: Int, _ value: Value?) throws(PayloadError) -> Value {
    guard let value else { throw PayloadError(.cut(needs: count, has: left), at: offset) }
    return value
  }
}
