internal import TagFormats

/// A file of a Flipper Zero: `Filetype: Flipper NFC device`, then lines of `Name: value`.
struct FlipperFile {
  private static let mark = Array("Filetype: Flipper NFC device".utf8)
  /// Names that occur once in a file; the others may return in sections of their own.
  private static let once = ["Filetype", "Device type", "UID", "Pages total", "Data Content"]

  struct Line {
    let name: String
    let text: [UInt8]
    let number: Int
  }

  let lines: [Line]
  let last: Int
  private let values: [String: Line]

  static func begins(_ octets: [UInt8]) -> Bool {
    octets.starts(with: mark) || octets.starts(with: [0xEF, 0xBB, 0xBF] + mark)
  }

  init(_ octets: [UInt8]) throws(DumpError) {
    var lines: [Line] = []
    var values: [String: Line] = [:]
    let text = LinesOfText(octets)
    for (number, line) in text {
      guard line.first != 0x23, let colon = line.firstIndex(of: 0x3A) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let entry = Line(name: name, text: Array(LinesOfText.trimmed(line[(colon + 1)...])), number: number)
      lines.append(entry)
      if values[name] == nil {
        values[name] = entry
      } else if Self.once.contains(name) || name.hasPrefix("Page ") {
        throw .repeated(line: number)
      }
    }
    self.lines = lines
    self.values = values
    last = text.last
  }

  func dump() throws(DumpError) -> CardDump {
    let device = word("Device type") ?? ""
    var dump: CardDump
    if device.hasPrefix("Mifare Classic") {
      dump = try classic()
    } else if device.hasPrefix("SLIX") || device.hasPrefix("ISO15693") {
      dump = try type5()
    } else if device.hasPrefix("FeliCa") {
      dump = try felica()
    } else if device.hasPrefix("Mifare DESFire") {
      dump = try desfire()
    } else if device.hasPrefix("NTAG") || device.hasPrefix("Mifare Ultralight") {
      dump = try type2()
    } else {
      throw .noMemory(device, line: last)
    }
    dump.uid = try octets("UID") ?? []
    return dump
  }

  private func type2() throws(DumpError) -> CardDump {
    var memory = try blocks("Page", size: 4, total: number("Pages total"))
    if let read = number("Pages read"), read >= 0, read * 4 < memory.octets.count, memory.unread.isEmpty {
      memory.unread = Array(read * 4..<memory.octets.count)
    }
    return CardDump(
      format: .flipper, image: .type2(Type2Image(memory.octets)), chip: try type2Chip(), unread: memory.unread)
  }

  private func classic() throws(DumpError) -> CardDump {
    let chips: [String: Chip] = ["MINI": .classicMini, "1K": .classic1K, "4K": .classic4K]
    let chip = word("Mifare Classic type").flatMap { chips[$0.uppercased()] }
    let total = chip.flatMap(ClassicGeometry.init(of:)).map { $0.octetCount / 16 }
    let memory = try blocks("Block", size: 16, total: total)
    guard [320, 1024, 4096].contains(memory.octets.count) else { throw .cutShort(line: last) }
    return CardDump(
      format: .flipper, image: .classic(ClassicImage(file: memory.octets)), chip: chip, unread: memory.unread)
  }

  private func type5() throws(DumpError) -> CardDump {
    guard let content = values["Data Content"], let octets = try octets("Data Content") else {
      throw .cutShort(line: last)
    }
    if let count = number("Block Count"), let size = try self.octets("Block Size")?.first,
      octets.count < count * Int(size)
    {
      throw .cutShort(line: content.number)
    }
    var image = Type5Image(octets, memorySize: octets.count)
    image.blockSize = try self.octets("Block Size")?.first.map { Int($0) }
    return CardDump(format: .flipper, image: .type5(image))
  }

  // MARK: Lines

  func word(_ name: String) -> String? {
    values[name].map { String(decoding: $0.text, as: UTF8.self) }
  }

  func number(_ name: String) -> Int? {
    word(name).flatMap { Int($0) }
  }

  func octets(_ name: String) throws(DumpError) -> [UInt8]? {
    guard let value = values[name] else { return nil }
    guard let octets = HexDigits.octets(of: value.text) else { throw .line(value.number) }
    return octets
  }

  /// The lines `Page 0`, `Page 1` and so on, each of `size` octets behind `head` others.
  ///
  /// - Parameter total: how many there must be, where the file says it.
  func blocks(
    _ name: String, size: Int, head: Int = 0, total: Int?
  ) throws(DumpError) -> (octets: [UInt8], unread: [Int]) {
    var octets: [UInt8] = []
    var unread: [Int] = []
    var count = 0
    while let value = values["\(name) \(count)"] {
      guard let marked = HexDigits.marked(value.text), marked.count == size + head else { throw .line(value.number) }
      for octet in marked.suffix(size) {
        if octet == nil { unread.append(octets.count) }
        octets.append(octet ?? 0)
      }
      count += 1
    }
    let further = lines.first { line in
      line.name.hasPrefix(name + " ") && Int(line.name.dropFirst(name.utf8.count + 1)).map { $0 > count } ?? false
    }
    if let further { throw .missing("\(name) \(count)", line: further.number) }
    guard count > 0, count >= total ?? 0 else { throw .cutShort(line: last) }
    return (octets, unread)
  }

  private func type2Chip() throws(DumpError) -> Chip? {
    if let version = try octets("Mifare version"), version.contains(where: { $0 != 0 }) {
      return Chip(type2Version: version)
    }
    let names: [String: Chip] = [
      "NTAG203": .ntag203, "NTAG213": .ntag213, "NTAG215": .ntag215, "NTAG216": .ntag216,
      "Mifare Ultralight": .ultralight, "Mifare Ultralight C": .ultralightC,
      "Mifare Ultralight 11": .ultralightEV1Small,
      "Mifare Ultralight 21": .ultralightEV1Large, "NTAG I2C 1K": .ntagI2C1K, "NTAG I2C 2K": .ntagI2C2K,
      "NTAG I2C Plus 1K": .ntagI2CPlus1K, "NTAG I2C Plus 2K": .ntagI2CPlus2K,
    ]
    return (word("NTAG/Ultralight type") ?? word("Device type")).flatMap { names[$0] }
  }
}
