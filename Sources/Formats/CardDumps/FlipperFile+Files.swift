internal import TagFormats

/// The cards of which a Flipper Zero keeps files or services rather than one memory.
extension FlipperFile {
  // MARK: FeliCa

  func felica() throws(DumpError) -> CardDump {
    if lines.contains(where: { $0.name == "Block 0" }) { return try felicaLite() }
    let isStandard = lines.contains { line in
      ["System", "Area", "Service", "Public blocks"].contains { line.name.hasPrefix($0) }
        || line.name.hasPrefix("Block") && Self.service(of: line) != nil
    }
    guard isStandard else { throw .cutShort(line: last) }
    // The message's services are 0009 and 000B, of the system 12FC; their blocks say whether they are NDEF's.
    var octets: [UInt8] = []
    for line in lines where line.name.hasPrefix("Block") {
      guard let service = Self.service(of: line), service == "0009" || service == "000B" else { continue }
      guard let data = Self.part("Data:", of: line), let block = HexDigits.octets(of: data.utf8), block.count == 16
      else {
        throw .line(line.number)
      }
      octets += block
    }
    let blocks = lines.count { $0.name.hasPrefix("Block ") }
    guard blocks > 0, blocks >= number("Public blocks read") ?? number("Blocks total") ?? 0 else {
      throw .cutShort(line: last)
    }
    guard (try? Type3Attributes(octets)) != nil else { throw .noMessageApplication("FeliCa") }
    return CardDump(format: .flipper, image: .type3(Type3Image(octets)))
  }

  private static func service(of line: Line) -> String? { part("Service code", of: line)?.uppercased() }

  /// What follows a word between two bars: `| Service code 090F | Block index 00 | Data: 20 00 ... |`.
  private static func part(_ word: String, of line: Line) -> String? {
    for field in line.text.split(separator: UInt8(ascii: "|")) {
      let field = String(decoding: LinesOfText.trimmed(field), as: UTF8.self)
      guard field.hasPrefix(word) else { continue }
      return String(decoding: LinesOfText.trimmed(Array(field.dropFirst(word.count).utf8)[...]), as: UTF8.self)
    }
    return nil
  }

  /// The blocks of a FeliCa Lite, each behind the two status octets of its reading: fourteen of data, register and
  /// keys, and as the 24th block MC, of which octet 3 (SYS_OP) switches NDEF on.
  private func felicaLite() throws(DumpError) -> CardDump {
    let memory = try blocks("Block", size: 16, head: 2, total: number("Blocks total"))
    var dump = CardDump(format: .flipper, image: .type3(Type3Image(memory.octets)), unread: memory.unread)
    // The second octet of the manufacture parameter is the chip's code.
    switch try octets("Manufacture parameter")?.dropFirst().first {
    case 0xF0: dump.chip = .felicaLite
    case 0xF1: dump.chip = .felicaLiteS
    default: break
    }
    let settings = 23 * 16
    if memory.octets.count >= settings + 16 { dump.isSwitchedOff = memory.octets[settings + 3] & 0x01 == 0 }
    return dump
  }

  // MARK: DESFire

  func desfire() throws(DumpError) -> CardDump {
    let chip = try octets("PICC Version").map { Chip(type4Version: $0) }
    for application in ["000001", "010000"] {
      guard let container = try octets("Application \(application) File 1") else { continue }
      guard let message = try octets("Application \(application) File 2") else { throw .cutShort(line: last) }
      guard let parsed = try? Type4Container(container) else {
        return CardDump(format: .flipper, image: .type4(Type4Image(container: container, files: [:])), chip: chip)
      }
      let image = Type4Image(container: container, files: [parsed.file.identifier: message])
      return CardDump(format: .flipper, image: .type4(image), chip: chip)
    }
    // That the application is not there is known only if all of them are named.
    guard let count = number("Application Count") else { throw .cutShort(line: last) }
    let identifiers = try octets("Application IDs") ?? []
    guard identifiers.count >= count * 3 else { throw .cutShort(line: last) }
    let hasMessage = stride(from: 0, to: identifiers.count - 2, by: 3).contains { start in
      [[0, 0, 1], [1, 0, 0]].contains(Array(identifiers[start..<start + 3]))
    }
    if hasMessage { throw .cutShort(line: last) }
    throw .noMessageApplication("DESFire")
  }
}
