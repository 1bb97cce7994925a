internal import TagFormats

/// Memories that a file contains as they are, told apart by what must be at certain places.
enum RawMemory {
  static func dump(of octets: [UInt8]) throws(DumpError) -> CardDump? {
    if let head = UltralightHead(octets) { return try head.dump() }
    guard let image = image(of: octets) else { return nil }
    let half = octets.count / 2
    if octets.count % 2 == 0, octets[..<half] == octets[half...] { throw .doubled(at: half) }
    let unit = unit(of: image)
    guard octets.count % unit == 0 else {
      throw .cutShortAt(octets.count, needed: (octets.count / unit + 1) * unit)
    }
    return CardDump(format: .raw, image: image, chip: chip(of: image))
  }

  static func image(of octets: [UInt8]) -> TagImage? {
    if isType2(octets) { return .type2(Type2Image(octets)) }
    if isClassic(octets) { return .classic(ClassicImage(file: octets)) }
    if (try? Type3Attributes(octets)) != nil { return .type3(Type3Image(octets)) }
    if isType5(octets) { return .type5(Type5Image(octets, memorySize: octets.count)) }
    if isType1(octets) { return .type1(Type1Image(file: octets)) }
    return nil
  }

  /// The chip that a Type 2 memory reveals; `nil` for other types, which name it themselves.
  static func chip(of image: TagImage) -> Chip? {
    guard case .type2(let image) = image, image.likelyChip != .unknownType2 else { return nil }
    return image.likelyChip
  }

  /// The size of the smallest part that a tool writes: a page or a block.
  private static func unit(of image: TagImage) -> Int {
    switch image {
    case .type2, .type5: 4
    case .type3, .classic: 16
    // The header ROM may stand in front.
    case .type1: 2
    case .type4: 1
    }
  }

  /// Check octets that fit the identifier, or else NDEF's mark and a version in page 3.
  private static func isType2(_ octets: [UInt8]) -> Bool {
    guard octets.count >= 16, octets.count <= 2048 else { return false }
    if Type2Image(octets).uid != nil { return true }
    return octets[12] == 0xE1 && octets[13] >> 4 == 1 && octets[15] & 0xF0 == 0 && octets.count >= 64
  }

  /// The size of a card and access bits in the first trailer that agree with their inverse; of another size, also a
  /// check octet behind the identifier and a chip that block 0 announces.
  private static func isClassic(_ octets: [UInt8]) -> Bool {
    guard octets.count >= 64, octets.count <= 8192 else { return false }
    guard ClassicTrailer(octets[48..<64]).condition(ofGroup: 0) != nil else { return false }
    if [320, 1024, 2048, 4096].contains(octets.count) { return true }
    let image = ClassicImage(octets)
    return image.uid.count == 4 && image.announcedChip != nil
  }

  /// A container, followed by a block that may begin a data area.
  private static func isType5(_ octets: [UInt8]) -> Bool {
    guard let container = try? Type5Container(octets), container.areaSize > 0 else { return false }
    if container.areaSize <= octets.count, octets.count % 4 == 0 { return true }
    let first = octets.count > container.count ? octets[container.count] : nil
    return first.map { [TLVType.null, TLVType.message, TLVType.proprietary, TLVType.terminator].contains($0) } ?? false
  }

  private static func isType1(_ octets: [UInt8]) -> Bool {
    let memory = Type1Image(file: octets).octets
    guard let container = try? Type1Image.Container(memory), memory.count > 12 else { return false }
    return [120, 512].contains(container.memorySize) && memory.count <= container.memorySize * 2
      || container.memorySize == memory.count
  }
}

/// The head that the Proxmark3 client puts before the pages of an Ultralight: version, two and one octets of tearing
/// state, the number of the last page, signature, three counters with their tearing flags.
struct UltralightHead {
  private static let size = 8 + 2 + 1 + 1 + 32 + 12

  private let octets: [UInt8]
  private let pages: [UInt8]

  private var announced: Int? { octets[11] == 0 ? nil : (Int(octets[11]) + 1) * 4 }

  /// - Returns: `nil` if there is none: its version is an answer to GET_VERSION of any maker, or zeros for a chip that
  ///   does not know the command.
  init?(_ octets: [UInt8]) {
    guard octets.count >= Self.size + 9, octets[0] == 0 else { return nil }
    let isVersion = octets[1] != 0 && octets[7] == 3
    guard isVersion || octets[..<8].allSatisfy({ $0 == 0 }) else { return nil }
    self.octets = octets
    pages = Array(octets[Self.size...])
    let isWhole = isVersion && announced == pages.count
    guard Type2Image(pages).uid != nil || isWhole else { return nil }
  }

  func dump() throws(DumpError) -> CardDump {
    if let announced {
      if pages.count < announced { throw .cutShortAt(octets.count, needed: Self.size + announced) }
      if pages.count > announced { throw .doubled(at: Self.size + announced) }
    }
    guard pages.count % 4 == 0 else {
      throw .cutShortAt(octets.count, needed: Self.size + (pages.count / 4 + 1) * 4)
    }
    let version = Array(octets[..<8])
    let chip = version.contains { $0 != 0 } ? Chip(type2Version: version) : .unknownType2
    return CardDump(
      format: .proxmarkUltralight, image: .type2(Type2Image(pages)), chip: chip == .unknownType2 ? nil : chip)
  }
}
