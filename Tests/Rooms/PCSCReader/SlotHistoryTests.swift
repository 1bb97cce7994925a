import Testing

@testable import PCSCReader

/// What a reader's sights over time mean, as a table.
@Suite struct SlotHistoryTests {
  enum Glance: Sendable {
    case empty(UInt16)
    case card(UInt16)
    case trouble
    case unplugged
    case serviceGone
    case pause(Int64)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let glances: [Glance]
    let told: String

    init(_ description: String, _ glances: [Glance], _ told: String) {
      testDescription = description
      self.glances = glances
      self.told = told
    }
  }

  static let rows: [Row] = [
    Row("arrival and departure", [.empty(0), .card(1), .card(1), .empty(2)], "ready in:seen out"),
    Row("there at the start", [.card(0), .card(0)], "ready in:lying"),
    Row("swapped between two glances", [.empty(0), .card(1), .card(3)], "ready in:seen out in:seen"),
    Row("came and went between two glances", [.empty(0), .empty(2)], "ready in:seen out"),
    Row("counter starts again", [.empty(0xFFFE), .card(0xFFFF), .card(0xFFFF), .empty(0)], "ready in:seen out"),
    Row("trouble with a card", [.card(0), .trouble, .trouble, .card(1)], "ready in:lying lost ready in:again"),
    Row("trouble, and the card is gone", [.card(0), .trouble, .empty(2)], "ready in:lying lost ready out"),
    Row("a card during short trouble", [.empty(0), .trouble, .card(1)], "ready lost ready in:seen"),
    Row("a card during long trouble", [.empty(0), .trouble, .pause(5000), .card(1)], "ready lost ready in:lying"),
    Row("plugged in again with the card", [.card(0), .unplugged, .card(0)], "ready in:lying lost ready in:again"),
    Row("plugged in again with a new card", [.empty(0), .unplugged, .card(0)], "ready lost ready in:lying"),
    Row("plugged in again without the card", [.card(0), .unplugged, .empty(0)], "ready in:lying lost ready out"),
    Row("restart of pcscd with the card", [.card(0), .serviceGone, .card(0)], "ready in:lying lost ready in:again"),
    Row("restart of pcscd, then a card", [.empty(0), .serviceGone, .card(0)], "ready lost ready in:seen"),
    Row(
      "unplugged while pcscd was away", [.empty(0), .serviceGone, .unplugged, .card(0)], "ready lost ready in:lying"),
    Row("lost twice is told once", [.empty(0), .serviceGone, .serviceGone, .empty(0)], "ready lost ready"),
    Row("trouble of a reader never seen", [.trouble, .unplugged, .serviceGone], ""),
  ]

  @Test(arguments: rows) func tells(_ row: Row) {
    var history = SlotHistory()
    var now: Int64 = 1_000_000
    var told: [String] = []
    for glance in row.glances {
      now += 10
      let changes: [SlotChange] =
        switch glance {
        case .empty(let counter): history.see("R", sight(false, counter), at: now)
        case .card(let counter): history.see("R", sight(true, counter), at: now)
        case .trouble: history.see("R", .init(isAvailable: false, hasCard: false, counter: 0, atr: []), at: now)
        case .unplugged: history.list([], at: now)
        case .serviceGone: history.loseService(at: now)
        case .pause(let milliseconds): pause(milliseconds, &now)
        }
      told += changes.map(word)
    }
    #expect(told.joined(separator: " ") == row.told)
  }

  private func pause(_ milliseconds: Int64, _ now: inout Int64) -> [SlotChange] {
    now += milliseconds
    return []
  }

  private func sight(_ hasCard: Bool, _ counter: UInt16) -> SlotTable.Sight {
    .init(isAvailable: true, hasCard: hasCard, counter: counter, atr: hasCard ? [0x3B] : [])
  }

  private func word(_ change: SlotChange) -> String {
    switch change {
    case .ready: "ready"
    case .lost: "lost"
    case .cardOut: "out"
    case .cardIn(_, _, .seen): "in:seen"
    case .cardIn(_, _, .lyingThere): "in:lying"
    case .cardIn(_, _, .again): "in:again"
    }
  }

  /// Whatever the order of sights: arrivals and departures alternate, and so do ready and lost.
  @Test(arguments: 1...200 as ClosedRange<UInt64>) func alternates(_ seed: UInt64) {
    var chance = Seeded(seed)
    var history = SlotHistory()
    var isThere = false
    var hasCard = false
    for step in 0..<200 {
      let now = Int64(step) * Int64(chance.next(3000))
      let changes: [SlotChange] =
        switch chance.next(8) {
        case 0: history.list([], at: now)
        case 1: history.loseService(at: now)
        case 2: history.see("R", .init(isAvailable: false, hasCard: false, counter: 0, atr: []), at: now)
        default: history.see("R", sight(chance.next(2) == 0, UInt16(chance.next(4))), at: now)
        }
      for change in changes {
        switch change {
        case .ready:
          #expect(!isThere)
          isThere = true
        case .lost:
          #expect(isThere)
          isThere = false
        case .cardIn(_, _, let arrival):
          #expect(isThere && hasCard == (arrival == .again))
          hasCard = true
        case .cardOut:
          #expect(isThere && hasCard)
          hasCard = false
        }
      }
    }
  }
}

/// Numbers that are the same on every run (xorshift64).
struct Seeded {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
