internal import Octets
package import ServiceContract

/// The token that programs need to read the calendar feed, in a file for this user alone.
package enum CalendarToken {
  /// The token of a home; one is made where there is none yet.
  ///
  /// - Parameter renew: makes a new one, so that the old address ends.
  package static func text(in home: Home, renew: Bool = false) throws(Failure) -> String {
    let path = home.calendarToken
    do throws(SystemError) {
      try Files.makeFolder(home.stateFolder)
      if renew || !Files.exists(path) {
        try Files.replace(path, with: Array(HexText.text(of: SystemRandom.octets(16)).utf8))
      }
      return String(decoding: try Files.read(path, limit: 256), as: UTF8.self)
    } catch {
      throw .writing(path, error)
    }
  }

  package static func isToken(_ text: String, of home: Home) -> Bool {
    guard let known = try? Files.read(home.calendarToken, limit: 256) else { return false }
    return !known.isEmpty && known == Array(text.utf8)
  }
}
