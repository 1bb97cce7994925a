internal import TagFormats

/// A scan of NXP's TagInfo: XML, in which `<uid>` and the subsections name the card, and blocks with an address and hex
/// digits hold its memory.
///
/// What is read is little, and the rest is passed over, since the app writes other sections for other cards: the UID,
/// the name below "IC type", the octets that "Version information" shows, and each block that has an address.
struct TagInfoFile {
  private let events: [XMLEvent]
  private let octets: [UInt8]

  static func begins(_ octets: [UInt8]) -> Bool {
    var scanner = XMLScanner(octets)
    while let event = try? scanner.next() {
      if case .opens(let name, _, _) = event { return name == "scan" }
    }
    return false
  }

  init(_ octets: [UInt8]) throws(DumpError) {
    var scanner = XMLScanner(octets)
    var events: [XMLEvent] = []
    var open: [String] = []
    while let event = try scanner.next() {
      switch event {
      case .opens(let name, _, let line):
        if name == "scan", !events.isEmpty, open.isEmpty { throw .repeated(line: line) }
        open.append(name)
      case .closes(let name, let line): guard open.popLast() == name else { throw .line(line) }
      case .text: break
      }
      events.append(event)
    }
    guard open.isEmpty else { throw .cutShort(line: LinesOfText(octets).last) }
    self.events = events
    self.octets = octets
  }

  func dump() throws(DumpError) -> CardDump {
    var reading = Reading()
    for event in events { try reading.take(event) }
    let last = LinesOfText(octets).last
    guard let first = reading.blocks[0] else { throw .noMemory(reading.name, line: last) }
    var memory: [UInt8] = []
    var unread: [Int] = []
    for number in 0...(reading.blocks.keys.max() ?? 0) {
      let block = reading.blocks[number] ?? [UInt8?](repeating: nil, count: first.count)
      for octet in block {
        if octet == nil { unread.append(memory.count) }
        memory.append(octet ?? 0)
      }
    }
    guard let image = Self.image(of: memory, blockSize: first.count, kind: reading.kind + " " + reading.name) else {
      throw .noMemory(reading.name, line: last)
    }
    var dump = CardDump(format: .tagInfo, image: image, chip: reading.chip(image.type), uid: reading.uid)
    dump.unread = unread
    return dump
  }

  private static func image(of memory: [UInt8], blockSize: Int, kind: String) -> TagImage? {
    let kind = kind.lowercased()
    switch blockSize {
    case 4 where kind.holds("ultralight") || kind.holds("ntag"): return .type2(Type2Image(memory))
    case 4 where kind.holds("icode") || kind.holds("15693") || kind.holds("vicinity"):
      var image = Type5Image(memory, memorySize: memory.count)
      image.blockSize = 4
      return .type5(image)
    case 16 where kind.holds("classic"): return .classic(ClassicImage(file: memory))
    default: return RawMemory.image(of: memory)
    }
  }

  private struct Reading {
    var blocks: [Int: [UInt8?]] = [:]
    var kind = ""
    /// The lines below "IC type".
    var name = ""
    var uid: [UInt8] = []
    /// The octets in brackets below "Version information".
    private var version: [UInt8] = []
    private var open: [String] = []
    private var section = ""
    private var address: Int?
    private var block: [UInt8?] = []
    private var blockKind = ""

    mutating func take(_ event: XMLEvent) throws(DumpError) {
      switch event {
      case .opens(let name, let attributes, _):
        open.append(name)
        if name == "subsection" { section = (attributes["title"] ?? "").lowercased() }
        if name == "block" {
          address = nil
          block = []
          blockKind = attributes["type"] ?? ""
        }
      case .closes(let name, let line):
        open.removeLast()
        if name == "block", let address {
          guard !block.isEmpty, block.count <= 32 else { throw .line(line) }
          if let size = blocks[0]?.count, size != block.count { throw .line(line) }
          guard blocks.updateValue(block, forKey: address) == nil else { throw .repeated(line: line) }
          kind = blockKind
        }
      case .text(let text, let line): try take(text, line)
      }
    }

    private mutating func take(_ text: String, _ line: Int) throws(DumpError) {
      switch open.last {
      case "uid": uid = HexDigits.octets(of: text.utf8.filter { $0 != UInt8(ascii: ":") }) ?? []
      case "address":
        guard let number = Int(text), (0..<4096).contains(number) else { throw .line(line) }
        address = number
      case "data" where open.contains("block"):
        guard
          let octets = HexDigits.marked(
            text.utf8.map { $0 | 0x20 == 0x78 ? UInt8(ascii: "?") : $0 }.filter { $0 != 0x3A })
        else { throw .line(line) }
        block += octets
      case "content" where section == "ic type" && name.isEmpty: name = text
      case "hexoutput" where section == "version information":
        let digits = Array(text.utf8)
        if let start = digits.firstRange(of: Array("(0x".utf8)),
          let octet = UInt8(String(decoding: digits[start.upperBound...].prefix(2), as: UTF8.self), radix: 16)
        {
          version.append(octet)
        }
      default: break
      }
    }

    func chip(_ type: TagType) -> Chip? {
      guard type == .type2 else { return nil }
      if version.count == 7 {
        let chip = Chip(type2Version: [0] + version)
        if chip != .unknownType2 { return chip }
      }
      return Chip.allCases.first { $0.name == name }
    }
  }
}
