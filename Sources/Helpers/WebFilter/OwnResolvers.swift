import ConnectionNames
import Glibc
import LinuxRuntime

/// The resolvers that this computer is told to ask (resolv.conf(5), systemd-resolved(8)).
enum OwnResolvers {
  private static let file = "/etc/resolv.conf"
  /// Names the resolvers that systemd-resolved asks, where programs ask its stub.
  private static let behindStub = "/run/systemd/resolve/resolv.conf"
  private static let stubs = [HostAddress([127, 0, 0, 53]), HostAddress([127, 0, 0, 54])]
  /// More than any resolver library asks; root's file may name any number.
  private static let most = 32

  /// Their addresses, in the order in which they are named.
  static func addresses() -> [HostAddress] {
    let named = addresses(in: file)
    return named.contains(where: stubs.contains) ? named + addresses(in: behindStub) : named
  }

  private static func addresses(in file: String) -> [HostAddress] {
    guard let octets = try? Files.read(file, limit: 64 << 10) else { return [] }
    return Array(addresses(named: String(decoding: octets, as: UTF8.self)).prefix(most))
  }

  /// The addresses that a file names, each behind `nameserver`.
  static func addresses(named text: String) -> [HostAddress] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 2, words[0] == "nameserver" else { return nil }
      // A local address of IPv6 is followed by the device that it is reached by.
      return address(String(words[1].prefix { $0 != "%" }))
    }
  }

  private static func address(_ text: String) -> HostAddress? {
    var octets = [UInt8](repeating: 0, count: 16)
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] where unsafe inet_pton(family, text, &octets) == 1 {
      return HostAddress(octets.prefix(count))
    }
    return nil
  }
}
