internal import JSONText

/// Decks as CSV or TSV, also with the header lines that Anki writes (`#separator:tab`, `#html:true`, `#columns:` …).
public enum DeckTable {
  /// Reads a deck.
  ///
  /// - Parameters:
  ///   - separator: what separates cells unless a header line says otherwise; `nil` for what the first row suggests.
  ///   - name: what the deck is called unless a header line says otherwise; `isFixed` if it is called that anyway.
  public static func read(
    _ octets: [UInt8], separator: UInt8? = nil, name: String, isFixed: Bool = false
  ) throws(DeckError) -> Deck {
    if let fault = firstFault(in: octets) { throw DeckError(.notText, at: fault) }
    let header = try TableHeader(octets, separator: separator)
    var table = SeparatedText(octets, separator: header.separator, at: header.end, line: header.lines + 1)
    var builder = DeckBuilder()
    var columns: TableColumns?
    while let row = try table.row() {
      if columns == nil {
        if header.columns == nil, let named = TableColumns(titles: row.map { $0.text }, header) {
          columns = named
          continue
        }
        columns = try TableColumns(header, cells: row.count)
      }
      guard let columns else { continue }
      try builder.add(try columns.draft(of: row, header), at: row[0].place)
    }
    let called = header.deck.map(DeckBuilder.plain) ?? ""
    return try builder.deck(named: isFixed || called.isEmpty ? name : called)
  }

  /// The deck as a table that Anki can import.
  public static func write(_ deck: Deck, separator: UInt8) -> [UInt8] {
    let mark = String(Unicode.Scalar(separator))
    var output = Array(
      "#separator:\(separator == 0x09 ? "tab" : separator == 0x2C ? "comma" : mark)\n#html:true\n".utf8)
    // Anki puts the columns into the fields of these names.
    let names = ["id", "Front", "Back", "category", "link", "tags"]
    output += Array("#columns:\(names.joined(separator: mark))\n#guid column:1\n#tags column:6\n".utf8)
    for card in deck.cards {
      // Anki separates tags by spaces.
      let tags = card.tags.map { String(decoding: $0.utf8.map { $0 == 0x20 ? 0x5F : $0 }, as: UTF8.self) }
      let cells = [card.id, card.title, card.content, card.category, card.link ?? "", tags.joined(separator: " ")]
      for (index, cell) in cells.enumerated() {
        if index > 0 { output.append(separator) }
        append(cell, separator, to: &output)
      }
      output.append(0x0A)
    }
    return output
  }

  private static func append(_ cell: String, _ separator: UInt8, to output: inout [UInt8]) {
    let special: [UInt8] = [separator, 0x22, 0x0A, 0x0D, UInt8(ascii: "#")]
    guard cell.utf8.contains(where: { special.contains($0) }) else { return output += Array(cell.utf8) }
    output.append(0x22)
    for octet in cell.utf8 {
      if octet == 0x22 { output.append(octet) }
      output.append(octet)
    }
    output.append(0x22)
  }

  private static func firstFault(in octets: [UInt8]) -> JSONPlace? {
    guard String(validating: octets, as: UTF8.self) == nil else { return nil }
    var line = 1
    var column = 1
    var decoder = UTF8()
    var iterator = octets.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
      column = scalar == "\n" ? 1 : column + 1
      if scalar == "\n" { line += 1 }
    }
    return JSONPlace(offset: offset, line: line, column: column)
  }
}
