import CardModels
import FocusPorts
import Glibc
import TestSupport
import VirtualReader

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
  /// pcscd counts no event yet for what lies on the reader, and its client library does not compare a count of zero.
  private var isUncounted = false
  /// What must have been told behind the first `checked` events.
  private var expected: [String] = ["ready"]
  private var checked = 0

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
      try hold(
        await isToldAsExpected(), "sequence \(number), \(act): told \(table.words(from: checked)), expected \(expected)"
      )
      checked = table.count
      expected = []
    }
  }

  private func isToldAsExpected() async -> Bool {
    await eventually { Self.counted(table.words(from: checked)) == Self.counted(expected) }
  }

  /// What counts by the contract: a card that is back at once has not been away (PRODUCT.md 2.2). That is needed where a card is swapped within a
  /// millisecond, so that the later one is read before pcscd tells of it.
  private static func counted(_ words: [String]) -> [String] {
    var counted: [String] = []
    for word in words {
      if let left = counted.last, left.hasPrefix("left"), counted.dropLast().last == word,
        word == "arrived\(left.dropFirst(4))"
      {
        counted.removeLast()
      } else {
        counted.append(word)
      }
    }
    return counted
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
      if isUncounted { try hold(await isToldAsExpected(), "no departure, told \(table.words(from: checked))") }
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
      try hold(await isToldAsExpected(), "unplugged, told \(table.words(from: checked))")
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
      let number = UInt8.random(in: 0...255, using: &chance)
      table.reader.place(endlessCard(number))
      card = number
      taps += 1
      expected.append("arrived \(number)")
    }
  }

  private mutating func arrive() {
    isUncounted = false
    let number = UInt8.random(in: 0...255, using: &chance)
    table.reader.place(endlessCard(number))
    card = number
    taps += 1
    expected.append("arrived \(number)")
  }

  private mutating func recover() {
    guard isTroubled else { return }
    table.reader.recover()
    isTroubled = false
    back()
  }

  private mutating func back() {
    expected.append("ready")
    if let card { expected.append("arrived \(card) at start") }
  }
}
