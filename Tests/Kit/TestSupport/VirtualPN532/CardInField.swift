package import CardModels
package import TagFormats

/// A card in the field of a virtual reader: the model, and its state by ISO 14443-3.
package struct CardInField: Sendable {
  /// How awake it is.
  package enum Wakefulness: Sendable {
    /// It answers REQA.
    case idle
    /// It was selected and hears its commands.
    case active
    /// It was sent to sleep and answers only WUPA.
    case halted
  }

  package var model: CardModel
  package var wakefulness = Wakefulness.idle

  package init(_ model: CardModel) {
    self.model = model
  }

  package var uid: [UInt8] { model.sighting.uid }

  /// ATQA as a PN532 tells it, SAK, and ATS without its checksum.
  package var selection: (atqa: [UInt8], sak: UInt8, ats: [UInt8]) {
    switch model.sighting.type {
    case .type4: ([0x03, 0x44], 0x20, [0x06, 0x75, 0x77, 0x81, 0x02, 0x80])
    case .classic:
      switch model.sighting.chip {
      case .classicMini: ([0x00, 0x04], 0x09, [])
      case .classic4K: ([0x00, 0x02], 0x18, [])
      default: ([0x00, 0x04], 0x08, [])
      }
    default: ([0x00, 0x44], 0x00, [])
    }
  }

  /// Reads octets on air as the card does; `nil` for what its kind does not know.
  package func command(_ octets: [UInt8]) -> CardCommand? {
    switch model.sighting.type {
    case .type2:
      // The compatibility write of the first Ultralights: sixteen octets, of which the first four are taken.
      if octets.count == 18, octets[0] == 0xA0 { return .type2(.write(page: octets[1], octets: Array(octets[2..<6]))) }
      return Type2Command(frame: octets).map { .type2($0) }
    case .type4:
      return CommandAPDU(octets: octets).map { .apdu($0) }
    case .classic:
      switch (octets.first, octets.count) {
      // The last four octets are the UID's; the cipher wants them.
      case (0x60, 12), (0x61, 12):
        let kind: ClassicCommand.KeyKind = octets[0] == 0x60 ? .a : .b
        return .classic(.authenticate(block: octets[1], with: kind, key: Array(octets[2..<8])))
      case (0x30, 2): return .classic(.read(block: octets[1]))
      case (0xA0, 18): return .classic(.write(block: octets[1], octets: Array(octets[2...])))
      default: return nil
      }
    case .type3: return type3Command(octets).map { .type3($0) }
    default: return nil
    }
  }

  /// A FeliCa frame: length, code, IDm, and for reads and writes the service and the blocks (JIS X 6319-4).
  private func type3Command(_ octets: [UInt8]) -> Type3Command? {
    guard octets.first.map(Int.init) == octets.count, octets.count >= 6 else { return nil }
    if octets[1] == 0x00 { return octets[2...3] == [0x12, 0xFC] ? .pollNDEFSystem : nil }
    guard octets.count >= 14, Array(octets[2..<10]) == uid, octets[10] == 1 else { return nil }
    var blocks: [UInt16] = []
    var place = 14
    for _ in 0..<octets[13] {
      guard place + 2 <= octets.count else { return nil }
      if octets[place] & 0x80 != 0 {
        blocks.append(UInt16(octets[place + 1]))
        place += 2
      } else {
        guard place + 3 <= octets.count else { return nil }
        blocks.append(UInt16(octets[place + 1]) | UInt16(octets[place + 2]) << 8)
        place += 3
      }
    }
    switch octets[1] {
    case 0x06: return .check(blocks: blocks)
    case 0x08: return .update(blocks: blocks, octets: Array(octets[place...]))
    default: return nil
    }
  }

  /// The frame that a FeliCa card answers with.
  func type3Answer(_ answer: CardAnswer, to octets: [UInt8]) -> [UInt8]? {
    let body: [UInt8]
    switch (octets[1], answer) {
    case (0x00, .data(let identity)): body = [0x01] + identity
    case (0x06, .data(let data)): body = [0x07] + uid + [0, 0, UInt8(data.count / 16)] + data
    case (0x08, .acknowledged): body = [0x09] + uid + [0, 0]
    case (let code, .refused): body = [code + 1] + uid + [0xFF, 0xA6]
    default: return nil
    }
    return [UInt8(body.count + 1)] + body
  }
}
