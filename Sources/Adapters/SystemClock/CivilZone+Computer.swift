package import FocusSession
internal import LinuxRuntime

extension CivilZone {
  /// How civil clocks go here.
  package static var ofThisComputer: CivilZone {
    // Without a readable zone file times are in UTC, as the C library has them then; a session counts without a zone.
    ZoneFiles.local(Environment["TZ"]) ?? .utc
  }
}
