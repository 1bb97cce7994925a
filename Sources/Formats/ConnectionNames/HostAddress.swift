/// An address of IPv4 or IPv6, as numbers: a table looks them up without looking at each octet.
package struct HostAddress: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64
  private let isShort: Bool

  /// The address of 4 or 16 octets.
  package init(_ octets: some Collection<UInt8>) {
    isShort = octets.count == 4
    high = isShort ? 0 : octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = octets.dropFirst(isShort ? 0 : 8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package var octets: [UInt8] {
    func spread(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
    }
    return isShort ? spread(low, 4) : spread(high, 8) + spread(low, 8)
  }
}
