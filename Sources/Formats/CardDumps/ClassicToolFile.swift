internal import TagFormats

/// A file of MIFARE Classic Tool: `+Sector: 0`, then one line of 32 hex digits for each of the sector's blocks, with
/// `--` for each octet that could not be read.
///
/// Sectors that were not read at all are left out.
struct ClassicToolFile {
  private static let mark = Array("+Sector:".utf8)

  private let text: LinesOfText

  static func begins(_ octets: [UInt8]) -> Bool {
    // A comment may stand first.
    for (_, line) in LinesOfText(octets) where !line.isEmpty && line.first != 0x23 { return line.starts(with: mark) }
    return false
  }

  init(_ octets: [UInt8]) {
    text = LinesOfText(octets)
  }

  func dump() throws(DumpError) -> CardDump {
    let sectors = try sectors()
    let highest = sectors.keys.max() ?? 0
    var chip: Chip = highest < 5 ? .classicMini : highest < 16 ? .classic1K : .classic4K
    // The first sectors of a card are all that is there; its first block says how large it is.
    let first = sectors[0]?.prefix(16).map { $0 ?? 0 } ?? []
    if let announced = ClassicImage(first).announcedChip, let geometry = ClassicGeometry(of: announced),
      geometry.sectorCount > highest
    {
      chip = announced
    }
    guard let geometry = ClassicGeometry(of: chip) else { throw .cutShort(line: text.last) }
    var memory: [UInt8] = []
    var unread: [Int] = []
    for sector in 0..<geometry.sectorCount {
      let octets = sectors[sector] ?? [UInt8?](repeating: nil, count: ClassicGeometry.octets(ofSector: sector).count)
      for octet in octets {
        if octet == nil { unread.append(memory.count) }
        memory.append(octet ?? 0)
      }
    }
    var dump = CardDump(format: .classicTool, image: .classic(ClassicImage(memory)), chip: chip)
    dump.unread = unread
    return dump
  }

  /// The octets of each sector in the file, `nil` for each that could not be read.
  private func sectors() throws(DumpError) -> [Int: [UInt8?]] {
    var sectors: [Int: [UInt8?]] = [:]
    var current = -1
    for (number, line) in text where !line.isEmpty && line.first != 0x23 {
      if line.starts(with: Self.mark) {
        try check(current, in: sectors, line: number)
        let digits = LinesOfText.trimmed(line.dropFirst(Self.mark.count))
        guard let sector = Int(String(decoding: digits, as: UTF8.self)), (0..<40).contains(sector) else {
          throw .line(number)
        }
        guard sectors[sector] == nil else { throw .repeated(line: number) }
        current = sector
        sectors[sector] = []
      } else if line.first == UInt8(ascii: "*") {
        // `*No keys found`: the sector's blocks are not there.
        sectors[current] = [UInt8?](repeating: nil, count: ClassicGeometry.octets(ofSector: current).count)
      } else {
        guard line.count == 32, let block = HexDigits.marked(line), block.count == 16 else { throw .line(number) }
        sectors[current, default: []] += block
      }
    }
    try check(current, in: sectors, line: nil)
    return sectors
  }

  /// Demands that a sector is whole; `line` is the first after it, `nil` at the end of the file.
  private func check(_ sector: Int, in sectors: [Int: [UInt8?]], line: Int?) throws(DumpError) {
    guard let octets = sectors[sector] else { return }
    let size = ClassicGeometry.octets(ofSector: sector).count
    guard octets.count != size else { return }
    guard let line else { throw .cutShort(line: text.last) }
    throw octets.count < size ? .missing("a block of sector \(sector)", line: line) : .repeated(line: line - 1)
  }
}
