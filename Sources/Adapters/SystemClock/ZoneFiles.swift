package import FocusSession
internal import LinuxRuntime

package enum ZoneFiles {
  private static let folder = "/usr/share/zoneinfo"

  /// The zone of that name, such as `Europe/Berlin`; `nil` without a file that describes it.
  package static func zone(named name: String) -> CivilZone? {
    // A name that leads out of the folder is none.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".") && part.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
    return isName ? zone(at: folder + "/" + name) : nil
  }

  /// The zone of this computer: that of `TZ` where it names one, else that of `/etc/localtime`, else UTC; `nil` without
  /// a file that describes it.
  package static func local(_ variable: String?) -> CivilZone? {
    if var name = variable {
      if name.hasPrefix(":") { name.removeFirst() }
      return name.hasPrefix("/") ? zone(at: name) : zone(named: name)
    }
    guard let octets = try? Files.read("/etc/localtime", limit: 1 << 20) else { return .utc }
    return try? CivilZone(zoneFile: octets)
  }

  private static func zone(at path: String) -> CivilZone? {
    guard let octets = try? Files.read(path, limit: 1 << 20) else { return nil }
    return try? CivilZone(zoneFile: octets)
  }
}
