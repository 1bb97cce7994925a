/// Resolvers that anybody may ask over HTTPS, so that nothing on this computer sees which name was asked for.
///
/// Drawn up on 26 November 2026: Google's as its own page has them (developers.google.com/speed/public-dns/docs/doh),
/// the others under the names by which browsers' settings and the public configurations of programs that ask over HTTPS
/// call them. None is a name that serves anything else that people visit.
public enum HiddenResolvers {
  /// Whether a host, or a domain above it, is one of them.
  public static func contains(_ host: SiteName) -> Bool { host.isBelow(names) }

  /// The name that browsers ask for to learn whether they may choose a resolver of their own.
  public static let canary = "use-application-dns.net"

  /// Whether an address is one at which a resolver answers over HTTPS without a name.
  ///
  /// - Parameter address: 4 or 16 octets.
  public static func isAt(_ address: [UInt8]) -> Bool { addresses.contains(address) }

  /// Their names, each with all below it.
  static let names: Set<String> = [
    // Google, and its gateway to the IPv4 internet.
    "dns.google", "dns.google.com", "dns64.dns.google", "8888.google",
    // Cloudflare; what Chromium, Firefox and others ask there is below the first.
    "cloudflare-dns.com", "one.one.one.one", "1dot1dot1dot1.com", "cloudflare-gateway.com",
    // Quad9.
    "dns.quad9.net", "dns9.quad9.net", "dns10.quad9.net", "dns11.quad9.net", "dns12.quad9.net",
    // OpenDNS.
    "doh.opendns.com", "doh.familyshield.opendns.com", "doh.sandbox.opendns.com", "dns.opendns.com", "dns.umbrella.com",
    // AdGuard.
    "dns.adguard.com", "dns-family.adguard.com", "dns-unfiltered.adguard.com", "adguard-dns.com",
    // NextDNS, CleanBrowsing, Control D.
    "dns.nextdns.io", "dns1.nextdns.io", "dns2.nextdns.io", "doh.nextdns.io", "firefox.dns.nextdns.io",
    "doh.cleanbrowsing.org", "freedns.controld.com", "dns.controld.com",
    // Mullvad, DNS.SB, dns0.eu, DNS4EU, Wikimedia, LibreDNS, RethinkDNS.
    "dns.mullvad.net", "doh.mullvad.net", "doh.dns.sb", "doh.sb", "dns0.eu", "joindns4.eu", "wikimedia-dns.org",
    "doh.libredns.gr", "rethinkdns.com", "doh.decloudus.com", "doh.applied-privacy.net", "doh.ffmuc.net",
    "dns.digitale-gesellschaft.ch", "odvr.nic.cz", "dns.switch.ch", "doh.tiar.app", "doh.xfinity.com",
    "dns.shaw.ca", "private.canadianshield.cira.ca", "protected.canadianshield.cira.ca",
    "family.canadianshield.cira.ca",
    // In the east.
    "public.dns.iij.jp", "dns.alidns.com", "doh.pub", "dns.pub", "doh.360.cn", "dns.twnic.tw", "dns.yandex.net",
    "dns.bebasid.com",
  ]

  /// The addresses that the largest publish; the others are not reached without a name.
  static let addresses: Set<[UInt8]> = {
    let four: [[UInt8]] = [
      [8, 8, 8, 8], [8, 8, 4, 4], [1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 2], [1, 0, 0, 2], [1, 1, 1, 3], [1, 0, 0, 3],
      [9, 9, 9, 9], [9, 9, 9, 10], [9, 9, 9, 11], [149, 112, 112, 112], [149, 112, 112, 10], [149, 112, 112, 11],
      [208, 67, 222, 222], [208, 67, 220, 220], [94, 140, 14, 14], [94, 140, 15, 15],
    ]
    func six(_ groups: [UInt16], _ last: UInt16) -> [UInt8] {
      let all = groups + [UInt16](repeating: 0, count: 7 - groups.count) + [last]
      return all.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
    let long =
      [0x8888, 0x8844].map { six([0x2001, 0x4860, 0x4860], $0) }
      + [0x1111, 0x1001, 0x1112, 0x1002, 0x1113, 0x1003].map { six([0x2606, 0x4700, 0x4700], $0) }
      + [0xFE, 0x9].map { six([0x2620, 0xFE], $0) }
    return Set(four + long)
  }()
}

/// Names that stand in front of others: a hello that is encrypted for one of them (ECH, RFC 9849) may go to any site
/// behind it.
///
/// Drawn up on 26 November 2026. Cloudflare's is the public name in the keys that its sites publish, and
/// `encryptedsni.com` came in its place at times; the others are the public names of servers with which ECH is tried
/// out (defo.ie, tls-ech.dev).
public enum KnownFronts {
  /// Whether a host, or a domain above it, is one of them.
  public static func contains(_ host: SiteName) -> Bool { host.isBelow(names) }

  /// One of them, for a trial.
  public static let example = "cloudflare-ech.com"

  static let names: Set<String> = [
    "cloudflare-ech.com", "cloudflare-esni.com", "encryptedsni.com", "public.tls-ech.dev", "cover.defo.ie",
  ]
}

extension SiteName {
  /// Whether it is one of the domains, or below one.
  func isBelow(_ domains: Set<String>) -> Bool {
    var rest = text[...]
    while true {
      if domains.contains(String(rest)) { return true }
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
  }
}
