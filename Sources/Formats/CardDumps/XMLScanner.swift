enum XMLEvent {
  case opens(String, [String: String], line: Int)
  case closes(String, line: Int)
  /// Text between tags, without blanks at its ends; never empty.
  case text(String, line: Int)
}

/// Reads the tags and texts of XML: enough for the files of a tool, not for all that XML can say. Comments, processing
/// instructions and declarations are passed over; nothing outside the text is ever read.
struct XMLScanner {
  private let octets: [UInt8]
  private var position = 0
  private var line = 1
  /// The pending end of a tag that closes itself, which gives two events.
  private var closing: String?

  init(_ octets: [UInt8]) {
    self.octets = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(octets[3...]) : octets
  }

  mutating func next() throws(DumpError) -> XMLEvent? {
    if let name = closing {
      closing = nil
      return .closes(name, line: line)
    }
    while position < octets.count {
      if octets[position] == UInt8(ascii: "<") {
        if let event = try tag() { return event }
      } else if let event = try text() {
        return event
      }
    }
    return nil
  }

  private mutating func text() throws(DumpError) -> XMLEvent? {
    let start = line
    let end = octets[position...].firstIndex(of: UInt8(ascii: "<")) ?? octets.count
    let raw = octets[position..<end]
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    var words = raw.drop(while: isBlank)
    let lead = raw.prefix(raw.count - words.count).count { $0 == 0x0A }
    while let last = words.last, isBlank(last) { words = words.dropLast() }
    advance(to: end)
    guard !words.isEmpty else { return nil }
    guard let text = String(validating: words, as: UTF8.self) else { throw .line(start) }
    return .text(Self.plain(text), line: start + lead)
  }

  private mutating func tag() throws(DumpError) -> XMLEvent? {
    let start = line
    let rest = octets[position...]
    for (opening, end) in [("<!--", "-->"), ("<?", "?>"), ("<!", ">")] where rest.starts(with: opening.utf8) {
      guard let found = Self.end(of: end, in: octets, from: position + opening.utf8.count) else {
        throw .cutShort(line: LinesOfText(octets).last)
      }
      advance(to: found)
      return nil
    }
    guard let close = Self.endOfTag(octets, from: position) else { throw .cutShort(line: LinesOfText(octets).last) }
    guard let inner = String(validating: octets[(position + 1)..<close], as: UTF8.self) else { throw .line(start) }
    advance(to: close + 1)
    if inner.hasPrefix("/") { return .closes(Self.word(inner.dropFirst()), line: start) }
    let isEmpty = inner.hasSuffix("/")
    let name = Self.word(inner[...])
    guard let first = name.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
      throw .line(start)
    }
    if isEmpty { closing = name }
    return .opens(name, Self.attributes(of: inner.dropFirst(name.count)), line: start)
  }

  private mutating func advance(to end: Int) {
    line += octets[position..<end].count { $0 == 0x0A }
    position = end
  }

  private static func word(_ text: Substring) -> String {
    String(text.prefix { !$0.isWhitespace && $0 != "/" })
  }

  private static func end(of mark: String, in octets: [UInt8], from start: Int) -> Int? {
    let mark = Array(mark.utf8)
    guard octets.count >= mark.count else { return nil }
    var at = start
    while at + mark.count <= octets.count {
      if octets[at..<at + mark.count].elementsEqual(mark) { return at + mark.count }
      at += 1
    }
    return nil
  }

  /// The place of the bracket that ends a tag; one inside quotation marks does not.
  private static func endOfTag(_ octets: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for at in start..<octets.count {
      let octet = octets[at]
      if let open = quote {
        if octet == open { quote = nil }
      } else if octet == 0x22 || octet == 0x27 {
        quote = octet
      } else if octet == UInt8(ascii: ">") {
        return at
      }
    }
    return nil
  }

  /// `title="Memory content" access='* '`.
  private static func attributes(of text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].split(whereSeparator: { $0.isWhitespace }).last.map(String.init) ?? ""
      let behind = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = behind.first, quote == "\"" || quote == "'",
        let end = behind.dropFirst().firstIndex(of: quote)
      else { break }
      attributes[name] = plain(String(behind[behind.index(after: behind.startIndex)..<end]))
      rest = behind[behind.index(after: end)...]
    }
    return attributes
  }

  /// Replaces the names of XML's five special characters.
  private static func plain(_ text: String) -> String {
    guard text.holds("&") else { return text }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.substituting($1.0, with: $1.1) }
  }
}
