/// The texts of a catalogue's file as an index needs them, read in one pass as far as the first text of a context;
/// those come last.
struct CatalogueTexts {
  /// Texts without holes: a hash, and where the entry begins.
  private(set) var whole: [(hash: UInt32, entry: Int32)] = []
  private(set) var open: [CatalogueIndex.OpenText] = []
  /// The index of the last of them under each key; -1 where there is none.
  private(set) var last = [Int32](repeating: -1, count: 256)

  private static let newline = UInt8(ascii: "\n")
  private static let one = "msgid \"".utf8.count
  private static let many = "msgid_plural \"".utf8.count

  init(of file: [UInt8]) {
    let octets = file.span
    var (line, entry) = (0, 0)
    while line < octets.count {
      if octets[line] == Self.newline {
        line += 1
        entry = line
        continue
      }
      guard octets[line] == UInt8(ascii: "m"), octets.count - line > Self.one, octets[line + 3] != UInt8(ascii: "s")
      else {
        while line < octets.count, octets[line] != Self.newline { line += 1 }
        line += 1
        continue
      }
      if octets[line + 3] == UInt8(ascii: "c") { return }
      let isMany = octets[line + 5] == UInt8(ascii: "_")
      let text = Quoted(octets, from: line + (isMany ? Self.many : Self.one))
      line = text.end + 2
      let goesOn = line < octets.count && octets[line] == UInt8(ascii: "\"")
      if text.isEscaped || goesOn {
        let read = Self.entry(of: file, at: entry)
        if let text = isMany ? read?.many : read?.one, !text.isEmpty { add(text, entry, isMany) }
      } else if text.hole == nil, text.start < text.end {
        whole.append((CatalogueIndex.hash(octets.extracting(text.start..<text.end)), Int32(entry)))
      } else if text.hole != nil {
        let key = Self.key(octets.extracting(text.start..<text.end))
        add(key, entry, isMany, text.wordCount, text.start..<text.end)
      }
    }
  }

  /// Adds a text that the file does not spell as it is said.
  private mutating func add(_ text: [UInt8], _ entry: Int, _ isMany: Bool) {
    guard text.contains(UInt8(ascii: "{")) else {
      return whole.append((CatalogueIndex.hash(text.span), Int32(entry)))
    }
    add(Self.key(text.span), entry, isMany, Template.wordCount(of: text), nil)
  }

  /// The key under which a text with holes is looked for.
  private static func key(_ text: Span<UInt8>) -> Int {
    guard text[0] == UInt8(ascii: "{") else { return Int(text[0]) }
    var name: [UInt8] = []
    while name.count + 1 < text.count, text[name.count + 1] != UInt8(ascii: "}") { name.append(text[name.count + 1]) }
    return Template.kind(of: name).isOfDigits ? CatalogueIndex.digits : CatalogueIndex.anything
  }

  private mutating func add(_ key: Int, _ entry: Int, _ isMany: Bool, _ wordCount: Int, _ place: Range<Int>?) {
    open.append(
      CatalogueIndex.OpenText(
        entry: entry, isMany: isMany, wordCount: wordCount, place: place, previous: last[key]))
    last[key] = Int32(open.count - 1)
  }

  /// Reads the entry that begins at an offset; an empty line ends it.
  static func entry(of file: [UInt8], at start: Int) -> CatalogueEntry? {
    var end = start
    while end < file.count, file[end] != newline || end + 1 < file.count && file[end + 1] != newline { end += 1 }
    return CatalogueEntry.read(Array(file[start..<end])).first
  }

  /// What is between the quotation marks of a line.
  private struct Quoted {
    let start: Int
    private(set) var end: Int
    private(set) var hole: Int?
    private(set) var wordCount = 0
    private(set) var isEscaped = false

    init(_ octets: Span<UInt8>, from start: Int) {
      self.start = start
      end = start
      var isInHole = false
      while end < octets.count, octets[end] != CatalogueTexts.newline {
        let octet = octets[end]
        if octet == UInt8(ascii: "{") {
          hole = hole ?? end
          isInHole = true
        } else if octet == UInt8(ascii: "\\") {
          isEscaped = true
        }
        if !isInHole { wordCount += 1 }
        if octet == UInt8(ascii: "}") { isInHole = false }
        end += 1
      }
      end = max(start, end - 1)
      wordCount -= 1
    }
  }
}
