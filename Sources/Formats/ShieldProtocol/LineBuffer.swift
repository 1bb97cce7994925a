/// Octets from a socket, handed on as lines.
public struct LineBuffer: Sendable {
  private var octets: [UInt8] = []
  private var start = 0
  private let longest: Int

  /// A buffer for lines of at most so many octets.
  public init(longest: Int = ShieldRequest.longestLine) {
    self.longest = longest
  }

  /// Takes what was read.
  public mutating func add(_ more: some Collection<UInt8>) {
    if start > 0 {
      octets.removeFirst(start)
      start = 0
    }
    octets += more
  }

  /// The next whole line without its end, or `nil` while there is none.
  public mutating func next() throws(ShieldRequestError) -> ArraySlice<UInt8>? {
    guard let end = octets[start...].firstIndex(of: 0x0A) else {
      if octets.count - start > longest { throw .tooLong }
      return nil
    }
    guard end - start <= longest else { throw .tooLong }
    defer { start = end + 1 }
    return octets[start..<end]
  }
}
