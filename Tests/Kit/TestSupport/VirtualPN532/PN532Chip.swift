package import CardModels
import TagFormats

/// A PN532 as a value: what it answers to each command of its host, with the cards that lie in its field.
///
/// It knows the commands that libnfc sends. Where NXP's manual leaves open what a chip does, it does what libnfc's
/// users report.
package struct PN532Chip: Sendable {
  /// What comes of a command.
  package enum Reaction: Equatable, Sendable {
    /// The octets after TFI.
    case answer([UInt8])
    /// The chip does not know the command.
    case unknown
    /// It waits for a card and answers when one comes.
    case waiting
  }

  package private(set) var cards: [CardInField] = []
  private var registers: [UInt16: UInt8] = [Register.txMode: 0x80, Register.rxMode: 0x80]
  private var activationRetries: UInt8 = 0xFF
  private var selectsISO14443Part4 = true
  private var isFieldOn = true
  /// The command that waits for a card.
  private var pending: [UInt8]?

  private enum Register {
    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303
  }

  package init() {}

  /// Puts cards on; an answer if a command waited for one.
  package mutating func put(_ models: [CardModel]) -> [UInt8]? {
    cards += models.map { CardInField($0) }
    guard let command = pending, case .answer(let octets) = react(to: command) else { return nil }
    return octets
  }

  /// Takes away the card of that UID, or all.
  package mutating func lift(uid: [UInt8]? = nil) -> [CardModel] {
    let lifted = cards.filter { uid == nil || $0.uid == uid }
    cards.removeAll { uid == nil || $0.uid == uid }
    return lifted.map { card in
      var model = card.model
      model.leaveField()
      return model
    }
  }

  /// The host ends the running command.
  package mutating func abort() {
    pending = nil
  }

  /// The chip loses its power and comes back; the cards stay where they are.
  package mutating func loseEverything() {
    let here = cards
    self = PN532Chip()
    cards = here
    resetCards()
  }

  /// What the chip does about a command.
  package mutating func react(to command: [UInt8]) -> Reaction {
    pending = nil
    let body = Array(command.dropFirst())
    switch command[0] {
    case 0x00: return .answer([0x01] + body)
    case 0x02: return .answer([0x03, 0x32, 0x01, 0x06, 0x07])
    case 0x04: return .answer([0x05, 0x00, 0x00, UInt8(cards.filter { $0.wakefulness == .active }.count), 0x80])
    case 0x06: return .answer([0x07] + pairs(body, of: 2).map { registers[$0] ?? 0 })
    case 0x08: return writeRegisters(body)
    case 0x12:
      selectsISO14443Part4 = (body.first ?? 0) & 0x10 != 0
      return .answer([0x13])
    case 0x14: return .answer([0x15])
    case 0x16: return .answer([0x17, 0x00])
    case 0x32: return configureField(body)
    case 0x40: return .answer([0x41] + exchange(Array(body.dropFirst())))
    case 0x42: return .answer([0x43] + communicate(body))
    case 0x44, 0x52:
      for index in cards.indices where cards[index].wakefulness == .active { cards[index].wakefulness = .halted }
      return .answer([command[0] + 1, 0x00])
    case 0x4A: return list(body, as: command)
    case 0x60: return poll(as: command)
    default: return .unknown
    }
  }

  private func pairs(_ octets: [UInt8], of size: Int) -> [UInt16] {
    stride(from: 0, to: octets.count - 1, by: size).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
  }

  private mutating func writeRegisters(_ body: [UInt8]) -> Reaction {
    for start in stride(from: 0, to: body.count - 2, by: 3) {
      registers[UInt16(body[start]) << 8 | UInt16(body[start + 1])] = body[start + 2]
    }
    return .answer([0x09])
  }

  private mutating func configureField(_ body: [UInt8]) -> Reaction {
    switch body.first {
    case 0x01:
      isFieldOn = (body.last ?? 0) & 1 != 0
      if !isFieldOn { resetCards() }
    case 0x05: activationRetries = body.last ?? 0xFF
    default: break
    }
    return .answer([0x33])
  }

  private mutating func resetCards() {
    for index in cards.indices {
      cards[index].model.leaveField()
      cards[index].wakefulness = .idle
    }
  }
}

extension PN532Chip {
  /// InListPassiveTarget: at most one card at 106 kbit/s type A, by its UID if one is given.
  private mutating func list(_ body: [UInt8], as command: [UInt8]) -> Reaction {
    if body.count >= 2, body[1] == 0x01 { return listFeliCa() }
    guard body.count >= 2, body[1] == 0x00 else { return .answer([0x4B, 0x00]) }
    let uid = Self.withoutCascadeTags(Array(body.dropFirst(2)))
    if let found = select(uid: uid) { return .answer([0x4B, 0x01] + describe(found, number: 1)) }
    guard activationRetries == 0xFF else { return .answer([0x4B, 0x00]) }
    pending = command
    return .waiting
  }

  /// InListPassiveTarget at 212 kbit/s: FeliCa cards know no sleep.
  private mutating func listFeliCa() -> Reaction {
    guard isFieldOn else { return .answer([0x4B, 0x00]) }
    for index in cards.indices where cards[index].wakefulness == .active { cards[index].wakefulness = .idle }
    guard let index = cards.firstIndex(where: { $0.model.sighting.type == .type3 }) else {
      return .answer([0x4B, 0x00])
    }
    cards[index].wakefulness = .active
    guard case .data(let identity) = cards[index].model.answer(to: .type3(.pollNDEFSystem)) else {
      return .answer([0x4B, 0x00])
    }
    return .answer([0x4B, 0x01, 0x01, UInt8(identity.count + 2), 0x01] + identity)
  }

