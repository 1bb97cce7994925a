import CardModels
import ProofOfTap
import TagFormats
import TestSupport

/// Every write plan, cut after every command, over lengths that straddle pages and blocks at every place: old, empty or
/// new in each case.
func tears(_ isShort: Bool) throws -> String {
  var plans = 0
  var cuts = 0
  let lengths =
    isShort ? [0, 3, 254, 255] : Array(0...20) + Array(236...280) + [420, 491, 492, 700, 716, 867, 868, 1200, 1868]
  let olds = isShort ? [nil, 3, 255] : [nil, 0, 1, 2, 3, 4, 17, 253, 254, 255, 256, 300]
  for padding in isShort ? [0, 3] : Array(0...17) where padding != 1 {
    for old in olds {
      for nulls in old == nil ? 0..<5 : 0..<1 {
        for card in try paddedCards(padding: padding, nulls: nulls, holding: old.map { pattern($0, from: 1) }) {
          for length in lengths {
            plans += 1
            let fault = TornPlans.fault(writing: pattern(length, from: 99), on: card, cuts: &cuts)
            try hold(
              fault == nil,
              "\(card.sighting.type.map { "\($0)" } ?? ""): padding \(padding), old \(old ?? -1), "
                + "\(nulls) before the terminator, new \(length): \(fault ?? "")")
          }
        }
      }
    }
  }
  let others = try tornChanges(isShort, cuts: &cuts)
  return
    "\(plans) writes and \(others) formats and locks cut after each of \(cuts) commands: old, empty or new every time"
}

/// Formats and locks of cards that want a key proven, with messages of many lengths.
private func tornChanges(_ isShort: Bool, cuts: inout Int) throws -> Int {
  let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
  var dice: UInt8 = 0
  var plans = 0

  func tear(
    _ what: String, _ card: CardModel, message: [UInt8], _ plan: (CardContents) throws(PlanRefusal) -> WritePlan
  ) throws -> CardModel {
    var table = CardOnTheTable(card)
    let plan = try plan(table.read(.everything))
    plans += 1
    let fault = TornPlans.fault(in: plan, on: card, message: message, cuts: &cuts)
    try hold(fault == nil, "\(what): \(fault ?? "")")
    try table.carry(plan)
    var done = table.card
    done.leaveField()
    return done
  }

  for round in 0..<(isShort ? 3 : 200) {
    dice &+= 37
    let seed = dice
    let ciphers = CardCiphers.openSSL { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 29 &+ Int(seed)) } }
    for chip in [Chip.desfireEV1, .desfireEV2, .desfireEV3, .ntag424DNA] {
      let message = pattern(round % 3 == 0 ? 40 : 1 + round, from: round)
      var card: CardModel
      if chip == .ntag424DNA {
        var full = Type4Card(ntag424: uid, holding: pattern(20, from: 3))
        full.ciphers = ciphers
        card = .type4(full)
      } else {
        var blank = Type4Card(blank: chip, uid: uid, freeMemory: 2304 + round * 32)
        blank.ciphers = ciphers
        card = .type4(blank)
      }
      card = try tear("\(chip.name), format", card, message: []) { contents throws(PlanRefusal) in
        try .formatting(contents, ciphers: ciphers)
      }
      card = try tear("\(chip.name), write", card, message: message) { contents throws(PlanRefusal) in
        try .writing(message, to: contents)
      }
      _ = try tear("\(chip.name), lock", card, message: message) { contents throws(PlanRefusal) in
        try .locking(contents, ciphers: ciphers)
      }
    }
  }
  return plans
}

private func pattern(_ count: Int, from first: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + first) }
}

/// What cards of all types hold behind padding, so that type, length and value fall on every place in a page or block;
/// where there is no message, a terminator with what an older message has left behind it.
private struct Padding {
  let padding: Int
  let nulls: Int
  let message: [UInt8]?
  let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

