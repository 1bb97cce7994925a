package import FocusSession
internal import LinuxRuntime

/// Time zones as the system keeps them.
package enum ZoneFiles {
  /// Why there is no such zone.
  package enum ReadError: Error, Equatable {
    /// No file of that name.
    case unknown(String)
    /// The file is none that describes a zone.
    case unusable(String, CivilZoneError)
  }

  private static let folder = "/usr/share/zoneinfo"

  /// The zone of that name, such as `Europe/Berlin`.
  package static func zone(named name: String) throws(ReadError) -> CivilZone {
    // A name that leads out of the folder is none.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.first != UInt8(ascii: ".") && part.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
    guard isName, let octets = contents(of: folder + "/" + name) else { throw .unknown(name) }
    return try zone(octets, named: name)
  }

  /// The zone of this computer: that of `TZ` where it names one, else that of `/etc/localtime`, else UTC.
  package static func local(_ variable: String?) throws(ReadError) -> CivilZone {
    if var name = variable {
      if name.hasPrefix(":") { name.removeFirst() }
      if name.hasPrefix("/") {
        guard let octets = contents(of: name) else { throw .unknown(name) }
        return try zone(octets, named: name)
      }
      return try zone(named: name)
    }
    guard let octets = contents(of: "/etc/localtime") else { return .utc }
    return try zone(octets, named: "/etc/localtime")
  }

  private static func contents(of path: String) -> [UInt8]? {
    do { return try Files.read(path, limit: 1 << 20) } catch { return nil }
  }

  private static func zone(_ octets: [UInt8], named name: String) throws(ReadError) -> CivilZone {
    do { return try CivilZone(zoneFile: octets) } catch { throw .unusable(name, error) }
  }
}
