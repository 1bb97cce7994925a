internal import FocusPorts
internal import SQLiteFiles
internal import Spelling

/// A fault in a log written by FocusKey that cannot have come about by itself.
enum LogFlaw: Equatable {
  /// How many of the last entries are gone.
  case endMissing(Int64, isAll: Bool)
  case anotherEnd
  case missing(ClosedRange<Int64>)
  case changed(Int64)
  /// The row with this number has no digest, although an earlier row has one.
  case foreign(Int64)
  case settingsMissing
  case settingsChanged
  case noAnchor

  var sentence: String {
    let how = "while FocusKey was not running, somebody cut it or put an older copy in its place"
    return switch self {
    case .endMissing(let count, isAll: true): "The log is empty, and had \(counted(count, "entry", "entries")): \(how)."
    case .endMissing(1, _): "The log lacks its last entry: \(how)."
    case .endMissing(let count, _): "The log lacks its last \(count) entries: \(how)."
    case .anotherEnd:
      "The log is not the one that FocusKey wrote last: while it was not running, somebody put another in its place."
    case .missing(let numbers) where numbers.count == 1: "Entry \(numbers.lowerBound) of the log is missing."
    case .missing(let numbers): "Entries \(numbers.lowerBound) to \(numbers.upperBound) of the log are missing."
    case .changed(let number): "Entry \(number) of the log is not as FocusKey wrote it."
    case .foreign(let number): "Entry \(number) of the log was not written by FocusKey."
    case .settingsMissing: "The log lacks the newest settings: \(how)."
    case .settingsChanged: "The settings in the log are not as FocusKey wrote them."
    case .noAnchor: "Whether the log is whole cannot be told: the file that says where it ends is missing."
    }
  }

  var isOfSettings: Bool { self == .settingsMissing || self == .settingsChanged }

  var cause: LogIncident.Cause {
    switch self {
    case .endMissing, .missing, .settingsMissing: .cut
    case .anotherEnd, .changed, .foreign, .settingsChanged: .altered
    case .noAnchor: .unanchored
    }
  }
}

struct ChainWalk {
  private(set) var end: ChainEnd
  private(set) var flaws: [(number: Int64, flaw: LogFlaw)] = []
  /// Where the chain is known to begin again.
  private let seams: Set<Int64>

  init(after end: ChainEnd, seams: Set<Int64>) {
    self.end = end
    self.seams = seams
  }

  mutating func take(_ number: Int64, wall: Int64, kind: String, body: [UInt8], digest: [UInt8]) {
    let expected = end.digest(wall: wall, kind: kind, body: body)
    let isKnown = seams.contains(number)
    if number > end.number + 1 {
      if !isKnown { flaws.append((number, .missing(end.number + 1...number - 1))) }
    } else if digest.isEmpty {
      if !end.digest.isEmpty, !isKnown { flaws.append((number, .foreign(number))) }
    } else if digest != expected, !isKnown {
      flaws.append((number, .changed(number)))
    }
    end.number = number
    if !digest.isEmpty { end.digest = digest }
  }
}

extension Connection {
  /// Follows the chain over the next facts; returns whether there may be more.
  func walk(_ walk: inout ChainWalk, most: Int64 = .max) throws(SQLiteError) -> Bool {
    let rows = try prepare(
      "SELECT seq, wall, kind, body, chain FROM facts WHERE seq > \(walk.end.number) ORDER BY seq LIMIT \(most)")
    var count: Int64 = 0
    while try rows.step() {
      walk.take(
        rows.integer(0), wall: rows.integer(1), kind: rows.text(2) ?? "", body: rows.octets(3), digest: rows.octets(4))
      count += 1
    }
    return count == most
  }

  /// Whether the whole chain is followed at the start, which takes a few milliseconds.
  var isSmallEnoughToFollow: Bool {
    get throws(SQLiteError) { try number("PRAGMA page_count") * number("PRAGMA page_size") <= 1 << 20 }
  }

  /// Rebuilds indexes that contradict their tables, which were checked when the log was opened.
  func mendIndexes() throws(SQLiteError) {
    do throws(SQLiteError) {
      try check()
    } catch {
      guard error.meansDamage else { throw error }
      try execute("REINDEX")
      try check()
    }
  }

  func seams() throws(SQLiteError) -> [(number: Int64, wall: Int64, sentence: String)] {
    let rows = try prepare("SELECT seq, wall, flaw FROM seams ORDER BY wall")
    var seams: [(Int64, Int64, String)] = []
    while try rows.step() { seams.append((rows.integer(0), rows.integer(1), rows.text(2) ?? "")) }
    return seams
  }

  func flaw(against anchor: LogAnchor.Finding, _ ends: LogEnds, _ seams: Set<Int64>) throws(SQLiteError) -> LogFlaw? {
    switch anchor {
    case .another: return nil
    case .nothing, .unreadable: return ends.facts.digest.isEmpty ? nil : .noAnchor
    case .ends(let anchored):
      let missing = anchored.facts.number - ends.facts.number
      if missing > 0 { return .endMissing(missing, isAll: ends.facts.number == 0) }
      if try !has(anchored.facts, in: "facts") { return .anotherEnd }
      if anchored.settings.number > ends.settings.number { return .settingsMissing }
      let areSettingsThere = try has(anchored.settings, in: "settings")
      let areSettingsWhole = try isNewestSettingsAsWritten()
      return areSettingsThere && areSettingsWhole || seams.contains(-ends.settings.number) ? nil : .settingsChanged
    }
  }

  private func has(_ end: ChainEnd, in table: String) throws(SQLiteError) -> Bool {
    guard end.number > 0, !end.digest.isEmpty else { return true }
    return try chainEnd(of: table, upTo: end.number) == end
  }

  private func isNewestSettingsAsWritten() throws(SQLiteError) -> Bool {
    let row = try prepare("SELECT seq, wall, body, chain FROM settings ORDER BY seq DESC LIMIT 1")
    guard try row.step(), !row.octets(3).isEmpty else { return true }
    let before = try chainEnd(of: "settings", upTo: row.integer(0) - 1)
    return before.digest(wall: row.integer(1), kind: "settings", body: row.octets(2)) == row.octets(3)
  }
}
