internal import JSONText

/// A table as text, RFC 4180: cells between separators, in quotation marks where they hold one, a line end or a
/// quotation mark.
struct SeparatedText {
  struct Cell {
    var text: String
    var place: JSONPlace
  }

  private let octets: [UInt8]
  private let separator: UInt8
  private var at: Int
  private var line: Int
  /// Up to here columns on this line are counted, so that a long line is counted only once.
  private var countedTo: Int
  private var column = 1
  private static let mostCells = 10_000

  /// Begins at the start of a line.
  init(_ octets: [UInt8], separator: UInt8, at: Int, line: Int) {
    self.octets = octets
    self.separator = separator
    self.at = at
    self.line = line
    countedTo = at
  }

  /// The next row that is not blank, or `nil` after the last one.
  mutating func row() throws(DeckError) -> [Cell]? {
    while at < octets.count {
      var cells: [Cell] = [try cell()]
      while at < octets.count, octets[at] == separator {
        guard cells.count < Self.mostCells else {
          throw DeckError(.tooManyCells(columns: Self.mostCells), at: place())
        }
        at += 1
        cells.append(try cell())
      }
      endLine()
      if cells.count > 1 || !cells[0].text.isEmpty { return cells }
    }
    return nil
  }

  private mutating func endLine() {
    if at < octets.count, octets[at] == 0x0D { at += 1 }
    if at < octets.count, octets[at] == 0x0A { at += 1 }
    line += 1
    beginLine()
  }

  private mutating func beginLine() {
    countedTo = at
    column = 1
  }

  private var isAtLineEnd: Bool {
    octets[at] == 0x0A || octets[at] == 0x0D && (at + 1 == octets.count || octets[at + 1] == 0x0A)
  }

  private mutating func cell() throws(DeckError) -> Cell {
    let place = place()
    guard at < octets.count, octets[at] == UInt8(ascii: "\"") else {
      let start = at
      while at < octets.count, octets[at] != separator, !isAtLineEnd { at += 1 }
      guard at - start <= DeckLimits.field else { throw DeckError(.tooLong(limit: DeckLimits.field), at: place) }
      return Cell(text: String(decoding: octets[start..<at], as: UTF8.self), place: place)
    }
    at += 1
    var text: [UInt8] = []
    while at < octets.count {
      let octet = octets[at]
      at += 1
      if octet == UInt8(ascii: "\"") {
        guard at < octets.count, octets[at] == octet else {
          guard at == octets.count || octets[at] == separator || isAtLineEnd else {
            throw DeckError(.behindCell, at: self.place())
          }
          return Cell(text: String(decoding: text, as: UTF8.self), place: place)
        }
        at += 1
      } else if octet == 0x0A {
        line += 1
        beginLine()
      }
      text.append(octet)
      guard text.count <= DeckLimits.field else { throw DeckError(.tooLong(limit: DeckLimits.field), at: place) }
    }
    throw DeckError(.unterminatedCell, at: place)
  }

  /// The place of the next octet; columns count Unicode scalars.
  private mutating func place() -> JSONPlace {
    while countedTo < at {
      if octets[countedTo] & 0xC0 != 0x80 { column += 1 }
      countedTo += 1
    }
    return JSONPlace(offset: at, line: line, column: column)
  }
}
