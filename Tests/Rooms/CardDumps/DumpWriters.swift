import CardDumps
import CardModels
import JSONText
import Octets
import TagFormats

/// A card and what the tools would know of it.
struct SampleCard: CustomStringConvertible, Sendable {
  let name: String
  let model: CardModel

  var description: String { name }

  static let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
  static let shortUID: [UInt8] = [0xDE, 0xAD, 0xBE, 0x01]
  static let longUID: [UInt8] = [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4]
  /// `https://focuskey.app/stop`.
  static let link: [UInt8] = [0xD1, 0x01, 0x12, 0x55, 0x04] + Array("focuskey.app/stop".utf8)

  /// A card of every kind that keytool reads.
  static let all: [SampleCard] =
    [
      .ultralight, .ultralightC, .ultralightEV1Small, .ultralightEV1Large, .ntag203, .ntag210, .ntag212, .ntag213,
      .ntag215,
      .ntag216, .ntagI2C1K, .ntagI2CPlus1K,
    ].compactMap { (chip: Chip) in
      Type2Card(chip, uid: uid, holding: link).map { SampleCard(name: chip.name, model: .type2($0)) }
    }
    + [.classicMini, .classic1K, .classic4K].compactMap { (chip: Chip) in
      classic(chip).map { SampleCard(name: chip.name, model: .classic($0)) }
    }
    + [
      SampleCard(name: "FeliCa", model: .type3(Type3Card(liteS: [1, 2, 3, 4, 5, 6, 7, 8], holding: link))),
      SampleCard(name: "ICODE", model: .type5(Type5Card(slix: longUID, holding: link)!)),
      SampleCard(name: "Topaz 96", model: .type1(Type1Card(uid: uid, isDynamic: false, holding: link)!)),
      SampleCard(name: "Topaz 512", model: .type1(Type1Card(uid: uid, isDynamic: true, holding: link)!)),
      SampleCard(name: "NTAG424", model: .type4(Type4Card(ntag424: uid, holding: link))),
    ]

  /// A card whose first block says which chip it is, as its maker leaves it.
  private static func classic(_ chip: Chip) -> ClassicCard? {
    guard var card = ClassicCard(chip, uid: shortUID, holding: link) else { return nil }
    card.memory[5] = chip == .classic4K ? 0x18 : chip == .classic1K ? 0x08 : 0x09
    card.memory[6] = chip == .classic4K ? 0x02 : 0x04
    return card
  }

  /// The same card with what a dump kept of its memory; `nil` for cards with files.
  func copy(holding image: TagImage) -> SampleCard? {
    func whole(_ kept: [UInt8], of memory: [UInt8]) -> [UInt8] { kept + memory.dropFirst(kept.count) }
    switch (model, image) {
    case (.type1(var card), .type1(let image)):
      card.memory = whole(image.octets, of: card.memory)
      return SampleCard(name: name, model: .type1(card))
    case (.type2(var card), .type2(let image)):
      card.memory = whole(image.octets, of: card.memory)
      return SampleCard(name: name, model: .type2(card))
    case (.type3(var card), .type3(let image)):
      card.memory = whole(image.octets, of: card.memory)
      return SampleCard(name: name, model: .type3(card))
    case (.type5(var card), .type5(let image)):
      card.memory = whole(image.octets, of: card.memory)
      return SampleCard(name: name, model: .type5(card))
    case (.classic(var card), .classic(let image)):
      // The keys stay those of the card: none is ever read.
      var memory = whole(image.octets, of: card.memory)
      for sector in 0..<ClassicGeometry(imageSize: memory.count).sectorCount {
        let trailer = ClassicGeometry.octets(ofSector: sector).suffix(16)
        memory.replaceSubrange(trailer, with: card.memory[trailer])
      }
      card.memory = memory
      return SampleCard(name: name, model: .classic(card))
    default: return nil
    }
  }

  /// The memory, for cards that have one.
  var memory: [UInt8]? {
    switch model {
    case .type1(let card): card.memory
    case .type2(let card): card.memory
    case .type3(let card): card.memory
    case .type4: nil
    case .type5(let card): card.memory
    case .classic(let card): card.memory
    }
  }
}

/// A file as a tool writes it.
struct WrittenDump {
  let format: CardDump.Format
  let octets: [UInt8]
  /// Whether the file names the chip.
  let namesChip: Bool
}

/// Writes a card's memory as each tool would: from the tools' formats alone, without the reading side.
enum DumpWriters {
  static func all(_ card: SampleCard) -> [WrittenDump] {
    guard let memory = card.memory else { return [] }
    var dumps = [
      WrittenDump(format: .raw, octets: memory, namesChip: false),
      WrittenDump(format: .hexLines, octets: hexLines(memory, card), namesChip: false),
    ]
    func add(_ format: CardDump.Format, _ text: String?, namesChip: Bool = true) {
      if let text { dumps.append(WrittenDump(format: format, octets: Array(text.utf8), namesChip: namesChip)) }
    }
    add(.flipper, flipper(card, memory))
    add(.proxmarkJSON, proxmark(card, memory), namesChip: version(card) != nil)
    add(.tagInfo, tagInfo(card, memory))
    if case .classic = card.model { add(.classicTool, classicTool(memory)) }
    if case .type2(let card) = card.model {
      let head =
        (card.chip.type2Version ?? [UInt8](repeating: 0, count: 8)) + [0, 0, 0, UInt8(memory.count / 4 - 1)]
        + [UInt8](repeating: 9, count: 32) + [UInt8](repeating: 0, count: 12)
      dumps.append(
        WrittenDump(format: .proxmarkUltralight, octets: head + memory, namesChip: card.chip.type2Version != nil))
    }
    return dumps
  }