  /// InAutoPoll, for type A only.
  private mutating func poll(as command: [UInt8]) -> Reaction {
    if let found = select(uid: []) {
      let data = describe(found, number: 1)
      return .answer([0x61, 0x01, found.selection.sak & 0x20 == 0 ? 0x10 : 0x20, UInt8(data.count)] + data)
    }
    guard command.count > 1, command[1] == 0xFF else { return .answer([0x61, 0x00]) }
    pending = command
    return .waiting
  }

  /// Selects a card as REQA finds one, or with a UID as WUPA does. What was selected before hears a foreign request and
  /// is idle again.
  private mutating func select(uid: [UInt8]) -> CardInField? {
    guard isFieldOn else { return nil }
    for index in cards.indices where cards[index].wakefulness == .active { cards[index].wakefulness = .idle }
    let index = cards.firstIndex { card in
      card.model.sighting.type != .type3 && (uid.isEmpty ? card.wakefulness == .idle : card.uid == uid)
    }
    guard let index else { return nil }
    _ = cards[index].model.answer(to: .reselect)
    cards[index].wakefulness = .active
    return cards[index]
  }

  private func describe(_ card: CardInField, number: UInt8) -> [UInt8] {
    let (atqa, sak, ats) = card.selection
    let part4 = selectsISO14443Part4 && sak & 0x20 != 0 ? ats : []
    return [number] + atqa + [sak, UInt8(card.uid.count)] + card.uid + part4
  }

  /// libnfc puts the cascade tag 88 before a UID of seven octets, and another after its third octet for ten.
  private static func withoutCascadeTags(_ octets: [UInt8]) -> [UInt8] {
    switch octets.count {
    case 8: Array(octets[1...])
    case 12: Array(octets[1..<4] + octets[5...])
    default: octets
    }
  }
}

extension PN532Chip {
  /// InDataExchange: status and data.
  private mutating func exchange(_ octets: [UInt8]) -> [UInt8] {
    switch hear(octets) {
    case .data(let data): return [0x00] + data
    case .acknowledged: return [0x00]
    case .refused:
      // The Classic's own status; a wrong key also sends the card to sleep (UM0701-02, 7.1).
      guard let first = octets.first, first == 0x60 || first == 0x61 else { return [0x01] }
      for index in cards.indices where cards[index].wakefulness == .active { cards[index].wakefulness = .halted }
      return [0x14]
    case .silent, .gone, .notCarried: return [0x01]
    }
  }

  /// InCommunicateThru: the frame as it is, the checksum by the registers.
  private mutating func communicate(_ octets: [UInt8]) -> [UInt8] {
    var frame = octets
    if registers[Register.txMode, default: 0] & 0x80 == 0 {
      // The host makes the checksum; a card does not answer to a wrong one.
      guard frame.count > 2, Self.checksum(frame.dropLast(2)).elementsEqual(frame.suffix(2)) else { return [0x01] }
      frame.removeLast(2)
    }
    // The check whether an ISO 14443-4 card is still there: R(NAK), answered by R(ACK).
    if let index = cards.firstIndex(where: { $0.wakefulness == .active }), cards[index].model.sighting.type == .type3 {
      guard let command = cards[index].command(octets) else { return [0x01] }
      let answer = cards[index].model.answer(to: command)
      return cards[index].type3Answer(answer, to: octets).map { [0x00] + $0 } ?? [0x01]
    }
    let isPart4 = cards.contains { $0.wakefulness == .active && $0.selection.sak & 0x20 != 0 }
    if isPart4 { return frame == [0xB2] ? [0x00, 0xA3] : [0x01] }
    let checks = registers[Register.rxMode, default: 0] & 0x80 != 0
    switch hear(frame) {
    case .data(let data): return [0x00] + data + (checks ? [] : Self.checksum(data))
    // Four bits are not a frame with a checksum; unchecked they come through. A no is an error either way, or libnfc's
    // tools would take it for an answer.
    case .acknowledged: return checks ? [0x02] : [0x00, 0x0A]
    case .refused: return [0x02]
    case .silent, .gone, .notCarried: return [0x01]
    }
  }

  private mutating func hear(_ octets: [UInt8]) -> CardAnswer {
    guard isFieldOn, let index = cards.firstIndex(where: { $0.wakefulness == .active }) else { return .gone }
    let command: CardCommand? =
      if octets.count == 4, octets[1...].allSatisfy({ $0 == 0 }) {
        // The second half of SECTOR_SELECT has no code of its own.
        .type2(.sectorSelect(octets[0]))
      } else {
        cards[index].command(octets)
      }
    guard let command else { return .silent }
    return cards[index].model.answer(to: command)
  }

  /// CRC_A (ISO 13239 with the initial value 6363, ISO 14443-3 annex B), the low octet first.
  static func checksum(_ octets: some Sequence<UInt8>) -> [UInt8] {
    var crc: UInt16 = 0x6363
    for octet in octets {
      crc ^= UInt16(octet)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408 }
    }
    return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
  }
}
