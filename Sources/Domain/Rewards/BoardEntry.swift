package import JSONText

/// What a person shows their friends of a week: one file in a folder that they share by what they have.
///
/// Nothing of apps, sites or tasks is in it. It is signed, which says who wrote it, not whether it is true.
package struct BoardEntry: Equatable, Sendable {
  /// Also the file's name.
  package var name: String
  /// The Monday of the week, such as `2026-11-23`.
  package var week: String
  /// Seconds of focus in that week.
  package var focused: Int64
  package var points: Int64
  /// The most days in a row without straying; `nil` where straying is not noticed.
  package var freeStreak: Int64?
  /// The public half of the key that signs it (Ed25519, RFC 8032), 64 hex digits.
  package var key: String
  /// The signature over ``signedOctets``, 128 hex digits.
  package var signature: String

  package init(
    name: String, week: String, focused: Int64, points: Int64, freeStreak: Int64?, key: String, signature: String = ""
  ) {
    self.name = name
    self.week = week
    self.focused = focused
    self.points = points
    self.freeStreak = freeStreak
    self.key = key
    self.signature = signature
  }

  /// What is signed: every number with its place, so that none can be moved to another.
  package var signedOctets: [UInt8] {
    let streak = freeStreak.map { String($0) } ?? "-"
    return Array("focuskey-board-1|\(name)|\(week)|\(focused)|\(points)|\(streak)|\(key)".utf8)
  }

  /// Names are 1 to 24 letters, digits and hyphens of ASCII: they name a file on every system.
  package static func isName(_ text: String) -> Bool {
    (1...24).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { octet in
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  package var json: JSONValue {
    [
      "name": .string(name), "week": .string(week), "focused_seconds": .integer(focused), "points": .integer(points),
      "free_streak": freeStreak.map { .integer($0) } ?? .null, "key": .string(key), "signature": .string(signature),
    ]
  }

  /// `nil` for anything but such an entry with plausible numbers.
  package init?(_ node: JSONNode) {
    guard let name = node["name"]?.string, Self.isName(name), let week = node["week"]?.string, week.utf8.count == 10,
      let focused = node["focused_seconds"]?.integer, (0...604_800 + 3600).contains(focused),
      let points = node["points"]?.integer, (0...1_000_000).contains(points), let key = node["key"]?.string,
      key.utf8.count == 64, let signature = node["signature"]?.string, signature.utf8.count == 128
    else { return nil }
    let streak = node["free_streak"]?.integer
    if let streak, !(0...100_000).contains(streak) { return nil }
    self.init(
      name: name, week: week, focused: focused, points: points, freeStreak: streak, key: key, signature: signature)
  }
}

/// The leaderboard of friends' entries.
package struct Board: Equatable, Sendable {
  /// Whether an entry can come from the person whose name is on it.
  package enum Standing: String, Sendable {
    /// Signed with the key that this name has had from the first time on.
    case signed
    /// Signed with another key than before: perhaps a new computer, perhaps somebody else.
    case newKey = "new-key"
  }

  package enum Order: String, CaseIterable, Sendable {
    /// This week's focus; entries of earlier weeks come last.
    case week
    case points
  }

  package struct Line: Equatable, Sendable {
    package let entry: BoardEntry
    package let standing: Standing
    package let isCurrent: Bool
  }

  package let lines: [Line]

  /// `entries` have a valid signature; `known` has the key that each name had at first sight.
  package init(_ entries: [BoardEntry], week: String, known: [String: String], by order: Order = .week) {
    lines = entries.map { entry in
      let isKnown = known[entry.name].map { $0 == entry.key } ?? true
      return Line(entry: entry, standing: isKnown ? .signed : .newKey, isCurrent: entry.week == week)
    }.sorted { one, other in
      let (one, other) = (one.entry, other.entry)
      if order == .points, one.points != other.points { return one.points > other.points }
      if one.week != other.week { return one.week > other.week }
      if one.focused != other.focused { return one.focused > other.focused }
      return one.name < other.name
    }
  }
}
