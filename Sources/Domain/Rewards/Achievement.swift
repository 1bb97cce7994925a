package struct Achievement: Equatable, Sendable {
  /// What is counted.
  package enum Measure: String, Sendable, CaseIterable {
    case cards
    case sessions
    case hours
    /// Days in a row with focus.
    case streak
    /// Days without straying.
    case freeDays = "free-days"
    /// Days in a row without straying.
    case freeStreak = "free-streak"
    /// Returns from straying within a minute.
    case quickReturns = "quick-returns"
    case challenges
    case repetitions
  }

  package let measure: Measure
  package let need: Int
  package let points: Int

  /// The name in facts and events, such as `cards-5`.
  package var name: String { "\(measure.rawValue)-\(need)" }

  package var title: String {
    switch measure {
    case .cards: "\(need) different cards"
    case .sessions: need == 1 ? "The first session" : "\(need) sessions"
    case .hours: "\(need) hours of focus"
    case .streak: "Focus on \(need) days in a row"
    case .freeDays: need == 1 ? "A day without straying" : "\(need) days without straying"
    case .freeStreak: "\(need) days in a row without straying"
    case .quickReturns: "Came back within a minute \(need) times"
    case .challenges: need == 1 ? "The first daily challenge met" : "\(need) daily challenges met"
    case .repetitions: "\(need) repetitions of movement"
    }
  }

  /// `nil` for the name of an achievement that only another version of FocusKey knows.
  package static func named(_ name: String) -> Achievement? { all.first { $0.name == name } }

  package static let all: [Achievement] = [
    (.cards, [(5, 10), (10, 15), (25, 25), (50, 40), (75, 60), (100, 80)]),
    (.sessions, [(1, 5), (10, 10), (50, 25), (200, 50)]),
    (.hours, [(10, 10), (50, 25), (100, 50), (500, 100)]),
    (.streak, [(3, 10), (7, 20), (30, 60)]),
    (.freeDays, [(1, 5), (7, 15), (30, 40)]),
    (.freeStreak, [(3, 15), (7, 30), (30, 80)]),
    (.quickReturns, [(10, 20)]),
    (.challenges, [(1, 5), (7, 15), (30, 40), (100, 80)]),
    (.repetitions, [(100, 10), (1000, 30), (10_000, 80)]),
  ].flatMap { (measure: Measure, steps: [(Int, Int)]) in
    steps.map { Achievement(measure: measure, need: $0.0, points: $0.1) }
  }

  /// How many of ``need`` are reached; `nil` where that is not counted here.
  package func have(_ deeds: Deeds) -> Int? {
    switch measure {
    case .cards: deeds.cards
    case .sessions: deeds.sessions
    case .hours: Int(clamping: deeds.focused / 3600)
    case .streak: deeds.streak
    case .freeDays: deeds.freeDays
    case .freeStreak: deeds.freeStreak
    case .quickReturns: deeds.quickReturns
    case .challenges: deeds.challenges
    case .repetitions: deeds.repetitions
    }
  }
}
