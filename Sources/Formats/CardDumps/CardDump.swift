package import TagFormats

/// A card's memory from a file that some tool wrote.
package struct CardDump: Equatable, Sendable {
  package enum Format: Equatable, Sendable, CaseIterable {
    /// Flipper Zero, `.nfc`: lines of names and values.
    case flipper
    /// Proxmark3 client, `.json`.
    case proxmarkJSON
    /// Proxmark3 client, `.bin` of an Ultralight: a head with version, signature and counters, then the pages.
    case proxmarkUltralight
    /// MIFARE Classic Tool: `+Sector: 0`, then one line of 32 hex digits for each block.
    case classicTool
    /// NXP TagInfo, `.xml`: a scan with sections, of which one has the memory's blocks.
    case tagInfo
    /// What `keytool dump` writes, `.json`.
    case keytool
    /// The memory as it is: `.mfd`, `.bin`, `.dump`.
    case raw
    /// Hex digits, one block or page on each line: `.eml`, `.txt`.
    case hexLines
  }

  package var format: Format
  package var image: TagImage
  /// The chip, where the file names it or its size gives it away.
  package var chip: Chip?
  /// The identifier, where the file names it apart from the memory.
  package var uid: [UInt8]
  /// The addresses of the octets that the tool could not read; they are zero here.
  package var unread: [Int] = []
  /// Whether the file says that NDEF is switched off on this card, whatever its memory looks like (FeliCa Lite).
  package var isSwitchedOff = false

  package init(format: Format, image: TagImage, chip: Chip? = nil, uid: [UInt8] = [], unread: [Int] = []) {
    self.format = format
    self.image = image
    self.chip = chip
    self.uid = uid
    self.unread = unread
  }

  /// Recognises a file by what is in it, whatever it is called.
  ///
  /// - Returns: `nil` if it is not a dump that is known.
  /// - Throws: ``DumpError`` if it is one, and faulty or of a card without a memory to read.
  package init?(recognizing octets: [UInt8]) throws(DumpError) {
    if FlipperFile.begins(octets) {
      self = try FlipperFile(octets).dump()
    } else if let dump = try JSONDump.dump(in: octets) {
      self = dump
    } else if ClassicToolFile.begins(octets) {
      self = try ClassicToolFile(octets).dump()
    } else if TagInfoFile.begins(octets) {
      self = try TagInfoFile(octets).dump()
    } else if let lines = try HexLines(octets) {
      self = lines.dump
    } else if let dump = try RawMemory.dump(of: octets) {
      self = dump
    } else {
      return nil
    }
  }

  package func contents() throws(LayoutError) -> CardContents {
    var contents = try image.contents(chip: chip, uid: uid)
    if isSwitchedOff { contents.message = .unformatted }
    // What reads otherwise with other octets in the places that were not read is not known.
    if !unread.isEmpty {
      let other = try? image.filled(at: unread, with: 0xFF).contents(chip: chip, uid: uid)
      if other?.message != contents.message { contents.message = .hidden }
    }
    return contents
  }
}

/// An oddity of a dump that can be read all the same.
package enum DumpNote: Equatable, Sendable {
  /// The file names another identifier than its memory contains.
  case otherUID(file: [UInt8], memory: [UInt8])
  case cutShort(has: Int, of: Int)
}

extension CardDump {
  package var notes: [DumpNote] {
    var notes: [DumpNote] = []
    if let memory = image.identifier, !uid.isEmpty, uid != memory {
      notes.append(.otherUID(file: uid, memory: memory))
    }
    // What keytool saves is the memory as far as it had to be read.
    if format != .keytool, let end = announcedEnd, image.count < end {
      notes.append(.cutShort(has: image.count, of: end))
    }
    return notes
  }

  private var announcedEnd: Int? {
    switch image {
    case .type1(let image): return (try? Type1Image.Container(image.octets))?.memorySize
    case .type2(let image):
      // A known chip has a known number of pages; of any other at least the data area must be there.
      if let chip, let map = Type2Map(of: chip) {
        return min((map.lastUserPage + 1) * 4, 16 + Int(map.containerSize) * 8)
      }
      return (try? Type2Container(image.octets))?.area.upperBound
    case .type3(let image): return (try? Type3Attributes(image.octets)).map { 16 + $0.capacity }
    case .type4: return nil
    case .type5(let image): return (try? Type5Container(image.octets))?.areaSize
    case .classic(let image): return ClassicGeometry(of: chip ?? image.likelyChip)?.octetCount
    }
  }
}

extension TagImage {
  /// How many octets of memory there are; 0 for a card with files.
  var count: Int {
    switch self {
    case .type1(let image): image.octets.count
    case .type2(let image): image.octets.count
    case .type3(let image): image.octets.count
    case .type4: 0
    case .type5(let image): image.octets.count
    case .classic(let image): image.octets.count
    }
  }

  func filled(at places: [Int], with octet: UInt8) -> TagImage {
    func filled(_ octets: [UInt8]) -> [UInt8] {
      var octets = octets
      for place in places where place < octets.count { octets[place] = octet }
      return octets
    }
    switch self {
    case .type1(var image):
      image.octets = filled(image.octets)
      return .type1(image)
    case .type2(var image):
      image.octets = filled(image.octets)
      return .type2(image)
    case .type3(var image):
      image.octets = filled(image.octets)
      return .type3(image)
    case .type4: return self
    case .type5(var image):
      image.octets = filled(image.octets)
      return .type5(image)
    case .classic(var image):
      image.octets = filled(image.octets)
      return .classic(image)
    }
  }

  /// The identifier in the memory; `nil` if there is none, or its check octets do not fit.
  var identifier: [UInt8]? {
    switch self {
    case .type1(let image): image.octets.count >= 7 ? Array(image.octets[0..<7]) : nil
    case .type2(let image): image.uid
    case .classic(let image): image.octets.count >= 16 ? image.uid : nil
    case .type3, .type4, .type5: nil
    }
  }
}
