internal import Octets

/// What a client says to a SOCKS proxy before its own protocol begins (RFC 1928, RFC 1929, and SOCKS 4 and 4a).
///
/// The client's side alone is read: which way of proving itself the proxy chose shows in what the client says next.
package struct ProxyRequest: Sendable, Equatable {
  /// The host to which the proxy is to connect; `nil` if it is an address.
  package let host: [UInt8]?
  package let port: UInt16
  package let length: Int

  package enum Reading: Sendable, Equatable {
    case request(ProxyRequest)
    case needsMore
    case notSOCKS
  }

  /// The longest user name of SOCKS 4 that is waited for.
  package static let longestName = 512

  package static func read(_ octets: [UInt8]) -> Reading {
    switch octets.first {
    case nil: .needsMore
    case 4: version4(octets)
    case 5: version5(octets)
    default: .notSOCKS
    }
  }

  /// Version, command, port, address, a user name that ends with a zero; for an address of `0.0.0.x` a host likewise.
  private static func version4(_ octets: [UInt8]) -> Reading {
    guard octets.count < 2 || octets[1] == 1 || octets[1] == 2 else { return .notSOCKS }
    guard octets.count >= 8 else { return .needsMore }
    let port = UInt16(octets[2]) << 8 | UInt16(octets[3])
    guard let nameEnd = octets[8...].firstIndex(of: 0) else {
      return octets.count - 8 > longestName ? .notSOCKS : .needsMore
    }
    guard octets[4] == 0, octets[5] == 0, octets[6] == 0, octets[7] != 0 else {
      return .request(ProxyRequest(host: nil, port: port, length: nameEnd + 1))
    }
    guard let hostEnd = octets[(nameEnd + 1)...].firstIndex(of: 0) else {
      return octets.count - nameEnd > longestName ? .notSOCKS : .needsMore
    }
    return .request(ProxyRequest(host: Array(octets[(nameEnd + 1)..<hostEnd]), port: port, length: hostEnd + 1))
  }

  /// The client's ways to prove itself, perhaps a name and a password, then its request.
  private static func version5(_ octets: [UInt8]) -> Reading {
    var reader = OctetReader(octets, from: 1)
    guard let ways = reader.block(lengthOctets: 1) else { return .needsMore }
    // Without a way there is no SOCKS: another protocol begins with a 5.
    guard !ways.isAtEnd else { return .notSOCKS }
    guard let next = reader.number(octets: 1) else { return .needsMore }
    if next == 1 {
      // RFC 1929: a name and a password in the clear.
      guard reader.skipBlock(lengthOctets: 1), reader.skipBlock(lengthOctets: 1),
        let version = reader.number(octets: 1)
      else { return .needsMore }
      guard version == 5 else { return .notSOCKS }
    } else if next != 5 {
      return .notSOCKS
    }
    // RFC 1928 4: the command, a reserve, the kind of address.
    guard let command = reader.number(octets: 1) else { return .needsMore }
    guard (1...3).contains(command) else { return .notSOCKS }
    guard reader.skip(1), let kind = reader.number(octets: 1) else { return .needsMore }
    var host: [UInt8]?
    switch kind {
    case 1: guard reader.skip(4) else { return .needsMore }
    case 4: guard reader.skip(16) else { return .needsMore }
    case 3:
      guard let name = reader.block(lengthOctets: 1) else { return .needsMore }
      host = Array(name.rest)
    default: return .notSOCKS
    }
    guard let port = reader.number(octets: 2) else { return .needsMore }
    return .request(ProxyRequest(host: host, port: UInt16(port), length: reader.offset))
  }
}
