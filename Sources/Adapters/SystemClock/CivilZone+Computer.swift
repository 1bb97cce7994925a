package import FocusSession
internal import LinuxRuntime

extension CivilZone {
  package static var ofThisComputer: CivilZone {
    // Without a readable zone file times are in UTC, as the C library has them then; a session counts without a zone.
    ZoneFiles.local(Environment["TZ"]) ?? .utc
  }
}
