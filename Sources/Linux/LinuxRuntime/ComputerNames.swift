import Glibc

/// What this computer is called, and how others on its networks reach it.
public enum ComputerNames {
  /// The host name, without a domain.
  public static var host: String {
    let text = (try? Files.read("/proc/sys/kernel/hostname", limit: 256)).map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "").split { $0 == "." || $0.isWhitespace }.first.map(String.init) ?? ""
  }

  /// The name under which others find it by multicast DNS, if a service answers for it.
  public static var multicastName: String? {
    Files.exists("/run/avahi-daemon/socket") && !host.isEmpty ? "\(host).local" : nil
  }

  /// The addresses of IPv4 of the networks that are up, without loopback.
  public static var addresses: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [String] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      let flags = unsafe entry.pointee.ifa_flags
      guard let address = unsafe entry.pointee.ifa_addr, unsafe address.pointee.sa_family == AF_INET,
        flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0
      else { continue }
      // An address of this family is a sockaddr_in (packet(7), ip(7)).
      let number = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        unsafe UInt32(bigEndian: pointer.pointee.sin_addr.s_addr)
      }
      addresses.append("\(number >> 24).\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)")
    }
    return addresses
  }
}