  static func spaced(_ octets: some Sequence<UInt8>) -> String {
    octets.map { HexText.text(of: [$0], uppercase: true) }.joined(separator: " ")
  }

  private static func version(_ card: SampleCard) -> [UInt8]? {
    if case .type2(let card) = card.model { card.chip.type2Version } else { nil }
  }

  private static func units(_ memory: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: memory.count, by: size).map { memory[$0..<min($0 + size, memory.count)] }
  }

  private static func unitSize(_ card: SampleCard) -> Int {
    switch card.model {
    case .type2, .type5: 4
    case .type1: 8
    case .type3, .type4, .classic: 16
    }
  }

  private static func hexLines(_ memory: [UInt8], _ card: SampleCard) -> [UInt8] {
    Array((units(memory, unitSize(card)).map { HexText.text(of: $0) }.joined(separator: "\n") + "\n").utf8)
  }

  private static func flipper(_ card: SampleCard, _ memory: [UInt8]) -> String? {
    func file(_ device: String, _ uid: [UInt8], _ lines: [String]) -> String {
      (["Filetype: Flipper NFC device", "Version: 4", "# of a tool", "Device type: \(device)", "UID: \(spaced(uid))"]
        + lines).joined(separator: "\n") + "\n"
    }
    let pages = units(memory, 4).enumerated().map { "Page \($0): \(spaced($1))" }
    let blocks = units(memory, 16).enumerated().map { "Block \($0): \(spaced($1))" }
    switch card.model {
    case .type2(let type2):
      let version = type2.chip.type2Version ?? [UInt8](repeating: 0, count: 8)
      let name = type2.chip == .ntagI2CPlus1K ? "NTAG I2C Plus 1K" : type2.chip.name.replacing("MIFARE", with: "Mifare")
      return file(
        "NTAG/Ultralight", type2.uid,
        [
          "NTAG/Ultralight type: \(name)", "Mifare version: \(spaced(version))", "Pages total: \(pages.count)",
          "Pages read: \(pages.count)",
        ] + pages)
    case .classic(let classic):
      let type = blocks.count == 20 ? "MINI" : blocks.count == 64 ? "1K" : "4K"
      return file("Mifare Classic", classic.uid, ["Mifare Classic type: \(type)", "Data format version: 2"] + blocks)
    case .type3(let felica):
      var all = memory + [UInt8](repeating: 0, count: 28 * 16 - memory.count)
      all[23 * 16 + 3] = 1
      return file(
        "FeliCa", felica.idm,
        ["Manufacture parameter: 00 F1 00 00 00 01 43 00", "Blocks total: 28", "Blocks read: 28"]
          + units(all, 16).enumerated().map { "Block \($0): 00 00 \(spaced($1))" })
    case .type5(let slix):
      return file(
        "SLIX", slix.uid, ["Block Count: \(memory.count / 4)", "Block Size: 04", "Data Content: \(spaced(memory))"])
    case .type1, .type4: return nil
    }
  }

  private static func proxmark(_ card: SampleCard, _ memory: [UInt8]) -> String? {
    let (kind, uid): (String, [UInt8])
    switch card.model {
    case .type1(let card): (kind, uid) = ("topaz", card.uid)
    case .type2(let card): (kind, uid) = ("mfu", card.uid)
    case .type5(let card): (kind, uid) = ("15693 v3", card.uid)
    case .classic(let card): (kind, uid) = ("mfc v2", card.uid)
    case .type3, .type4: return nil
    }
    let blocks = units(memory, unitSize(card)).enumerated()
      .map { "    \"\($0)\": \"\(HexText.text(of: $1, uppercase: true))\"" }
    let version = version(card) ?? [UInt8](repeating: 0, count: 8)
    return """
      {
        "Created": "proxmark3",
        "FileType": "\(kind)",
        "Card": {
          "UID": "\(HexText.text(of: uid, uppercase: true))",
          "Version": "\(HexText.text(of: version, uppercase: true))"
        },
        "blocks": {
      \(blocks.joined(separator: ",\n"))
        }
      }
      """
  }

  private static func classicTool(_ memory: [UInt8]) -> String {
    var lines: [String] = []
    for sector in 0..<ClassicGeometry(imageSize: memory.count).sectorCount {
      lines.append("+Sector: \(sector)")
      let octets = Array(memory[ClassicGeometry.octets(ofSector: sector)])
      lines += units(octets, 16).map { HexText.text(of: $0, uppercase: true) }
    }
    return lines.joined(separator: "\n")
  }

  private static func tagInfo(_ card: SampleCard, _ memory: [UInt8]) -> String? {
    let (kind, name, uid): (String, String, [UInt8])
    switch card.model {
    case .type2(let card): (kind, name, uid) = ("Ultralight", card.chip.name, card.uid)
    case .type5(let card): (kind, name, uid) = ("ICODE", "ICODE SLIX", card.uid)
    case .classic(let card): (kind, name, uid) = ("Classic", "MIFARE Classic", card.uid)
    case .type1, .type3, .type4: return nil
    }
    let blocks = units(memory, unitSize(card)).enumerated().map { number, octets in
      """
      <block type="\(kind)">
      \t<address>\(number)</address>
      \t<data access="* " comment="(a &lt;page&gt;)">\(spaced(octets))</data>
      </block>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <scan>
      \t<version>4.24.5</version>
      \t<uid nxp="true">\(uid.map { HexText.text(of: [$0], uppercase: true) }.joined(separator: ":"))</uid>
      \t<section>
      \t\t<subsection title="IC type"><block type="text"><content>\(name)</content></block></subsection>
      \t</section>
      \t<section>
      \t\t<subsection title="Memory content">
      \(blocks.joined(separator: "\n"))
      \t\t</subsection>
      \t</section>
      </scan>
      """
  }
}
