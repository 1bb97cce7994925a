import Glibc

/// An address of IPv4 or IPv6, in the one form in which it is compared.
package struct NetworkAddress: Hashable, Sendable {
  /// The bytes: four, or sixteen of IPv6.
  package let octets: [UInt8]

  /// All addresses of IPv4 of this computer.
  package static let anyOfFour = NetworkAddress(octets: [UInt8](repeating: 0, count: 4))
  /// All addresses of this computer, of IPv6 and of IPv4.
  package static let any = NetworkAddress(octets: [UInt8](repeating: 0, count: 16))

  private init(octets: [UInt8]) {
    self.octets = octets
  }

  /// Reads an address, as it is in a list or, for IPv6, in a link: with brackets. A zone is not part of an address that
  /// somebody else could use. One of IPv4 that is written as one of IPv6 is one of IPv4.
  package init?(_ text: String) {
    let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    guard bare == text || bare.utf8.contains(UInt8(ascii: ":")) else { return nil }
    var four = in_addr()
    if unsafe inet_pton(AF_INET, bare, &four) == 1 {
      octets = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
      return
    }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, bare, &six) == 1 else { return nil }
    let all = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    octets = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF ? Array(all[12...]) : all
  }

  /// What the kernel tells of an end of a connection; `nil` for other families.
  init?(_ address: UnsafePointer<sockaddr>) {
    // An address of a family is a structure of that family (ip(7), ipv6(7)).
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      octets = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        unsafe withUnsafeBytes(of: pointer.pointee.sin_addr) { unsafe Array($0) }
      }
    case AF_INET6:
      octets = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        unsafe withUnsafeBytes(of: pointer.pointee.sin6_addr) { unsafe Array($0) }
      }
    default: return nil
    }
  }

  package var isSix: Bool { octets.count == 16 }

  /// As it is in a list: RFC 5952 for IPv6.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = isSix ? AF_INET6 : AF_INET
    guard unsafe inet_ntop(family, octets, &buffer, socklen_t(buffer.count)) != nil else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// As it is in a link and in a Host header.
  package var inLinks: String { isSix ? "[\(text)]" : text }

  /// What one household has at least: an address of IPv4, or the first 64 bits of IPv6, in which everybody may choose
  /// addresses freely.
  package var network: String {
    isSix ? "\(NetworkAddress(octets: octets[..<8] + [UInt8](repeating: 0, count: 8)).text)/64" : text
  }
}
