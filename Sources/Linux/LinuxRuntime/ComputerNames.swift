import Glibc

package enum ComputerNames {
  /// The host name, without a domain.
  package static var host: String {
    let text = (try? Files.read("/proc/sys/kernel/hostname", limit: 256)).map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "").split { $0 == "." || $0.isWhitespace }.first.map(String.init) ?? ""
  }

  /// The name under which others find it by multicast DNS, if a service answers for it.
  package static var multicastName: String? {
    Files.exists("/run/avahi-daemon/socket") && !host.isEmpty ? "\(host).local" : nil
  }

  /// The addresses by which others in its networks reach it, as they are in links: those of IPv4, or those of IPv6
  /// where there is none of IPv4. What is good on one cable only (fe80::) is not among them: no link can name it.
  package static var addresses: [String] {
    let all = networkAddresses.filter { !$0.isSix || $0.octets[0] != 0xFE || $0.octets[1] & 0xC0 != 0x80 }
    let four = all.filter { !$0.isSix }
    return (four.isEmpty ? all : four).map(\.inLinks)
  }

  /// All addresses of the networks that are up, without loopback.
  package static var networkAddresses: [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [NetworkAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      let flags = unsafe entry.pointee.ifa_flags
      guard let address = unsafe entry.pointee.ifa_addr, flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
        let known = unsafe NetworkAddress(address), !addresses.contains(known)
      else { continue }
      addresses.append(known)
    }
    return addresses
  }
}
