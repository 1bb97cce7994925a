internal import FocusSession
internal import LinuxRuntime
internal import SystemClock

extension CivilZone {
  /// How civil clocks go here.
  static var ofThisComputer: CivilZone {
    // Without a readable zone file times are in UTC, as the C library has them then; a session counts without a zone.
    (try? ZoneFiles.local(Environment["TZ"])) ?? .utc
  }
}
