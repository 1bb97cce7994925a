internal import JSONText
internal import TagFormats

/// A dump of the Proxmark3 client: an object with `FileType`, `Card` and `blocks`.
struct ProxmarkFile {
  private let root: JSONNode

  init(_ root: JSONNode) {
    self.root = root
  }

  func dump() throws(DumpError) -> CardDump {
    let kind = root["FileType"]?.string ?? ""
    guard let blocks = root["blocks"]?.object else { throw .noMemory(kind, line: 1) }
    let memory = try octets(of: blocks)
    var dump: CardDump
    switch kind {
    case _ where kind.hasPrefix("mfu"):
      dump = CardDump(format: .proxmarkJSON, image: .type2(Type2Image(memory.octets)), chip: try chip())
    case _ where kind.hasPrefix("mf"):
      dump = CardDump(format: .proxmarkJSON, image: .classic(ClassicImage(file: memory.octets)))
    case _ where kind.hasPrefix("15693"):
      var image = Type5Image(memory.octets, memorySize: memory.octets.count)
      image.blockSize = memory.blockSize
      dump = CardDump(format: .proxmarkJSON, image: .type5(image))
    case _ where kind.hasPrefix("topaz"):
      dump = CardDump(format: .proxmarkJSON, image: .type1(Type1Image(file: memory.octets)))
    default:
      guard let image = RawMemory.image(of: memory.octets) else { throw .noMemory(kind, line: 1) }
      dump = CardDump(format: .proxmarkJSON, image: image, chip: RawMemory.chip(of: image))
    }
    dump.uid = root["Card"]?["UID"]?.string.flatMap { HexDigits.octets(of: $0.utf8) } ?? []
    dump.unread = memory.unread
    return dump
  }

  /// The chip by its version. The client writes zeros for chips without GET_VERSION.
  private func chip() throws(DumpError) -> Chip? {
    guard let text = root["Card"]?["Version"]?.string else { return nil }
    guard let version = HexDigits.octets(of: text.utf8) else { throw .member("Card/Version") }
    let chip = version.contains { $0 != 0 } ? Chip(type2Version: version) : .unknownType2
    return chip == .unknownType2 ? nil : chip
  }

  /// The blocks `"0"`, `"1"` and so on, put together in the order of their numbers.
  private func octets(
    of blocks: [JSONMember]
  ) throws(DumpError) -> (octets: [UInt8], blockSize: Int, unread: [Int]) {
    var byNumber: [Int: [UInt8?]] = [:]
    for block in blocks {
      guard let number = Int(block.name), number >= 0, number < 0x10000, let text = block.value.string,
        let octets = HexDigits.marked(text.utf8)
      else { throw .member("blocks/\(block.name)") }
      byNumber[number] = octets
    }
    let size = byNumber[0]?.count ?? 0
    guard size > 0, size <= 32 else { throw .member("blocks/0") }
    var octets: [UInt8] = []
    var unread: [Int] = []
    for number in 0...(byNumber.keys.max() ?? 0) {
      let block = byNumber[number] ?? [UInt8?](repeating: nil, count: size)
      guard block.count == size else { throw .member("blocks/\(number)") }
      for octet in block {
        if octet == nil { unread.append(octets.count) }
        octets.append(octet ?? 0)
      }
    }
    return (octets, size, unread)
  }
}
