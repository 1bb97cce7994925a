internal import TagFormats

/// A file of a Flipper Zero: `Filetype: Flipper NFC device`, then lines of `Name: value`.
struct FlipperFile {
  private static let mark = Array("Filetype: Flipper NFC device".utf8)

  private var values: [String: (text: [UInt8], line: Int)] = [:]
  private var lines: [(name: String, text: [UInt8], line: Int)] = []

  static func begins(_ octets: [UInt8]) -> Bool {
    octets.starts(with: mark) || octets.starts(with: [0xEF, 0xBB, 0xBF] + mark)
  }

  init(_ octets: [UInt8]) {
    for (number, line) in octets.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.first != 0x23, let colon = line.firstIndex(of: 0x3A) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      var text = line[(colon + 1)...]
      while text.first == 0x20 { text = text.dropFirst() }
      while let last = text.last, last == 0x20 || last == 0x0D { text = text.dropLast() }
      lines.append((name, Array(text), number + 1))
      if values[name] == nil { values[name] = (Array(text), number + 1) }
    }
  }

  func dump() throws(DumpError) -> CardDump {
    let device = word("Device type") ?? ""
    let uid = try octets("UID") ?? []
    var dump: CardDump
    if values["Page 0"] != nil {
      let memory = try blocks("Page", size: 4)
      dump = CardDump(format: .flipper, image: .type2(Type2Image(memory.octets)), chip: try type2Chip(), uid: uid)
      dump.unreadOctets = memory.unread
    } else if device.hasPrefix("Mifare Classic"), values["Block 0"] != nil {
      let memory = try blocks("Block", size: 16)
      dump = CardDump(format: .flipper, image: .classic(ClassicImage(memory.octets)), uid: uid)
      dump.unreadOctets = memory.unread
    } else if let content = try octets("Data Content") {
      var image = Type5Image(content, memorySize: content.count)
      image.blockSize = try octets("Block Size")?.first.map { Int($0) }
      dump = CardDump(format: .flipper, image: .type5(image), uid: uid)
    } else if device.hasPrefix("FeliCa"), values["Block 0"] != nil {
      // Each line begins with the two status octets of its reading.
      let memory = try blocks("Block", size: 16, head: 2)
      dump = CardDump(format: .flipper, image: .type3(Type3Image(memory.octets)), uid: uid)
      dump.unreadOctets = memory.unread
    } else if let files = try desfireFiles() {
      dump = CardDump(format: .flipper, image: .type4(files), chip: try type4Chip(), uid: uid)
    } else {
      throw .noMemory(device)
    }
    return dump
  }

  private func word(_ name: String) -> String? {
    values[name].map { String(decoding: $0.text, as: UTF8.self) }
  }

  private func octets(_ name: String) throws(DumpError) -> [UInt8]? {
    guard let value = values[name] else { return nil }
    guard let octets = HexDigits.octets(of: value.text) else { throw .line(value.line) }
    return octets
  }

  /// The lines `Page 0`, `Page 1` and so on, each of `size` octets behind `head` others.
  private func blocks(
    _ name: String, size: Int, head: Int = 0
  ) throws(DumpError) -> (octets: [UInt8], unread: Int) {
    var octets: [UInt8] = []
    var unread = 0
    var number = 0
    while let value = values["\(name) \(number)"] {
      guard let marked = HexDigits.marked(value.text), marked.count >= size, marked.count <= size + head else {
        throw .line(value.line)
      }
      for octet in marked.suffix(size) {
        octets.append(octet ?? 0)
        if octet == nil { unread += 1 }
      }
      number += 1
    }
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

  private func type4Chip() throws(DumpError) -> Chip? {
    try octets("PICC Version").map { Chip(type4Version: $0) }
  }

  /// The files 1 and 2 of the application 000001: the capability container and the message.
  private func desfireFiles() throws(DumpError) -> Type4Image? {
    for application in ["000001", "010000"] {
      guard let container = try octets("Application \(application) File 1"),
        let message = try octets("Application \(application) File 2")
      else { continue }
      guard let parsed = try? Type4Container(container) else {
        return Type4Image(container: container, files: [:])
      }
      return Type4Image(container: container, files: [parsed.file.identifier: message])
    }
    return nil
  }
}
