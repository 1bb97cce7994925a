import CardModels
import FocusPorts
import PCSCReader
import TagFormats
import TestSupport
import VirtualReader

/// Writes with the card pulled at a random command, over every type that a PC/SC reader carries: what is left reads
/// as the old message, as empty or
/// as the new one, and the next write succeeds.
func cardPulls(_ isShort: Bool) throws -> String {
  guard PrivatePCSCD.isInstalled else { return "left out: pcscd or gcc is not installed" }
  let count = isShort ? 20 : 500
  return try blocking {
    var settings = PCSCReader.Settings()
    settings.scope = nil
    var chance = SeededGenerator(seed: 11)
    var tally = PullTally()
    for kind in [ReaderModel.Kind.acr122U, .acr1252U] {
      let table = try await Table(kind, settings: settings)
      let goal = tally.cut + count / 2
      var number = 0
      while tally.cut < goal {
        number += 1
        let old = message(Int.random(in: 0..<60, using: &chance))
        let new = message(Int.random(in: 0..<60, using: &chance))
        let cards = writable(holding: old).filter { kind == .acr1252U || $0.sighting.type != .type5 }
        guard let card = cards.randomElement(using: &chance) else { continue }
        try await pull(card, old, new, at: Int.random(in: 3..<45, using: &chance), table, number, &tally)
      }
      await table.clear()
    }
    return
      "\(tally.cut) writes cut off (old \(tally.old), empty \(tally.empty), new \(tally.new)), every one written afterwards"
  }
}

private struct PullTally: Sendable {
  var cut = 0
  var old = 0
  var empty = 0
  var new = 0
}

private func pull(
  _ card: CardModel, _ old: [UInt8], _ new: [UInt8], at command: Int, _ table: Table, _ number: Int,
  _ tally: inout PullTally
) async throws {
  let what = "write \(number) on \(card.sighting.type.map { "\($0)" } ?? "?"), pulled at \(command)"
  try await place(card, on: table, what)
  table.reader.order { $0.pulledAfter = command }
  let outcome = await write(new, on: table)
  var torn = table.reader.pull() ?? table.reader.lost ?? card
  table.reader.order { _ in }
  if table.reader.lost != nil || outcome != nil {
    tally.cut += 1
    torn.leaveField()
    var reading = CardOnTheTable(torn)
    switch try reading.read().message {
    case .octets(let octets):
      try hold(octets == old || octets == new, "\(what): reads as neither")
      if octets == old { tally.old += 1 } else { tally.new += 1 }
    case .empty, .missing, .interrupted: tally.empty += 1
    case let other: throw Broken("\(what): \(other)")
    }
  }
  try hold(await eventually { table.words.last?.hasPrefix("left") == true }, "\(what): no departure")
  try await place(torn, on: table, what)
  if let fault = await write(new, on: table) { throw Broken("\(what): the next write failed: \(fault)") }
  guard let mended = table.reader.pull() else { throw Broken("\(what): no card") }
  var reading = CardOnTheTable(mended)
  try hold(try reading.read().message.octets == new, "\(what): the next write did not stay")
  try hold(await eventually { table.words.last?.hasPrefix("left") == true }, "\(what): no departure")
}

private func place(_ card: CardModel, on table: Table, _ what: String) async throws {
  table.reader.place(card)
  try hold(await eventually { table.words.last?.hasPrefix("arrived") == true }, "\(what): not seen")
}

/// Writes a message; what went wrong, if something did.
private func write(_ message: [UInt8], on table: Table) async -> String? {
  do {
    return try await table.product.withCard(at: table.name) { session -> String? in
      do {
        let before = try session.read(.everything)
        try session.carry(WritePlan.writing(message, to: before, limits: session.limits))
        return nil
      } catch {
        return "\(error)"
      }
    }
  } catch {
    return "\(error)"
  }
}

private func message(_ letters: Int) -> [UInt8] {
  let link = Array("focuskey.app/".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: letters)
  return [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
}

/// A card of every type that can be written, with a message.
private func writable(holding message: [UInt8]) -> [CardModel] {
  let uid: [UInt8] = [4, 1, 2, 3, 4, 5, 6]
  var cards: [CardModel] = []
  for chip in [Chip.ntag213, .ntag215, .ntag216, .ultralightC, .ultralightEV1Large] {
    if let card = Type2Card(chip, uid: uid, holding: message) { cards.append(.type2(card)) }
  }
  cards.append(.type3(Type3Card(liteS: [1, 0x2E, 3, 4, 5, 6, 7, 8], holding: message)))
  cards.append(.type4(Type4Card(ntag424: uid, holding: message)))
  if let card = Type5Card(slix: [0xE0, 4, 1, 0, 1, 2, 3, 4], holding: message) { cards.append(.type5(card)) }
  if let card = ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: message) { cards.append(.classic(card)) }
  return cards
}
