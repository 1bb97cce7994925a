/// Reads octets from front to back, never beyond their end; every length is compared with what is left before anything
/// is taken.
public struct OctetReader: Sendable {
  private let octets: [UInt8]
  /// The place of the next octet.
  public private(set) var offset: Int
  private let end: Int

  /// Reads octets from one place up to another; places beyond their end mean the end.
  public init(_ octets: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.octets = octets
    let end = min(end ?? octets.count, octets.count)
    self.end = end
    offset = min(start, end)
  }

  /// How many octets there still are.
  public var left: Int { end - offset }
  /// Whether there are none.
  public var isAtEnd: Bool { offset == end }
  /// What was not read yet.
  public var rest: ArraySlice<UInt8> { octets[offset..<end] }

  /// Passes over some octets; `false` if there are fewer, and then over none.
  public mutating func skip(_ count: Int) -> Bool {
    guard count <= left else { return false }
    offset += count
    return true
  }

  /// The next octets; `nil` if there are fewer.
  public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= left else { return nil }
    defer { offset += count }
    return octets[offset..<offset + count]
  }

  /// A number of up to four octets, the largest first.
  public mutating func number(octets count: Int) -> Int? {
    guard let digits = take(count) else { return nil }
    return digits.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The octets that a length in front of them spans, as a reader of their own.
  public mutating func block(lengthOctets: Int) -> OctetReader? {
    let before = offset
    guard let length = number(octets: lengthOctets), skip(length) else {
      offset = before
      return nil
    }
    return OctetReader(octets, from: offset - length, to: offset)
  }

  /// Passes over a length and what it spans; `false` if that ends too early, and then over nothing.
  public mutating func skipBlock(lengthOctets: Int) -> Bool {
    block(lengthOctets: lengthOctets) != nil
  }
}
