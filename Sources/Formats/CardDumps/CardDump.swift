public import TagFormats

/// A card's memory out of a file that some tool has written.
public struct CardDump: Equatable, Sendable {
  /// Whose file it is.
  public enum Format: Equatable, Sendable, CaseIterable {
    /// Flipper Zero, `.nfc`: lines of names and values.
    case flipper
    /// Proxmark3 client, `.json`.
    case proxmarkJSON
    /// Proxmark3 client, `.bin` of an Ultralight: a head with version, signature and counters, then the pages.
    case proxmarkUltralight
    /// The memory as it is: `.mfd`, `.bin`, `.dump`.
    case raw
    /// Hex digits, one block or page on each line: `.eml`, `.txt`.
    case hexLines
  }

  /// Whose file it is.
  public var format: Format
  /// The memory.
  public var image: TagImage
  /// The chip, where the file names it or its size gives it away.
  public var chip: Chip?
  /// The identifier, where the file names it apart from the memory.
  public var uid: [UInt8]
  /// How many octets of the memory the tool could not read; they are zero here.
  public var unreadOctets = 0

  /// A dump from its parts.
  public init(format: Format, image: TagImage, chip: Chip? = nil, uid: [UInt8] = []) {
    self.format = format
    self.image = image
    self.chip = chip
    self.uid = uid
  }

  /// Recognises a file by what is in it, whatever it is called.
  ///
  /// - Returns: `nil` if it is no dump that is known.
  /// - Throws: ``DumpError`` if it is one, and faulty or of a card without a memory to read.
  public init?(recognizing octets: [UInt8]) throws(DumpError) {
    if FlipperFile.begins(octets) {
      self = try FlipperFile(octets).dump()
    } else if let file = try ProxmarkFile(octets) {
      self = try file.dump()
    } else if let lines = HexLines.octets(of: octets) {
      guard let image = RawMemory.image(of: lines) else { return nil }
      self.init(format: .hexLines, image: image, chip: RawMemory.chip(of: image))
    } else if let inner = RawMemory.behindUltralightHead(octets) {
      self.init(format: .proxmarkUltralight, image: .type2(Type2Image(inner)), chip: RawMemory.versionInHead(octets))
    } else if let image = RawMemory.image(of: octets) {
      self.init(format: .raw, image: image, chip: RawMemory.chip(of: image))
    } else {
      return nil
    }
  }

  /// The contents of the card.
  public func contents() throws(LayoutError) -> CardContents {
    try image.contents(chip: chip, uid: uid)
  }
}

/// Why a dump cannot be used.
public enum DumpError: Error, Equatable, Sendable {
  /// A line, counted from 1, is not what its name promises.
  case line(Int)
  /// The member of a JSON file with this name is not what it should be.
  case member(String)
  /// The file holds a card of this kind, and no memory of it.
  case noMemory(String)
}
