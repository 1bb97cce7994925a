internal import CQRCode

package struct QRCode: Sendable {
  private let width: Int
  private let isDark: [Bool]

  /// `nil` if libqrencode is not installed, or the text is too long.
  package init?(_ text: String) {
    // Level M is read from a screen at an angle too; 8-bit mode keeps the text's letters.
    guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { unsafe QRcode_free(code) }
    width = unsafe Int(code.pointee.width)
    guard let modules = unsafe code.pointee.data else { return nil }
    // The lowest bit of each module is its colour (qrencode.h).
    isDark = (0..<width * width).map { unsafe modules[$0] & 1 == 1 }
  }

  /// The width of the empty frame that readers need (ISO/IEC 18004, 6.3.8), in fields.
  private static let frame = 4

  /// The side of the square in fields, with the empty frame.
  package var size: Int { width + 2 * Self.frame }

  /// The dark fields as an SVG path in a square of ``size``: a stripe for each run in a row.
  package var path: String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let first = column
        while column < width, isDark[row * width + column] { column += 1 }
        if column > first {
          path += "M\(first + Self.frame) \(row + Self.frame)h\(column - first)v1H\(first + Self.frame)z"
        }
        column += 1
      }
    }
    return path
  }

  /// The code for a terminal, drawn with letters, two of its rows to a line: bright on whatever colours it has, black
  /// on white by escapes that every terminal knows.
  package var text: String {
    let rows = -Self.frame..<width + Self.frame
    return stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
      "\u{1B}[30;107m" + rows.map { column in block(row, column) }.joined() + "\u{1B}[0m"
    }.joined(separator: "\n")
  }

  private func block(_ row: Int, _ column: Int) -> String {
    switch (dark(row, column), dark(row + 1, column)) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  private func dark(_ row: Int, _ column: Int) -> Bool {
    let places = 0..<width
    return places ~= row && places ~= column && isDark[row * width + column]
  }
}
