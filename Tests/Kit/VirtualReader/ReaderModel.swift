import CardModels
import TagFormats

/// How a kind of reader treats the commands of a PC/SC client and the card that is on it, as a value.
///
/// What each one answers is taken from the readers' manuals and from PC/SC part 3, not from the product's code.
package struct ReaderModel: Sendable {
  /// The ways in which readers differ.
  package enum Kind: Sendable {
    /// ACR122U: a PN532 behind `FF 00 00 00`, at most 16 octets a read, `63 00` for any failure.
    case acr122U
    /// ACR1252U: reads of any length, transparent sessions, buzzer by escape commands.
    case acr1252U
    /// Storage commands and nothing else.
    case plain
  }

  package let kind: Kind
  /// What was shown and sounded.
  package private(set) var lights: [[UInt8]] = []
  /// The identifier of a second card in the field, which only a reader that hands frames to its chip can tell of.
  package var beside: [UInt8]?
  private var isInSession = false
  private var speaks15693 = false
  private var loadedKey: [UInt8] = []

  package init(_ kind: Kind) { self.kind = kind }

  package var look: ReaderLook {
    switch kind {
    case .acr122U: .acr122U
    case .acr1252U: .acr1252U
    case .plain: .plain
    }
  }

  /// The answer to a command that came through SCardTransmit.
  mutating func answer(to command: [UInt8], with card: inout CardModel?) -> [UInt8] {
    guard command.count >= 4, command[0] == 0xFF else {
      guard let apdu = CommandAPDU(octets: command) else { return [0x67, 0x00] }
      if case .data(let octets) = ask(.apdu(apdu), of: &card) { return octets }
      return [0x6F, 0x00]
    }
    let body = Array(command.dropFirst(5))
    switch (command[1], command[2], command[3]) {
    case (0xCA, 0x00, 0x00): return card.map { $0.sighting.uid + [0x90, 0x00] } ?? [0x63, 0x00]
    case (0xB0, 0x00, let page): return read(page, Int(command.count > 4 ? command[4] : 0), of: &card)
    case (0xD6, 0x00, let page): return write(body, to: page, of: &card)
    case (0x82, _, _):
      loadedKey = body
      return [0x90, 0x00]
    case (0x86, _, _): return authenticate(body, of: &card)
    case (0x00, 0x00, 0x00) where kind == .acr122U: return direct(body, of: &card)
    case (0x00, 0x40, let lamps) where kind == .acr122U:
      lights.append([lamps] + body)
      return [0x90, lamps & 0x03]
    case (0x00, 0x48, _) where kind == .acr122U: return Array("ACR122U215".utf8)
    case (0x00, 0x52, let beeps) where kind == .acr122U:
      lights.append([0x52, beeps])
      return [0x90, 0x00]
    case (0xC2, 0x00, let function) where kind == .acr1252U: return transparent(function, body, of: &card)
    case (0x00, 0x00, 0x00) where kind == .acr1252U:
      guard let command = CardFrames.felica(body),
        let answer = CardFrames.felica(ask(.type3(command), of: &card), to: command, idm: card?.sighting.uid ?? [])
      else { return [0x64, 0x01] }
      return answer + [0x90, 0x00]
    default: return kind == .acr122U ? [0x63, 0x00] : [0x6D, 0x00]
    }
  }

  /// The answer to a command that came through SCardControl; `nil` if the reader takes none.
  mutating func control(_ command: [UInt8]) -> [UInt8]? {
    switch kind {
    case .acr1252U where command.starts(with: [0xE0, 0x00, 0x00, 0x28]):
      lights.append(command)
      return [0xE1, 0x00, 0x00, 0x00, 0x01, 0x00]
    case .acr122U where command.starts(with: [0xFF, 0x00, 0x40]):
      lights.append(Array(command[3...]))
      return [0x90, 0x00]
    default: return nil
    }
  }

  /// What the reader makes up as the answer to reset of a storage card, or hands on from the card.
  func answerToReset(of card: CardModel) -> [UInt8] {
    guard let name = Self.storageName(of: card.sighting) else { return [0x3B, 0x81, 0x80, 0x01, 0x80, 0x80] }
    let atr: [UInt8] =
      [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06] + name + [0x00, 0x00, 0x00, 0x00]
    return atr + [atr.dropFirst().reduce(0, ^)]
  }

  private static func storageName(of sighting: CardSighting) -> [UInt8]? {
    switch sighting.type {
    case .type2: [0x03, 0x00, 0x03]
    case .classic: sighting.chip == .classic4K ? [0x03, 0x00, 0x02] : [0x03, 0x00, 0x01]
    case .type1: [0x03, 0x00, 0x30]
    case .type3: [0x11, 0x00, 0x3B]
    case .type5: [0x0B, 0x00, 0x14]
    case .type4, nil: nil
    }
  }
}

extension ReaderModel {
  private func ask(_ command: CardCommand, of card: inout CardModel?) -> CardAnswer {
    guard card != nil else { return .gone }
    return card?.answer(to: command) ?? .gone
  }

