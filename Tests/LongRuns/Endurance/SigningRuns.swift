import CardModels
import FocusLinks
import NDEF
import Octets
import ProofOfTap
import ServiceContract
import TagFormats
import TestSupport

private let uid: [UInt8] = [0x04, 0x5A, 0x1E, 0x44, 0x0B, 0x3C, 0x80]

/// A message with room for what a card signs, and where that goes.
private struct Room {
  let message: [UInt8]
  let cipherText: Int
  let code: Int

  init(_ link: String, inLRPMode: Bool = false) throws {
    let octets = NDEFMessage([try URIRecord(LinkSignature.link(link, inLRPMode: inLRPMode)).record]).encoded()
    message = octets
    cipherText = Self.place(of: LinkSignature.data.name, in: octets)
    code = Self.place(of: LinkSignature.code.name, in: octets)
  }

  private static func place(of name: String, in octets: [UInt8]) -> Int {
    let field = Array("\(name)=".utf8)
    return (octets.indices.last { octets[$0...].starts(with: field) } ?? 0) + field.count
  }
}

/// A chip that signs, as the factory leaves it.
private func blank(_ chip: Chip, _ ciphers: CardCiphers) -> Type4Card {
  var card =
    switch chip {
    case .ntag413DNA: Type4Card(ntag413: uid)
    case .desfireEV3: Type4Card(blank: chip, uid: uid)
    default: Type4Card(ntag424: uid, hasTamper: chip == .ntag424DNATT)
    }
  card.ciphers = ciphers
  return card
}

/// The same with a message, in the layout that keytool gives it.
private func written(_ blank: Type4Card, _ message: [UInt8], _ ciphers: CardCiphers) throws -> CardModel {
  var table = CardOnTheTable(.type4(blank))
  if try table.read(.everything).message == .unformatted {
    try table.carry(.formatting(table.read(.everything), ciphers: ciphers))
  }
  try table.carry(.writing(message, to: table.read(.everything)))
  var card = table.card
  card.leaveField()
  return card
}

/// The cards that sign; an NTAG 424 DNA in both of its modes.
private let kinds: [(chip: Chip, inLRPMode: Bool)] = [
  (.ntag424DNA, false), (.ntag424DNATT, false), (.ntag413DNA, false), (.desfireEV3, false), (.ntag424DNA, true),
  (.ntag424DNATT, true),
]

/// Signing and its undoing, torn at any command, before the card has heard it or after, up to four times in a row: the
/// keys of the card are the factory's or those that are kept, key 0 is the factory's, it reads as a card, and the same
/// command or its undoing ends well.
func tornSigning(_ isShort: Bool) throws -> String {
  var dice = SeededGenerator(seed: 0x5349_474E)
  var cuts = 0
  for (chip, inLRPMode) in kinds {
    for run in 0..<(isShort ? 40 : 500) {
      let seed = UInt8.random(in: 0...255, using: &dice)
      let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
      }
      let meta = (0..<16).map { _ in UInt8.random(in: 0...255, using: &dice) }
      let file = chip.signsWithOneKey ? meta : (0..<16).map { _ in UInt8.random(in: 0...255, using: &dice) }
      guard let keys = SigningKeys(metaKey: meta, fileKey: file) else { continue }
      let room = try Room("https://focuskey.app/focus/p\(run)", inLRPMode: inLRPMode)
      func signing(_ card: CardModel) throws -> WritePlan {
        var table = CardOnTheTable(card)
        return try .signing(
          with: keys, cipherText: room.cipherText, code: room.code, inLRPMode: inLRPMode, on: table.read(.everything),
          ciphers: ciphers)
      }
      func unsigning(_ card: CardModel) throws -> WritePlan {
        var table = CardOnTheTable(card)
        return try .unsigning(table.read(.everything), with: keys, ciphers: ciphers)
      }
      var card = try written(blank(chip, ciphers), room.message, ciphers)
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let plan = try Bool.random(using: &dice) ? signing(card) : unsigning(card)
        tear(plan, &card, at: Int.random(in: 0..<64, using: &dice), isHeard: Bool.random(using: &dice))
        cuts += 1
        try check(card, keys, "\(chip.name), run \(run)")
      }
      var last = CardOnTheTable(card)
      let ends = Bool.random(using: &dice)
      try last.carry(ends ? signing(card) : unsigning(card))
      card = last.card
      card.leaveField()
      if ends {
        try hold(try isSigned(&card, by: keys, room), "\(chip.name), run \(run): does not sign at the end")
        var back = CardOnTheTable(card)
        try back.carry(unsigning(card))
        card = back.card
        card.leaveField()
      }
      var end = CardOnTheTable(card)
      let contents = try end.read(.everything)
      try hold(
        !contents.signs && contents.message.octets == room.message, "\(chip.name), run \(run): \(contents.message)")
      guard case .type4(let model) = card else { continue }
      try hold(
        model.keys.others.values.allSatisfy { $0.allSatisfy { $0 == 0 } }, "\(chip.name), run \(run): keys stay behind")
    }
  }
  let cards = (isShort ? 40 : 500) * kinds.count
  return "\(kinds.count) kinds of cards, \(cuts) cuts of \(cards): each ended as it was meant to, no key was lost"
}

