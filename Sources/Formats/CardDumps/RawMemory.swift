internal import TagFormats

/// Memories that lie in a file as they are, told apart by what must stand at certain places.
enum RawMemory {
  /// The head that the Proxmark3 client puts before the pages of an Ultralight: version, two and one octets of tearing
  /// state, the number of pages, signature, three counters with their tearing flags.
  private static let ultralightHead = 8 + 2 + 1 + 1 + 32 + 12

  static func image(of octets: [UInt8]) -> TagImage? {
    if isType2(octets) { return .type2(Type2Image(octets)) }
    if isClassic(octets) { return .classic(ClassicImage(octets)) }
    if octets.count % 16 == 0, (try? Type3Attributes(octets)) != nil { return .type3(Type3Image(octets)) }
    if isType5(octets) { return .type5(Type5Image(octets, memorySize: octets.count)) }
    if isType1(octets) { return .type1(Type1Image(file: octets)) }
    return nil
  }

  static func chip(of image: TagImage) -> Chip? {
    if case .type2(let image) = image { image.likelyChip } else { nil }
  }

  /// The pages behind a Proxmark's head; `nil` if there is none.
  static func behindUltralightHead(_ octets: [UInt8]) -> [UInt8]? {
    guard octets.count > ultralightHead + 16, octets[0] == 0, octets[1] == 0x04 || octets[..<8].allSatisfy({ $0 == 0 })
    else { return nil }
    let pages = Array(octets[ultralightHead...])
    return Type2Image(pages).uid != nil && pages.count % 4 == 0 ? pages : nil
  }

  static func versionInHead(_ octets: [UInt8]) -> Chip? {
    let chip = Chip(type2Version: Array(octets[..<8]))
    return octets[1] == 0 || chip == .unknownType2 ? nil : chip
  }

  /// Whole pages, and check octets that fit the identifier, or else NDEF's mark and a version in page 3.
  private static func isType2(_ octets: [UInt8]) -> Bool {
    guard octets.count >= 64, octets.count % 4 == 0, octets.count <= 2048 else { return false }
    return Type2Image(octets).uid != nil || octets[12] == 0xE1 && octets[13] >> 4 == 1 && octets[15] & 0xF0 == 0
  }

  /// The size of a card, and access bits in the first trailer that agree with their inverse.
  private static func isClassic(_ octets: [UInt8]) -> Bool {
    guard [320, 1024, 4096].contains(octets.count) else { return false }
    return ClassicTrailer(octets[48..<64]).condition(ofGroup: 0) != nil
  }

  private static func isType5(_ octets: [UInt8]) -> Bool {
    guard octets.count % 4 == 0, let container = try? Type5Container(octets), container.areaSize > 0 else {
      return false
    }
    return container.areaSize <= octets.count
  }

  private static func isType1(_ octets: [UInt8]) -> Bool {
    let memory = Type1Image(file: octets).octets
    guard memory.count >= 120, let container = try? Type1Image.Container(memory) else { return false }
    return container.memorySize == memory.count || container.memorySize == 120
  }
}

/// Lines of hex digits, as the tools of the first Proxmark wrote them.
enum HexLines {
  /// The octets of all lines; `nil` if a line holds anything but pairs of hex digits, or there is only one line, which
  /// is a message rather than a memory.
  static func octets(of text: [UInt8]) -> [UInt8]? {
    var octets: [UInt8] = []
    var lines = 0
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let read = HexDigits.octets(of: line) else { return nil }
      octets += read
      lines += 1
    }
    return lines > 1 ? octets : nil
  }
}
