package import FocusSession
package import JSONText

/// What the API asks of the person's cards, which it does not know itself.
package struct StudyPorts: Sendable {
  /// The decks, how far each is, and what is due altogether.
  package var decks: @Sendable (Timestamp) async -> JSONValue
  /// The next cards of a deck, or of all.
  package var next: @Sendable (_ deck: String?, _ count: Int, Timestamp) async -> JSONValue

  /// Cards of these; without arguments there are none.
  package init(
    decks: @escaping @Sendable (Timestamp) async -> JSONValue = { _ in ["ok": true, "decks": [], "due": 0, "new": 0] },
    next: @escaping @Sendable (String?, Int, Timestamp) async -> JSONValue = { _, _, _ in ["ok": true, "cards": []] }
  ) {
    self.decks = decks
    self.next = next
  }
}

/// What the API asks of the log beyond its sessions.
package struct PastPorts: Sendable {
  /// The nights, with their trend.
  package var nights: @Sendable () async -> JSONValue
  /// The episodes of straying since a moment.
  package var strays: @Sendable (Timestamp) async -> JSONValue
  /// Achievements, points and level.
  package var rewards: @Sendable () async -> JSONValue
  /// The week among friends; its lines are empty where nobody joined a board.
  package var board: @Sendable (Timestamp) async -> JSONValue
  /// The eye of a night after some minutes of use, as SVG.
  package var eye: @Sendable (_ minutes: Int, CivilDay) -> [UInt8]

  /// The past of these; without arguments there is none.
  package init(
    nights: @escaping @Sendable () async -> JSONValue = { ["ok": true, "nights": [], "trend": .null] },
    strays: @escaping @Sendable (Timestamp) async -> JSONValue = { _ in ["ok": true, "strays": []] },
    rewards: @escaping @Sendable () async -> JSONValue = { ["ok": true, "achievements": []] },
    board: @escaping @Sendable (Timestamp) async -> JSONValue = { _ in ["ok": true, "lines": []] },
    eye: @escaping @Sendable (Int, CivilDay) -> [UInt8] = { _, _ in [] }
  ) {
    self.nights = nights
    self.strays = strays
    self.rewards = rewards
    self.board = board
    self.eye = eye
  }
}
