/// Where the texts of a catalogue are in its file. They are looked up there and read when they are said, since a
/// program says a handful of them and begins in milliseconds.
struct CatalogueIndex: Sendable {
  /// A text with holes.
  struct OpenText: Sendable {
    /// Where its entry begins.
    let entry: Int
    /// Whether it is the text for any number but one.
    let isMany: Bool
    /// Its first octet; 0 where it begins with a hole.
    let key: UInt8
    /// How many octets are not in holes: of two texts that fit, the one that says more of it is meant.
    let wordCount: Int
    /// The words before the first hole, those behind it where the text begins with one; `nil` where they are not in the
    /// file as they are said.
    let words: Range<Int>?
  }

  private let file: [UInt8]
  /// The entries of texts without holes, by the hash of the text; -1 where none is.
  private let slots: [Int32]
  private let open: [OpenText]

  /// Reads as far as the first text of a context; those come last.
  init(_ file: [UInt8]) {
    self.file = file
    var whole: [(hash: UInt32, entry: Int32)] = []
    var open: [OpenText] = []
    Self.forEachText(of: file) { text, entry, isMany in
      switch text {
      case .inFile(let place) where !file[place].contains(UInt8(ascii: "{")):
        whole.append((Self.hash(file[place]), Int32(entry)))
      case .inFile(let place):
        open.append(Self.openText(file[place], entry, isMany, isInFile: true))
      case .elsewhere(let octets) where !octets.contains(UInt8(ascii: "{")):
        whole.append((Self.hash(octets[...]), Int32(entry)))
      case .elsewhere(let octets):
        open.append(Self.openText(octets[...], entry, isMany, isInFile: false))
      }
    }
    var size = 64
    while size < whole.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (hash, entry) in whole {
      var slot = Int(hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = entry
    }
    self.slots = slots
    // Those that say as much keep the order of the file.
    self.open = open.sorted { ($0.wordCount, -$0.entry) > ($1.wordCount, -$1.entry) }
  }

  /// The entry of a text without holes.
  func entry(of text: ArraySlice<UInt8>) -> CatalogueEntry? {
    var slot = Int(Self.hash(text)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entry(at: Int(slots[slot]))
      if text.elementsEqual(entry.one) || entry.many.map({ text.elementsEqual($0) }) == true { return entry }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The texts with holes that a text may be, the most exact first, after those that begin as it does.
  func candidates(for text: ArraySlice<UInt8>) -> [OpenText] {
    guard let first = text.first else { return [] }
    return open.filter { $0.key == first && mayBe($0, text) } + open.filter { $0.key == 0 && mayBe($0, text) }
  }

  /// The English text and the entry of one with holes.
  func entry(of open: OpenText) -> (english: [UInt8], entry: CatalogueEntry) {
    let entry = entry(at: open.entry)
    return (open.isMany ? entry.many ?? entry.one : entry.one, entry)
  }

  private func mayBe(_ open: OpenText, _ text: ArraySlice<UInt8>) -> Bool {
    guard let words = open.words else { return true }
    let wanted = file[words]
    if open.key != 0 { return text.starts(with: wanted) }
    guard let first = wanted.first else { return true }
    return text.indices.contains { text[$0] == first && text[$0...].starts(with: wanted) }
  }

  private func entry(at start: Int) -> CatalogueEntry {
    Self.entry(of: file, at: start) ?? CatalogueEntry(context: nil, one: [], many: nil, forms: [])
  }

  /// The entry that begins somewhere; an empty line ends it.
  private static func entry(of file: [UInt8], at start: Int) -> CatalogueEntry? {
    var end = start
    while end < file.count, file[end] != newline || end + 1 < file.count && file[end + 1] != newline { end += 1 }
    return CatalogueEntry.read(Array(file[start..<end])).first
  }

  // MARK: Reading

  private enum Text {
    /// As it is said.
    case inFile(Range<Int>)
    /// One with escapes, or in several lines.
    case elsewhere([UInt8])
  }

  private static let newline = UInt8(ascii: "\n")

  private static func forEachText(of file: [UInt8], _ body: (Text, _ entry: Int, _ isMany: Bool) -> Void) {
    var line = 0
    var entry = 0
    while line < file.count {
      let end = file[line...].firstIndex(of: newline) ?? file.count
      defer { line = end + 1 }
      if line == end {
        entry = end + 1
        continue
      }
      guard file[line] == UInt8(ascii: "m"), end - line > 7, file[line + 3] != UInt8(ascii: "s") else { continue }
      if file[line + 3] == UInt8(ascii: "c") { return }
      let isMany = file[line + 5] == UInt8(ascii: "_")
      let text = (line + (isMany ? "msgid_plural \"" : "msgid \"").utf8.count)..<(end - 1)
      let goesOn = end + 1 < file.count && file[end + 1] == UInt8(ascii: "\"")
      if !goesOn, text.isEmpty { continue }
      if !goesOn, !file[text].contains(UInt8(ascii: "\\")) {
        body(.inFile(text), entry, isMany)
        continue
      }
      let read = Self.entry(of: file, at: entry)
      if let octets = isMany ? read?.many : read?.one, !octets.isEmpty { body(.elsewhere(octets), entry, isMany) }
    }
  }

  private static func openText(
    _ text: ArraySlice<UInt8>, _ entry: Int, _ isMany: Bool, isInFile: Bool
  ) -> OpenText {
    let hole = text.firstIndex(of: UInt8(ascii: "{")) ?? text.endIndex
    var words = text.startIndex..<hole
    if words.isEmpty {
      let end = text[hole...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? text.endIndex
      words = end..<(text[end...].firstIndex(of: UInt8(ascii: "{")) ?? text.endIndex)
    }
    let key = hole == text.startIndex ? 0 : text[text.startIndex]
    return OpenText(
      entry: entry, isMany: isMany, key: key, wordCount: Template.wordCount(of: text), words: isInFile ? words : nil)
  }

  /// FNV-1a with 32 bits.
  private static func hash(_ octets: ArraySlice<UInt8>) -> UInt32 {
    octets.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
