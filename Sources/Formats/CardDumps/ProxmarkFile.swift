internal import JSONText
internal import TagFormats

/// A dump of the Proxmark3 client: an object with `FileType`, `Card` and `blocks`.
struct ProxmarkFile {
  /// More than any card's dump takes.
  private static let limits = JSONLimits(octets: 4 << 20, depth: 16)

  private let root: JSONNode

  /// - Returns: `nil` if the octets are no JSON object with blocks.
  /// - Throws: never for what is no such file.
  init?(_ octets: [UInt8]) throws(DumpError) {
    guard let first = octets.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }), first == 0x7B,
      let document = try? JSONDocument(octets, limits: Self.limits), document.root.object != nil,
      document.root["Created"]?.string != nil || document.root["FileType"]?.string != nil
    else { return nil }
    root = document.root
  }

  func dump() throws(DumpError) -> CardDump {
    let kind = root["FileType"]?.string ?? ""
    guard let blocks = root["blocks"]?.object else { throw .noMemory(kind) }
    let memory = try octets(of: blocks)
    let uid = root["Card"]?["UID"]?.string.flatMap { HexDigits.octets(of: $0.utf8) } ?? []
    var dump: CardDump
    switch kind {
    case _ where kind.hasPrefix("mfu"):
      let version = root["Card"]?["Version"]?.string.flatMap { HexDigits.octets(of: $0.utf8) } ?? []
      let chip = Chip(type2Version: version)
      dump = CardDump(
        format: .proxmarkJSON, image: .type2(Type2Image(memory.octets)), chip: chip == .unknownType2 ? nil : chip,
        uid: uid)
    case _ where kind.hasPrefix("mf"):
      dump = CardDump(format: .proxmarkJSON, image: .classic(ClassicImage(memory.octets)), uid: uid)
    case _ where kind.hasPrefix("15693"):
      var image = Type5Image(memory.octets, memorySize: memory.octets.count)
      image.blockSize = memory.blockSize
      dump = CardDump(format: .proxmarkJSON, image: .type5(image), uid: uid)
    case _ where kind.hasPrefix("topaz"):
      dump = CardDump(format: .proxmarkJSON, image: .type1(Type1Image(memory.octets)), uid: uid)
    default:
      guard let image = RawMemory.image(of: memory.octets) else { throw .noMemory(kind) }
      dump = CardDump(format: .proxmarkJSON, image: image, chip: RawMemory.chip(of: image), uid: uid)
    }
    dump.unreadOctets = memory.unread
    return dump
  }

  /// The blocks `"0"`, `"1"` and so on, put together in the order of their numbers.
  private func octets(
    of blocks: [JSONMember]
  ) throws(DumpError) -> (octets: [UInt8], blockSize: Int, unread: Int) {
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
    var unread = 0
    for number in 0...(byNumber.keys.max() ?? 0) {
      let block = byNumber[number] ?? [UInt8?](repeating: nil, count: size)
      guard block.count == size else { throw .member("blocks/\(number)") }
      for octet in block {
        octets.append(octet ?? 0)
        if octet == nil { unread += 1 }
      }
    }
    return (octets, size, unread)
  }
}