  /// The memory with that in its area; `nil` if there is no room.
  func fill(_ memory: [UInt8], from start: Int, area: Range<Int>, reserved: ReservedOctets) -> [UInt8]? {
    var memory = memory
    func put(_ octets: [UInt8], at address: Int) -> Int {
      let pieces = reserved.pieces(of: octets.count, from: address)
      for (place, octet) in zip(pieces.joined(), octets) { memory[place] = octet }
      return pieces.last?.upperBound ?? address
    }
    let front = padding >= 2 ? [0xFD, UInt8(padding - 2)] + [UInt8](repeating: 0x03, count: padding - 2) : []
    let next = reserved.firstFree(from: put(front, at: start))
    guard let message else {
      let older: [UInt8] = [0xFE, 0x03, 0x05, 0x03, 0x02, 0x01, 0x00, 0x03, 0x07]
      _ = put([UInt8](repeating: 0, count: nulls) + older, at: next)
      return memory
    }
    guard let placement = TLVPlacement(of: message, at: next, area: area, reserved: reserved) else { return nil }
    for (address, octet) in placement.octets { memory[address] = octet }
    return memory
  }

  func type2() throws -> [CardModel] {
    var cards: [CardModel] = []
    for chip in [Chip.ultralight, .ntag215, .ntagI2C2K] {
      guard var card = Type2Card(chip, uid: uid, holding: []) else { continue }
      let area = try Type2Container(card.memory).area
      guard let memory = fill(card.memory, from: 16, area: area, reserved: ReservedOctets()) else { continue }
      card.memory = memory
      cards.append(.type2(card))
    }
    // Six bytes are set aside in the middle of what the message takes.
    guard var card = Type2Card(.ntag216, uid: uid, holding: []) else { return cards }
    let area = try Type2Container(card.memory).area
    card.memory.replaceSubrange(16..<21, with: [0x02, 0x03, 0x2E, 0x06, 0x04])
    let reserved = ReservedOctets([46..<52])
    if let memory = fill(card.memory, from: 21, area: area, reserved: reserved) {
      card.memory = memory
      cards.append(.type2(card))
    }
    return cards
  }

  func type1() throws -> [CardModel] {
    try [false, true].compactMap { isDynamic in
      guard var card = Type1Card(uid: uid, isDynamic: isDynamic) else { return nil }
      let container = try Type1Image.Container(card.memory)
      let start = isDynamic ? 22 : 12
      guard let memory = fill(card.memory, from: start, area: container.area, reserved: container.reserved) else {
        return nil
      }
      card.memory = memory
      return .type1(card)
    }
  }

  func type5() -> [CardModel] {
    [4, 8].compactMap { blockSize in
      let memory = [0xE1, 0x40, 0x7F, 0x01] + [UInt8](repeating: 0, count: 1020)
      guard let filled = fill(memory, from: 4, area: 4..<1020, reserved: ReservedOctets()) else { return nil }
      return .type5(Type5Card(uid: [0xE0, 4, 1, 0x10, 1, 2, 3, 4], memory: filled, blockSize: blockSize))
    }
  }

  func classic() -> [CardModel] {
    guard var card = ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: []) else { return [] }
    let (area, reserved) = ClassicImage.area(of: Array(1...15))
    guard let memory = fill(card.memory, from: 64, area: area, reserved: reserved) else { return [] }
    card.memory = memory
    return [.classic(card)]
  }
}

/// Cards of all types that hold the message behind that padding.
private func paddedCards(padding: Int, nulls: Int, holding message: [UInt8]?) throws -> [CardModel] {
  let padded = Padding(padding: padding, nulls: nulls, message: message)
  var cards = try padded.type2() + padded.type1() + padded.type5() + padded.classic()
  // These keep the length apart from the message: padding makes no difference.
  if padding == 0, let message {
    if message.count <= 208 { cards.append(.type3(Type3Card(liteS: padded.uid + [1], holding: message))) }
    if message.count <= 254 { cards.append(.type4(Type4Card(ntag424: padded.uid, holding: message))) }
  }
  return cards
}