/// Plays a plan up to a command, which the card hears or not.
private func tear(_ plan: WritePlan, _ card: inout CardModel, at cut: Int, isHeard: Bool) {
  var dialogue = PlanDialogue(plan)
  var step = dialogue.next(after: nil)
  var number = 0
  while case .send(let command) = step {
    if number == cut, !isHeard { break }
    let answer = card.answer(to: command)
    if number == cut { break }
    number += 1
    step = dialogue.next(after: answer)
  }
  card.leaveField()
}

private func check(_ card: CardModel, _ keys: SigningKeys, _ what: String) throws {
  guard case .type4(let model) = card else { return }
  let zero = [UInt8](repeating: 0, count: 16)
  try hold(model.keys.application == zero, "\(what): key 0 is another")
  for (number, key) in model.keys.others {
    try hold([zero, keys.metaKey, keys.fileKey].contains(key), "\(what): key \(number) is nobody's")
  }
  var table = CardOnTheTable(card)
  try hold(try table.read(.everything).message.octets != nil, "\(what): the card reads as empty")
}

private func isSigned(_ card: inout CardModel, by keys: SigningKeys, _ room: Room) throws -> Bool {
  var table = CardOnTheTable(card)
  let message = try table.read(.everything).message.octets ?? []
  card = table.card
  guard
    let link = try? LinkForecaster(table: RouteTable()).forecast(records: NDEFMessage(decoding: message).records).uri
  else { return false }
  let known = SigningCard(uid: uid, metaKey: keys.metaKey, fileKey: keys.fileKey)
  return SignedLink(link)?.counter(of: known) != nil
}

/// Links that no card has signed, made from links that one has: other digits, codes of other taps, other cards' keys.
/// None is taken for signed, in either mode.
func forgedTaps(_ isShort: Bool) throws -> String {
  var dice = SeededGenerator(seed: 0x464F_5247)
  let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ 5) } }
  let keys = (0..<2).compactMap { (number: UInt8) -> SigningKeys? in
    let meta = (0..<16).map { (place: UInt8) -> UInt8 in place + number * 16 }
    let file = (0..<16).map { (place: UInt8) -> UInt8 in place * 3 + number }
    return SigningKeys(metaKey: meta, fileKey: file)
  }
  let cards = keys.map { SigningCard(uid: uid, metaKey: $0.metaKey, fileKey: $0.fileKey) }
  func isTaken(_ data: String, _ code: String) -> Bool {
    guard let link = SignedLink("https://focuskey.app/stop?picc_data=\(data)&cmac=\(code)") else { return false }
    return cards.contains { link.counter(of: $0) != nil }
  }
  var forged = 0
  for (inLRPMode, wanted) in [(false, isShort ? 20_000 : 1_000_000), (true, isShort ? 2_000 : 1_000_000)] {
    let taps = try ownTaps(of: keys[0], inLRPMode: inLRPMode, ciphers)
    try hold(taps.allSatisfy { isTaken($0.data, $0.code) }, "the card's own taps are not taken")
    let own = Set(taps.map { $0.data + $0.code })
    for _ in 0..<wanted {
      let trial = forgery(of: taps, &dice)
      guard !own.contains(trial.data + trial.code) else { continue }
      forged += 1
      try hold(!isTaken(trial.data, trial.code), "taken: picc_data=\(trial.data)&cmac=\(trial.code)")
    }
  }
  return "\(forged) forged links in both modes, 0 taken; the card's own are"
}

private typealias Tap = (data: String, code: String)

/// What a card says in 64 taps.
private func ownTaps(of keys: SigningKeys, inLRPMode: Bool, _ ciphers: CardCiphers) throws -> [Tap] {
  let room = try Room("https://focuskey.app/stop", inLRPMode: inLRPMode)
  var table = CardOnTheTable(try written(blank(.ntag424DNA, ciphers), room.message, ciphers))
  try table.carry(
    .signing(
      with: keys, cipherText: room.cipherText, code: room.code, inLRPMode: inLRPMode, on: table.read(.everything),
      ciphers: ciphers))
  var card = table.card
  return try (0..<64).map { _ in
    card.leaveField()
    var phone = CardOnTheTable(card)
    let message = try phone.read(.everything).message.octets ?? []
    card = phone.card
    func digits(_ place: Int, _ count: Int) -> String {
      String(decoding: message[place..<place + count], as: UTF8.self)
    }
    return (digits(room.cipherText, inLRPMode ? 48 : 32), digits(room.code, 16))
  }
}

/// A link that is almost one of these.
private func forgery(of taps: [Tap], _ dice: inout SeededGenerator) -> Tap {
  let letters = Array("0123456789ABCDEF")
  let one = taps[Int.random(in: 0..<taps.count, using: &dice)]
  let other = taps[Int.random(in: 0..<taps.count, using: &dice)]
  func spoilt(_ text: String, _ dice: inout SeededGenerator) -> String {
    var signs = Array(text)
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      signs[Int.random(in: 0..<signs.count, using: &dice)] = letters[Int.random(in: 0..<16, using: &dice)]
    }
    return String(signs)
  }
  func random(_ count: Int, _ dice: inout SeededGenerator) -> String {
    String((0..<count).map { _ in letters[Int.random(in: 0..<16, using: &dice)] })
  }
  return switch Int.random(in: 0..<5, using: &dice) {
  case 0: (spoilt(one.data, &dice), one.code)
  case 1: (one.data, spoilt(one.code, &dice))
  case 2: (one.data, other.code)
  case 3: (random(one.data.utf8.count, &dice), one.code)
  default: (one.data, random(16, &dice))
  }
}
