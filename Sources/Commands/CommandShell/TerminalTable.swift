internal import Spelling

package struct TerminalCell: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case text(String, isNumber: Bool)
    case bar(Double, columns: Int)
  }

  let content: Content
  let tone: TerminalStyle.Tone

  /// Shows what a terminal would obey instead of sending it; `isNumber` aligns at the right.
  package init(_ text: String, _ tone: TerminalStyle.Tone = .plain, isNumber: Bool = false) {
    content = .text(oneLine(text), isNumber: isNumber)
    self.tone = tone
  }

  package init(bar fraction: Double, columns: Int, _ tone: TerminalStyle.Tone) {
    content = .bar(fraction, columns: columns)
    self.tone = tone
  }

  func columns(_ style: TerminalStyle) -> Int {
    switch content {
    case .text(let text, _): terminalColumns(of: text)
    case .bar(_, let columns): style.hasUnicode ? columns : columns + 2
    }
  }
}

extension TerminalStyle {
  /// The lines of a table: each column as wide as its widest cell; one that is empty in every row takes no room.
  ///
  /// - Parameter cutsLast: whether the last cell is cut where the terminal ends. One that holds a command is not: it
  ///   has to work as it is pasted.
  package func table(_ rows: [[TerminalCell]], cutsLast: Bool = true) -> [String] {
    var widths: [Int] = []
    for row in rows {
      // A last cell needs no column of its own: it may be a long sentence.
      for (index, cell) in row.dropLast().enumerated() {
        let width = cell.columns(self)
        if index < widths.count { widths[index] = max(widths[index], width) } else { widths.append(width) }
      }
    }
    return rows.map { row in line(row, widths, cutsLast: cutsLast) }
  }

  private func line(_ row: [TerminalCell], _ widths: [Int], cutsLast: Bool) -> String {
    var line = ""
    var used = 0
    for (index, cell) in row.enumerated() {
      if index == row.count - 1 {
        line += last(cell, in: cutsLast ? columns - used : Int.max)
      } else if widths[index] > 0 {
        line += filled(cell, to: widths[index]) + "  "
        used += widths[index] + 2
      }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func filled(_ cell: TerminalCell, to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, width - cell.columns(self)))
    switch cell.content {
    case .text(let text, let isNumber):
      return isNumber ? blanks + paint(text, cell.tone) : paint(text, cell.tone) + blanks
    case .bar(let fraction, let columns): return bar(fraction, columns: columns, cell.tone) + blanks
    }
  }

  private func last(_ cell: TerminalCell, in room: Int) -> String {
    switch cell.content {
    case .text(let text, _): paint(cutText(text, to: max(0, room), unicode: hasUnicode), cell.tone)
    case .bar(let fraction, let columns): bar(fraction, columns: columns, cell.tone)
    }
  }
}
