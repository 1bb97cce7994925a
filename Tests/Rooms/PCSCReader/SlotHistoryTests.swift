import CardArrivals
import FocusPorts
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
    let changes: String
    let told: String

    init(_ description: String, _ glances: [Glance], _ changes: String, _ told: String) {
      testDescription = description
      self.glances = glances
      self.changes = changes
      self.told = told
    }
  }

  static let rows: [Row] = [
    Row("arrival and departure", [.empty(0), .card(1), .card(1), .empty(2)], "ready out in out", "ready tap left"),
    Row("there at the start", [.card(0), .card(0)], "ready in", "ready there"),
    Row(
      "swapped between two glances", [.empty(0), .card(1), .card(3)], "ready out in out in", "ready tap left tap"),
    Row("came and went between two glances", [.empty(0), .empty(2)], "ready out in out", "ready tap left"),
    Row(
      "counter starts again", [.empty(0xFFFE), .card(0xFFFF), .card(0xFFFF), .empty(0)], "ready out in out",
      "ready tap left"),
    Row(
      "trouble with a card", [.card(0), .trouble, .trouble, .card(1)], "ready in lost ready in",
      "ready there lost ready there"),
    Row(
      "trouble, and the card is gone", [.card(0), .trouble, .empty(2)], "ready in lost ready out",
      "ready there lost ready left"),
    Row(
      "a card during short trouble", [.empty(0), .trouble, .card(1)], "ready out lost ready in",
      "ready lost ready tap"),
    Row(
      "a card during long trouble", [.empty(0), .trouble, .pause(5000), .card(1)], "ready out lost ready in",
      "ready lost ready there"),
    Row(
      "plugged in again with the card", [.card(0), .unplugged, .card(0)], "ready in lost ready in",
      "ready there lost ready there"),
    Row(
      "plugged in again with a new card", [.empty(0), .unplugged, .card(0)], "ready out lost ready in",
      "ready lost ready there"),
    Row(
      "plugged in again without the card", [.card(0), .unplugged, .empty(0)], "ready in lost ready out",
      "ready there lost ready left"),
    Row(
      "restart of pcscd with the card", [.card(0), .serviceGone, .card(0)], "ready in lost ready in",
      "ready there lost ready there"),
    Row(
      "restart of pcscd, then a card", [.empty(0), .serviceGone, .card(0)], "ready out lost ready in",
      "ready lost ready tap"),
    Row(
      "unplugged while pcscd was away", [.empty(0), .serviceGone, .unplugged, .card(0)],
      "ready out lost lost ready in", "ready lost ready there"),
    Row(
      "lost twice is told once", [.empty(0), .serviceGone, .serviceGone, .empty(0)], "ready out lost ready out",
      "ready lost ready"),
    Row("trouble of a reader never seen", [.trouble, .unplugged, .serviceGone], "", ""),
  ]

  /// What changed, and what is told of it.
  @Test(arguments: rows) func tells(_ row: Row) {
    var history = SlotHistory()
    var arrivals = CardArrivals(ReaderName(backend: PCSCReader.backend, name: "R"))
    var now: Int64 = 1_000_000
    var changes: [String] = []
    var told: [String] = []
    for glance in row.glances {
      now += 10
      for change in look(glance, &history, &now) {
        changes.append(word(change))
        told += arrivals.report(observation(change), at: now).map(word)
      }
    }
    #expect(changes.joined(separator: " ") == row.changes)
    #expect(told.joined(separator: " ") == row.told)
  }

  private func look(_ glance: Glance, _ history: inout SlotHistory, _ now: inout Int64) -> [SlotChange] {
    switch glance {
    case .empty(let counter): return history.look("R", sight(false, counter), at: now)
    case .card(let counter): return history.look("R", sight(true, counter), at: now)
    case .trouble: return history.look("R", .init(isAvailable: false, hasCard: false, counter: 0, atr: []), at: now)
    case .unplugged: return history.list([], at: now)
    case .serviceGone: return history.loseService()
    case .pause(let milliseconds):
      now += milliseconds
      return []
    }
  }

  /// What a driver whose only card is always read makes of it.
  private func observation(_ change: SlotChange) -> CardArrivals.Observation {
    switch change {
    case .ready: .ready
    case .lost(_, let loss): .lost(loss.toTell)
    case .cardOut: .empty
    case .cardIn: .read(PresentedCard(uid: [1]), isSteady: true)
    }
  }

  private func sight(_ hasCard: Bool, _ counter: UInt16) -> SlotTable.Sight {
    .init(isAvailable: true, hasCard: hasCard, counter: counter, atr: hasCard ? [0x3B] : [])
  }

  private func word(_ change: SlotChange) -> String {
    switch change {
    case .ready: "ready"
    case .lost: "lost"
    case .cardOut: "out"
    case .cardIn: "in"
    }
  }

  private func word(_ event: ReaderEvent) -> String {
    switch event {
    case .ready: "ready"
    case .lost: "lost"
    case .arrived(_, _, let atStart): atStart ? "there" : "tap"
    case .left: "left"
    case .severalCards, .unreadable: "?"
    }
  }

  /// Whatever the order of sights: after each `ready` comes what is on the reader, then arrivals and departures
  /// alternate, and so do ready and lost, but that what was lost can be found unplugged.
  @Test(arguments: 1...200 as ClosedRange<UInt64>) func alternates(_ seed: UInt64) {
    var chance = Seeded(seed)
    var history = SlotHistory()
    var isThere = false
    var isUnplugged = false
    var hasCard: Bool?
    for _ in 0..<200 {
      let changes: [SlotChange] =
        switch chance.next(8) {
        case 0: history.list([], at: 0)
        case 1: history.loseService()
        case 2: history.look("R", .init(isAvailable: false, hasCard: false, counter: 0, atr: []), at: 0)
        default: history.look("R", sight(chance.next(2) == 0, UInt16(chance.next(4))), at: 0)
        }
      for change in changes {
        switch change {
        case .ready:
          #expect(!isThere && changes.count == 2)
          (isThere, isUnplugged, hasCard) = (true, false, nil)
        case .lost(_, let loss):
          #expect(isThere || (loss == .unplugged && !isUnplugged))
          (isThere, isUnplugged) = (false, loss == .unplugged)
        case .cardIn:
          #expect(isThere && hasCard != true)
          hasCard = true
        case .cardOut:
          #expect(isThere && hasCard != false)
          hasCard = false
        }
      }
    }
  }
}

extension SlotHistory {
  /// What a look at the only reader in the list changes.
  fileprivate mutating func look(_ listed: String, _ sight: SlotTable.Sight, at now: Int64) -> [SlotChange] {
    list([listed], at: now) + see(listed, sight)
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
