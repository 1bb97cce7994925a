internal import LibNFCWire
internal import TagFormats

/// How a command to a card goes over a PN53x: what octets, in which of the chip's ways.
///
/// InDataExchange knows reads, writes, Classic and ISO 7816; everything else goes through InCommunicateThru (UM0701-02,
/// 7.3.8 and 7.3.9).
enum CarriedCommand: Equatable {
  case frame(DeviceRequest.Carriage, [UInt8])
  case reselect
  /// This kind of reader cannot carry it to this card.
  case none

  init(_ command: CardCommand, to card: CardIdentity) {
    switch (command, card.family) {
    case (.reselect, _): self = .reselect
    case (.type2(let command), .isoA):
      switch command {
      case .read, .write: self = .frame(.framed, command.frame)
      case .openSectorSelect: self = .frame(.acknowledged, command.frame)
      case .sectorSelect: self = .frame(.unanswered, command.frame)
      default: self = .frame(.raw, command.frame)
      }
    case (.classic(let command), .isoA):
      switch command {
      case .authenticate(let block, let kind, let key):
        // The cipher takes four octets of the UID: of a long one the last four (NXP AN10927).
        self = .frame(.framed, [kind.rawValue, block] + key + card.uid.suffix(4))
      case .read(let block): self = .frame(.framed, [0x30, block])
      case .write(let block, let octets): self = .frame(.framed, [0xA0, block] + octets)
      }
    case (.apdu(let command), .isoA): self = .frame(.framed, command.octets)
    case (.type3(let command), .felica):
      let frame = command.frame(idm: card.uid)
      self = .frame(.raw, [UInt8(truncatingIfNeeded: frame.count + 1)] + frame)
    default: self = .none
    }
  }

  static func answer(_ outcome: ExchangeOutcome, to command: CardCommand) -> CardAnswer {
    switch (outcome, command) {
    case (.data(let octets), .type3(let command)): answer(feliCa: octets, to: command)
    // The chip swallows the four bits that acknowledge a write.
    case (.data(let octets), _): octets.isEmpty ? .acknowledged : .data(octets)
    case (.refused, _): .refused
    case (.silent, _), (.spoilt, _): .silent
    case (.gone, _): .gone
    }
  }

  /// A FeliCa answer is its length, a code one above the command's, IDm, and for reads and writes two status flags (JIS
  /// X 6319-4).
  private static func answer(feliCa octets: [UInt8], to command: Type3Command) -> CardAnswer {
    guard octets.first.map(Int.init) == octets.count else { return .silent }
    switch command {
    case .pollNDEFSystem: return octets.count >= 18 && octets[1] == 0x01 ? .data(Array(octets[2..<18])) : .silent
    case .check:
      guard octets.count >= 12, octets[1] == 0x07, octets[10] == 0, octets.count >= 13 else { return .refused }
      return .data(Array(octets[13...]))
    case .update: return octets.count >= 12 && octets[1] == 0x09 && octets[10] == 0 ? .acknowledged : .refused
    }
  }
}

extension CardIdentity {
  var sighting: CardSighting {
    switch family {
    case .felica: CardSighting(type: .type3, uid: uid)
    case .isoA(_, let sak, _): CardSighting(sak: sak, uid: uid)
    }
  }
}
