internal import JSONText

/// The lines at the start of a table that begin with `#`.
struct TableHeader {
  private(set) var separator: UInt8 = 0x2C
  /// Whether cells hold HTML; unknown where no line says so.
  private(set) var isHTML: Bool?
  private(set) var columns: [String]?
  private(set) var deck: String?
  private(set) var tags: [String] = []
  /// The columns that are not fields of a card, counted from 0.
  private(set) var special: [Int: TableColumns.Role] = [:]
  /// How many lines these are, and (in `end`) where the first row begins.
  private(set) var lines = 0
  private(set) var end = 0

  init(_ octets: [UInt8], separator: UInt8?) throws(DeckError) {
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
    var said: UInt8?
    var columnLine: [UInt8]?
    while end < octets.count, octets[end] == UInt8(ascii: "#") {
      let stop = octets[end...].firstIndex(of: 0x0A) ?? octets.count
      var line = Array(octets[(end + 1)..<stop])
      if line.last == 0x0D { line.removeLast() }
      lines += 1
      end = min(stop + 1, octets.count)
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = Array(line[(colon + 1)...])
      let key = CardMarkup.trimmed(String(decoding: line[..<colon].map(lowered), as: UTF8.self))
      switch key {
      case "separator": said = try self.separator(named: value)
      case "columns": columnLine = value
      default: try take(key, CardMarkup.trimmed(String(decoding: value, as: UTF8.self)))
      }
    }
    self.separator = said ?? separator ?? Self.likely(in: octets[end...])
    if let columnLine {
      var table = SeparatedText(columnLine, separator: self.separator, at: 0, line: lines)
      columns = try table.row()?.map { $0.text } ?? []
    }
  }

  private mutating func take(_ key: String, _ value: String) throws(DeckError) {
    switch key {
    case "html": isHTML = String(decoding: value.utf8.map(lowered), as: UTF8.self) == "true"
    case "deck": deck = value
    case "tags": tags = TableColumns.words(value)
    case "guid column": special[try column(value)] = .id
    case "tags column": special[try column(value)] = .tags
    case "deck column": special[try column(value)] = .category
    case "notetype column": special[try column(value)] = .ignored
    default: break
    }
  }

  private func column(_ value: String) throws(DeckError) -> Int {
    guard let number = Int(value), (1...10_000).contains(number) else {
      throw DeckError(.badHeader(value), at: JSONPlace(offset: 0, line: lines, column: 1))
    }
    return number - 1
  }

  private func separator(named value: [UInt8]) throws(DeckError) -> UInt8 {
    if value.count == 1, value[0] < 0x80, value[0] != 0x22 { return value[0] }
    let name = CardMarkup.trimmed(String(decoding: value.map(lowered), as: UTF8.self))
    switch name {
    case "tab", "\\t": return 0x09
    case "comma", ",": return UInt8(ascii: ",")
    case "semicolon", ";": return UInt8(ascii: ";")
    case "colon", ":": return UInt8(ascii: ":")
    case "pipe", "|": return UInt8(ascii: "|")
    case "space": return 0x20
    default:
      throw DeckError(.badHeader(DeckBuilder.plain(name)), at: JSONPlace(offset: 0, line: lines, column: 1))
    }
  }

  /// Guesses the separator by the first line: a tab, else the more frequent of semicolon and comma.
  private static func likely(in octets: ArraySlice<UInt8>) -> UInt8 {
    let line = octets.prefix { $0 != 0x0A }
    if line.contains(0x09) { return 0x09 }
    var commas = 0
    var semicolons = 0
    for octet in line {
      if octet == UInt8(ascii: ",") { commas += 1 }
      if octet == UInt8(ascii: ";") { semicolons += 1 }
    }
    return semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }
}

func lowered(_ octet: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
}
