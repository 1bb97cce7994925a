/// Writes what the service does to standard error, one line per event, for the journal and for people.
package struct ServiceLog: Sendable {
  /// How much is logged; each level includes those before it.
  package enum Level: Int, Comparable, CaseIterable {
    case error, warning, info, debug

    /// The level that `FOCUSKEY_LOG` names; by default what happens to the session.
    package init(_ word: String?) {
      self = Self.allCases.first { $0.word == word?.lowercased() } ?? .info
    }

    package var word: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  package let level: Level
  package let zone: CivilZone
  package let now: @Sendable () -> Moment

  package init(level: Level, zone: CivilZone, now: @escaping @Sendable () -> Moment) {
    self.level = level
    self.zone = zone
    self.now = now
  }

  /// Writes one line, if the level is asked for.
  package func write(_ level: Level, _ words: String, at moment: Timestamp? = nil) {
    guard level <= self.level else { return }
    let time = ISO8601.text(moment ?? now().wall, in: zone)
    // Standard error may lead nowhere; the service runs all the same.
    try? Files.write("\(time) \(level.word) \(words)\n".utf8, to: 2)
  }
}
