/// Hosts that open whatever a profile says: the computer itself, where its software and its security come from, and
/// its clock.
public enum ProtectedSites {
  /// Whether a host, or a domain above it, may never be closed.
  public static func contains(_ host: SiteName) -> Bool { host.isAtOrBelow(any: octets) }

  private static let octets = Set(domains.map { Array($0.utf8) })

  /// The domains, each with all below it.
  public static let domains: [String] = [
    // RFC 6761 6.3: names of the loopback.
    "localhost",
    // Where distributions keep their packages and their security updates.
    "deb.debian.org", "security.debian.org", "archive.debian.org", "archive.ubuntu.com", "security.ubuntu.com",
    "ports.ubuntu.com", "archive.raspberrypi.com", "archive.raspberrypi.org", "raspbian.raspberrypi.org",
    "mirrors.fedoraproject.org", "download.fedoraproject.org", "dl.fedoraproject.org", "download.opensuse.org",
    "geo.mirror.pkgbuild.com", "cache.nixos.org",
    "dl.flathub.org", "api.snapcraft.io", "storage.snapcraftcontent.com", "snapcraftcontent.com",
    "cdn.fwupd.org", "fwupd.org",
    // The clock, and the page by which a desktop sees that a hotel's network wants a word first.
    "pool.ntp.org", "ntp.ubuntu.com", "connectivity-check.ubuntu.com", "nmcheck.gnome.org", "detectportal.firefox.com",
  ]
}