  private func read(_ address: UInt8, _ count: Int, of card: inout CardModel?) -> [UInt8] {
    let count = count == 0 ? 256 : count
    if kind == .acr122U, count > 16 { return [0x63, 0x00] }
    guard let type = card?.sighting.type else { return [0x63, 0x00] }
    if type == .classic {
      guard case .data(let octets) = ask(.classic(.read(block: address)), of: &card) else { return [0x63, 0x00] }
      return octets.prefix(count) + [0x90, 0x00]
    }
    if type == .type5 {
      guard case .data(let octets) = ask(.type5(.readBlock(Int(address))), of: &card) else { return [0x63, 0x00] }
      return octets.prefix(count) + [0x90, 0x00]
    }
    var octets: [UInt8] = []
    while octets.count < count {
      let page = UInt8(truncatingIfNeeded: Int(address) + octets.count / 4)
      guard case .data(let more) = ask(.type2(.read(page: page)), of: &card) else { return [0x63, 0x00] }
      octets += more
    }
    return octets.prefix(count) + [0x90, 0x00]
  }

  private func write(_ octets: [UInt8], to address: UInt8, of card: inout CardModel?) -> [UInt8] {
    let command: CardCommand =
      switch card?.sighting.type {
      case .classic: .classic(.write(block: address, octets: octets))
      case .type5: .type5(.writeBlock(Int(address), octets: octets))
      default: .type2(.write(page: address, octets: octets))
      }
    return ask(command, of: &card) == .acknowledged ? [0x90, 0x00] : [0x63, 0x00]
  }

  /// `01 00 block kind slot`.
  private func authenticate(_ body: [UInt8], of card: inout CardModel?) -> [UInt8] {
    guard body.count == 5, let kind = ClassicCommand.KeyKind(rawValue: body[3]) else { return [0x63, 0x00] }
    let command = CardCommand.classic(.authenticate(block: body[2], with: kind, key: loadedKey))
    return ask(command, of: &card) == .acknowledged ? [0x90, 0x00] : [0x63, 0x00]
  }

  /// A frame for the PN532.
  private func direct(_ frame: [UInt8], of card: inout CardModel?) -> [UInt8] {
    guard frame.count >= 2, frame[0] == 0xD4 else { return [0x63, 0x00] }
    switch frame[1] {
    case 0x02: return [0xD5, 0x03, 0x32, 0x01, 0x06, 0x07, 0x90, 0x00]
    case 0x4A:
      guard card != nil, ask(.reselect, of: &card) == .acknowledged, let uid = card?.sighting.uid else {
        return [0xD5, 0x4B, 0x00, 0x90, 0x00]
      }
      let uids = ([uid] + (beside.map { [$0] } ?? [])).prefix(Int(frame.count > 2 ? frame[2] : 1))
      var targets: [UInt8] = []
      for (number, uid) in uids.enumerated() {
        targets += [UInt8(number + 1), 0x00, 0x44, 0x00, UInt8(uid.count)] + uid
      }
      return [0xD5, 0x4B, UInt8(uids.count)] + targets + [0x90, 0x00]
    case 0x42:
      guard let command = Type2Command(frame: Array(frame[2...])) else { return [0xD5, 0x43, 0x01, 0x90, 0x00] }
      switch ask(.type2(command), of: &card) {
      case .data(let octets): return [0xD5, 0x43, 0x00] + octets + [0x90, 0x00]
      // Four bits, and so no checksum that the chip could find right.
      case .acknowledged, .refused: return [0xD5, 0x43, 0x02, 0x90, 0x00]
      case .silent, .gone, .notCarried: return [0xD5, 0x43, 0x01, 0x90, 0x00]
      }
    case 0x40:
      guard frame.count > 3, let command = CardFrames.felica(Array(frame[3...])),
        let answer = CardFrames.felica(ask(.type3(command), of: &card), to: command, idm: card?.sighting.uid ?? [])
      else { return [0xD5, 0x41, 0x01, 0x90, 0x00] }
      return [0xD5, 0x41, 0x00] + answer + [0x90, 0x00]
    default: return [0x63, 0x00]
    }
  }

  /// What the card sends back within a transparent session; `nil` for nothing.
  private func reply(to frame: [UInt8], of card: inout CardModel?) -> [UInt8]? {
    if speaks15693 {
      guard let command = CardFrames.vicinity(frame) else { return nil }
      switch ask(.type5(command), of: &card) {
      case .data(let octets): return [0x00] + octets
      case .acknowledged: return [0x00]
      case .refused: return [0x01, 0x10]
      case .silent, .gone, .notCarried: return nil
      }
    }
    guard let command = Type2Command(frame: frame) else { return nil }
    switch ask(.type2(command), of: &card) {
    case .data(let octets): return octets
    case .acknowledged: return [0x0A]
    case .refused, .silent, .gone, .notCarried: return nil
    }
  }

  /// Transparent sessions: 00 manages them, 01 sends and receives, 02 chooses the protocol.
  private mutating func transparent(_ function: UInt8, _ body: [UInt8], of card: inout CardModel?) -> [UInt8] {
    let done: [UInt8] = [0xC0, 0x03, 0x00, 0x90, 0x00]
    switch function {
    case 0x00:
      isInSession = body.first == 0x81
      speaks15693 = false
      return done + [0x90, 0x00]
    case 0x02:
      speaks15693 = body == [0x8F, 0x02, 0x02, 0x03]
      return isInSession ? done + [0x90, 0x00] : [0x69, 0x82]
    case 0x01:
      guard isInSession, let start = body.firstIndex(of: 0x95), start + 1 < body.count else { return [0x69, 0x82] }
      let frame = Array(body[(start + 2)...].prefix(Int(body[start + 1])))
      guard let octets = reply(to: frame, of: &card) else { return [0xC0, 0x03, 0x01, 0x64, 0x01, 0x90, 0x00] }
      return done + [0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97, UInt8(octets.count)] + octets + [0x90, 0x00]
    default: return [0x6A, 0x81]
    }
  }
}
