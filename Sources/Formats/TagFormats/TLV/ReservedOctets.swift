/// Octets inside a data area that do not belong to it: lock bits, configuration, what a control TLV sets aside.
///
/// TLV blocks flow around them, also in the middle of a length or a value.
public struct ReservedOctets: Equatable, Sendable {
  /// In ascending order, none empty, none touching another.
  public private(set) var ranges: [Range<Int>] = []

  /// Sets aside the given ranges of addresses.
  public init(_ ranges: [Range<Int>] = []) {
    for range in ranges { insert(range) }
  }

  /// Sets aside one more range.
  public mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
    let last = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.endIndex
    var merged = range
    for met in ranges[first..<last] {
      merged = min(merged.lowerBound, met.lowerBound)..<max(merged.upperBound, met.upperBound)
    }
    ranges.replaceSubrange(first..<last, with: [merged])
  }

  /// The first address at or after `address` that is not set aside.
  public func firstFree(from address: Int) -> Int {
    var address = address
    for range in ranges where range.contains(address) { address = range.upperBound }
    return address
  }

  /// Whether `address` is set aside.
  public func contains(_ address: Int) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// How many octets of `area` are free.
  public func freeCount(in area: Range<Int>) -> Int {
    ranges.reduce(area.count) { $0 - $1.clamped(to: area).count }
  }

  /// The pieces of free octets that hold `count` octets from `address` on.
  ///
  /// - Returns: the pieces in ascending order, empty for `count` 0; they are not bounded by any area.
  public func pieces(of count: Int, from address: Int) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = firstFree(from: address)
    var left = count
    while left > 0 {
      let wall = ranges.first { $0.lowerBound > start }
      let free = wall.map { $0.lowerBound - start } ?? left
      let taken = min(left, free)
      pieces.append(start..<start + taken)
      left -= taken
      start = firstFree(from: start + taken)
    }
    return pieces
  }
}
