import FocusPorts
import TestSupport
import Testing

@testable import CardArrivals

/// One lying-down is one tap, whatever happens to reader and hand: compared with a model that sees the table itself.
@Suite struct RandomTables {
  @Test(arguments: 0..<300 as Range<UInt64>) func everyLyingDownIsOneTap(seed: UInt64) throws {
    var trial = TableTrial(seed: seed)
    for _ in 0..<150 { trial.step() }
    trial.end()
    #expect(trial.taps == trial.table.taps, "\(trial.journal.joined(separator: " "))")
    #expect(trial.broken == nil, "\(trial.journal.joined(separator: " "))")
  }
}

/// A hand, a reader and a driver, by chance.
private struct TableTrial {
  private(set) var table = PlainTable()
  /// The cards that were told as taps.
  private(set) var taps: [UInt8] = []
  /// What was told that makes no sense after what was told before.
  private(set) var broken: String?
  private(set) var journal: [String] = []
  private var random: Dice
  private var arrivals = CardArrivals(ScriptedWatch.reader)
  private var now: Int64 = 0
  private var isReady = false
  /// What was told to be on the reader; `nil` for nothing.
  private var there: [UInt8]?

  init(seed: UInt64) {
    random = Dice(seed: seed)
    if Bool.random(using: &random) {
      table.lay(1)
      table.wasBeforeAll()
    }
    see(.ready)
    look()
  }

  /// One thing happens.
  mutating func step() {
    pass(Int64.random(in: 700...4000, using: &random))
    switch (Int.random(in: 0..<10, using: &random), table.card) {
    case (0...3, nil): lay()
    case (0...3, _): lift()
    case (4, nil): shakyHand()
    case (5, nil): slipForGood()
    case (6, _?): flicker()
    case (7, _): trouble(lasting: Int64.random(in: 10...4900, using: &random), isUnplugged: false)
    case (8, _): trouble(lasting: Int64.random(in: 5000...90_000, using: &random), isUnplugged: false)
    case (9, _): trouble(lasting: Int64.random(in: 10...90_000, using: &random), isUnplugged: true)
    default: break
    }
  }

  /// What is still held back is told.
  mutating func end() { pass(10_000) }

  // MARK: - The hand

  private mutating func lay() {
    table.lay(UInt8.random(in: 1...3, using: &random))
    look()
  }

  private mutating func lift() {
    table.lift()
    look()
  }

  /// The card leaves while it is read, and is back within the time that a hand has.
  private mutating func shakyHand() {
    let card = UInt8.random(in: 1...3, using: &random)
    table.lay(card)
    see(.slipped(uid: Bool.random(using: &random) ? [card] : nil))
    if Bool.random(using: &random) { see(.empty) }
    pass(Int64.random(in: 0...500, using: &random))
    table.wasRead()
    see(.read(PresentedCard(uid: [card]), isSteady: true))
  }

  /// The card leaves while it is read, and stays away.
  private mutating func slipForGood() {
    table.lay(1)
    see(.slipped(uid: [1]))
    table.lift()
    see(.empty)
    pass(601)
  }

  /// The card there moves; the driver is told of it late, after a reading that went badly.
  private mutating func flicker() {
    let card = UInt8.random(in: 1...3, using: &random)
    table.lift()
    look()
    pass(Int64.random(in: 1200...2000, using: &random))
    table.lay(card)
    table.wasRead()
    see(.read(PresentedCard(uid: [card]), isSteady: false))
    pass(Int64.random(in: 0...900, using: &random))
    see(.empty)
    pass(Int64.random(in: 0...500, using: &random))
    see(.read(PresentedCard(uid: [card]), isSteady: true))
  }

  // MARK: - The reader

  private mutating func trouble(lasting length: Int64, isUnplugged: Bool) {
    let before = table.card
    see(.lost(CardArrivals.Loss(why: "lost", isUnplugged: isUnplugged)))
    now += length
    if Bool.random(using: &random) {
      table.lift()
      if Bool.random(using: &random) {
        table.lay(UInt8.random(in: 1...3, using: &random))
        table.cameUnseen(after: length, wasUnplugged: isUnplugged, inPlaceOf: before)
      }
    }
    see(.ready)
    look()
  }

  // MARK: - The driver

  private mutating func look() {
    guard let card = table.card else { return see(.empty) }
    table.wasRead()
    see(.read(PresentedCard(uid: [card]), isSteady: true))
  }

  private mutating func pass(_ milliseconds: Int64) {
    let end = now + milliseconds
    while let deadline = arrivals.deadline, deadline <= end {
      now = max(now, deadline)
      see(.timePassed)
    }
    now = end
  }

  private mutating func see(_ observation: CardArrivals.Observation) {
    journal.append("\(now):\(observation)")
    for event in arrivals.report(observation, at: now) { hear(event) }
  }

  /// Nothing is told as left that was not told as there, nothing comes before the last one has left, and a reader that
  /// is lost tells nothing but that it is back.
  private mutating func hear(_ event: ReaderEvent) {
    let wasReady = isReady
    var makesSense = wasReady
    switch event {
    case .ready:
      makesSense = !wasReady
      isReady = true
    case .lost: isReady = false
    case .arrived(_, let card, let atStart):
      if !atStart, let number = card.uid.first { taps.append(number) }
      makesSense = wasReady && (there == nil || (atStart && there == card.uid))
      there = card.uid
    case .unreadable(_, let uid, _):
      makesSense = wasReady && there == nil
      there = uid ?? []
    case .left(_, let uid):
      makesSense = wasReady && there == uid
      there = nil
    case .severalCards: makesSense = false
    }
    if !makesSense, broken == nil { broken = "\(event) at \(now)" }
  }
}
