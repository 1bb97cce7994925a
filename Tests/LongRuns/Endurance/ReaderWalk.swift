import CardModels
import FocusPorts
import Glibc
import TestSupport
import VirtualReader

/// What the session makes of what a reader told: which arrivals are taps, by its own rules.
struct TapJudge {
  /// Where a card left and came back at once, and the session did not take that for a second tap (Product.md 2.2).
  private(set) var echoes = 0
  /// What was told, in the order in which it was told: `tap`, `there` for a card that lay there, `left`, `ready`,
  /// `lost`.
  private(set) var words: [String] = []
  private var machine = SessionMachine(settings: .shipped)

  mutating func hear(_ telling: Table.Telling) {
    let moment = Moment(wall: Timestamp(milliseconds: telling.at), steady: telling.at, boot: BootID("walk"))
    let reader = ReaderID("walk")
    let command: Command
    switch telling.event {
    case .ready: return words.append("ready")
    case .severalCards, .unreadable: return words.append(telling.event.word)
    case .lost:
      words.append("lost")
      command = .readerLost(reader)
    case .left(_, let uid):
      words.append("left \(uid.last ?? 0)")
      command = .cardLeft(reader, CardUID(uid))
    case .arrived(_, let card, let atStart):
      let reading = CardReading(uid: CardUID(card.uid), link: .ours(.status))
      command = atStart ? .cardsFound(reader, [reading]) : .cardsArrived(reader, [reading])
    }
    let decision = machine.decide(command, at: moment, entropy: Entropy(high: 0, low: 0))
    machine = decision.after
    guard case .arrived(_, let card, let atStart) = telling.event else { return }
    let number = card.uid.last ?? 0
    let ignored = decision.events.compactMap { event -> TapIgnored? in
      if case .tapIgnored(let why, _, _) = event.kind { why } else { nil }
    }
    switch ignored.first {
    case nil: words.append("tap \(number)")
    case .tooSoon where words.last == "left \(number)":
      words.removeLast()
      echoes += 1
    case .atStart where atStart, .stillThere where atStart: words.append("there \(number)")
    case let why: words.append("ignored \(number): \(why.map { "\($0)" } ?? "")")
    }
  }

  /// Goes on with an empty list.
  mutating func forget() { words = [] }
}

/// A random walk at one reader, with the second model that says what must have been told.
struct ReaderWalk {
  enum Act: CaseIterable {
    case place, pull, swap, trouble, replug, restart, shaky
  }

  let table: Table
  var chance: SeededGenerator
  private(set) var steps = 0
  private(set) var taps = 0
  private var card: UInt8?
  private var isTroubled = false
  /// pcscd counts no event yet for what is on the reader, and its client library does not compare a count of zero.
  private var isUncounted = false
  /// What must have been told since the last look.
  private var expected: [String] = ["ready"]
  private var heard = 0
  private var judge = TapJudge()
  /// The number of the last card; no number comes back before its card has been away for long.
  private var lastNumber: UInt8 = 0

  init(table: Table, chance: SeededGenerator) {
    self.table = table
    self.chance = chance
  }

  /// A few acts in a row, each followed by a look at what was told.
  mutating func sequence(_ number: Int) async throws {
    for _ in 0..<Int.random(in: 2...5, using: &chance) {
      // Restarts cost fifty times as much as the rest.
      var act = Act.allCases.randomElement(using: &chance) ?? .place
      if act == .restart, Int.random(in: 0..<10, using: &chance) > 0 { act = .place }
      try await perform(act)
      steps += 1
      try hold(await isToldAsExpected(), "sequence \(number), \(act): told \(judge.words), expected \(expected)")
      judge.forget()
      expected = []
    }
  }

  /// How often pcscd told of a card's flicker after the card had been read: each time the session did not count it
  /// again.
  var echoes: Int { judge.echoes }

  private mutating func isToldAsExpected() async -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    repeat {
      let news = table.tellings(from: heard)
      heard += news.count
      for telling in news { judge.hear(telling) }
      if judge.words == expected { return true }
      try? await clock.sleep(for: .milliseconds(2))
    } while clock.now < end
    return false
  }

  private mutating func perform(_ act: Act) async throws {
    table.reader.order { _ in }
    switch act {
    case .place:
      guard card == nil, !isTroubled else { return try await perform(.pull) }
      arrive()
    case .pull:
      guard let lying = card, !isTroubled else { return recover() }
      table.reader.pull()
      card = nil
      expected.append("left \(lying)")
    case .swap:
      guard let lying = card, !isTroubled else { return recover() }
      table.reader.pull()
      expected.append("left \(lying)")
      if isUncounted { try hold(await isToldAsExpected(), "no departure, told \(judge.words)") }
      arrive()
    case .trouble:
      guard !isTroubled else { return recover() }
      table.reader.trouble()
      isTroubled = true
      expected.append("lost")
    case .replug:
      guard !isTroubled else { return recover() }
      table.daemon.unplug(table.reader)
      expected.append("lost")
      try hold(await isToldAsExpected(), "unplugged, told \(judge.words)")
      try table.daemon.plug(table.reader)
      isUncounted = true
      back()
    case .restart:
      guard !isTroubled else { return recover() }
      table.daemon.end(Bool.random(using: &chance) ? SIGKILL : SIGTERM)
      expected.append("lost")
      try table.daemon.start()
      isUncounted = true
      back()
    case .shaky:
      guard card == nil, !isTroubled else { return recover() }
      // The card leaves in mid reading and comes back at once: one tap.
      let command = Int.random(in: 0..<6, using: &chance)
      table.reader.order { $0.flickersAt = command }
      placeNext()
    }
  }

  private mutating func arrive() {
    isUncounted = false
    placeNext()
  }

  private mutating func placeNext() {
    lastNumber &+= 1
    table.reader.place(endlessCard(lastNumber))
    card = lastNumber
    taps += 1
    expected.append("tap \(lastNumber)")
  }

  private mutating func recover() {
    guard isTroubled else { return }
    table.reader.recover()
    isTroubled = false
    back()
  }

  private mutating func back() {
    expected.append("ready")
    if let card { expected.append("there \(card)") }
  }
}
