public import LinuxRuntime
public import ServiceContract

/// The token that programs need to read the calendar feed, in a file for this user alone.
public enum CalendarToken {
  /// The token of a home; one is made where there is none yet.
  ///
  /// - Parameter renew: makes a new one, so that the old address ends.
  public static func text(in home: Home, renew: Bool = false) throws(SystemError) -> String {
    try Files.makeFolder(home.stateFolder)
    let path = home.calendarToken
    if renew || !Files.exists(path) {
      let digits = SystemRandom.octets(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      try Files.replace(path, with: Array(digits.utf8))
    }
    return String(decoding: try Files.read(path, limit: 256), as: UTF8.self)
  }
}
