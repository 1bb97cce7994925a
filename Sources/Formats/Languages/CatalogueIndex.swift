/// Where the texts of a catalogue are in its file. They are looked up there and read when they are said, since a
/// program says a handful of them and begins in milliseconds.
struct CatalogueIndex: Sendable {
  /// A text with holes.
  struct OpenText: Sendable {
    let entry: Int
    let isMany: Bool
    /// How many octets are not in holes: of two texts that fit, the one that says more of it is meant.
    let wordCount: Int
    /// Its place in the file; `nil` where the file does not spell it as it is said.
    let place: Range<Int>?
    /// The index of the one before it with the same first octet; -1 where there is none.
    let previous: Int32
  }

  /// Keys of texts that begin with a hole; no text begins with these octets.
  static let anything = 0
  static let digits = 1

  let file: [UInt8]
  /// The entries of texts without holes, by the hash of the text; -1 where none is.
  private let slots: [Int32]
  private let open: [OpenText]
  /// The last of those texts with holes that begin with an octet. Those that begin with a hole are at `anything`, or at
  /// `digits` if only digits fit there.
  private let last: [Int32]

  init(_ file: [UInt8]) {
    let texts = CatalogueTexts(of: file)
    self.file = file
    (open, last) = (texts.open, texts.last)
    var size = 64
    while size < texts.whole.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (hash, entry) in texts.whole {
      var slot = Int(hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = entry
    }
    self.slots = slots
  }

  func entry(of text: ArraySlice<UInt8>) -> CatalogueEntry? {
    var slot = Int(Self.hash(text.span)) & (slots.count - 1)
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
    let isDigit = (0x30...0x39).contains(first)
    return candidates(for: text.span, of: [Int(first)])
      + candidates(for: text.span, of: isDigit ? [Self.anything, Self.digits] : [Self.anything])
  }

  private func candidates(for text: Span<UInt8>, of keys: [Int]) -> [OpenText] {
    var found: [Int] = []
    for key in keys {
      var next = Int(last[key])
      while next >= 0 {
        if open[next].place.map({ mayBe($0, text) }) != false { found.append(next) }
        next = Int(open[next].previous)
      }
    }
    // Those that say as much keep the order of the file.
    return found.sorted { (open[$0].wordCount, $1) > (open[$1].wordCount, $0) }.map { open[$0] }
  }

  func entry(of open: OpenText) -> (english: [UInt8], entry: CatalogueEntry) {
    let entry = entry(at: open.entry)
    return (open.isMany ? entry.many ?? entry.one : entry.one, entry)
  }

  private func entry(at start: Int) -> CatalogueEntry {
    CatalogueTexts.entry(of: file, at: start) ?? CatalogueEntry(context: nil, one: [], many: nil, forms: [])
  }

  /// Whether the words between the holes are in a text, one after the other: nearly no other text gets as far as being
  /// read.
  private func mayBe(_ place: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let english = file.span.extracting(place)
    let end = english[english.count - 1]
    guard end == UInt8(ascii: "}") || end == text[text.count - 1] else { return false }
    var (place, from, followsHole) = (0, 0, false)
    while place < english.count {
      if english[place] == UInt8(ascii: "{") {
        while place < english.count, english[place] != UInt8(ascii: "}") { place += 1 }
        (place, from, followsHole) = (place + 1, from + (followsHole ? 0 : 1), true)
        continue
      }
      var end = place
      while end < english.count, english[end] != UInt8(ascii: "{") { end += 1 }
      let words = english.extracting(place..<end)
      let isLast = end == english.count
      guard let found = Self.find(words, text, from: from, isThere: !followsHole, isLast: isLast) else { return false }
      (place, from, followsHole) = (end, found + words.count, false)
    }
    return from <= text.count
  }

  private static func find(
    _ words: Span<UInt8>, _ text: Span<UInt8>, from: Int, isThere: Bool, isLast: Bool
  ) -> Int? {
    let end = text.count - words.count
    guard from <= end, !isThere || !isLast || from == end else { return nil }
    var place = isLast ? end : from
    while place <= (isThere ? from : end) {
      var same = 0
      while same < words.count, text[place + same] == words[same] { same += 1 }
      if same == words.count { return place }
      place += 1
    }
    return nil
  }

  /// FNV-1a with 32 bits, of the first and the last octets: two texts seldom differ in between alone.
  static func hash(_ text: Span<UInt8>) -> UInt32 {
    var hash = 0x811C_9DC5 ^ UInt32(truncatingIfNeeded: text.count)
    let isShort = text.count <= 32
    for place in 0..<(isShort ? text.count : 8) { hash = (hash ^ UInt32(text[place])) &* 0x0100_0193 }
    guard !isShort else { return hash }
    for place in (text.count - 24)..<text.count { hash = (hash ^ UInt32(text[place])) &* 0x0100_0193 }
    return hash
  }
}
