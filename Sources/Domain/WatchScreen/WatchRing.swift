/// A ring of terminal cells that fills clockwise from the top.
struct WatchRing {
  enum Part {
    case outside, filled, open
  }

  /// The height; the width is twice as many columns, as cells are about twice as high as wide.
  let rows: Int
  /// The filled part, from 0 to 1.
  let fraction: Double

  var columns: Int { rows * 2 }

  private static let inner = 0.70

  /// Returns the rows in Braille dots, which are eight times as fine, or else in ASCII.
  func cells(dots: Bool) -> [[(character: Character, part: Part)]] {
    (0..<rows).map { row in
      (0..<columns).map { column in dots ? braille(row, column) : sign(row, column) }
    }
  }

  private func sign(_ row: Int, _ column: Int) -> (Character, Part) {
    let part = part(x: (Double(column) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows))
    switch part {
    case .outside: return (" ", part)
    case .filled: return ("#", part)
    case .open: return (".", part)
    }
  }

  /// The bits of the dots in a Braille cell, two columns of four (Unicode 15.0, chapter 21.1).
  private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  private func braille(_ row: Int, _ column: Int) -> (Character, Part) {
    var filled: UInt32 = 0
    var open: UInt32 = 0
    for line in 0..<4 {
      for side in 0..<2 {
        let x = (Double(column * 2 + side) + 0.5) / Double(columns * 2)
        let y = (Double(row * 4 + line) + 0.5) / Double(rows * 4)
        switch part(x: x, y: y) {
        case .outside: break
        case .filled: filled |= Self.bits[line][side]
        // What is still open is dotted, so that it differs without colour.
        case .open: if (line + side) % 2 == 0 { open |= Self.bits[line][side] }
        }
      }
    }
    guard filled | open != 0, let scalar = Unicode.Scalar(0x2800 + (filled | open)) else { return (" ", .outside) }
    return (Character(scalar), filled != 0 ? .filled : .open)
  }

  /// Both coordinates run from 0 to 1.
  private func part(x: Double, y: Double) -> Part {
    let across = x * 2 - 1
    let down = y * 2 - 1
    let square = across * across + down * down
    guard square <= 1, square >= Self.inner * Self.inner else { return .outside }
    return Self.turn(across, down) < fraction ? .filled : .open
  }

  /// Returns the angle clockwise from the top, of 1; approximated, but exact enough for cells.
  private static func turn(_ across: Double, _ down: Double) -> Double {
    let (wide, high) = (abs(across), abs(down))
    let small = min(wide, high) / max(wide, high)
    let square = small * small
    // Least-squares odd polynomial on 0...1, off by less than 0.0007 of a radian; 6.2832 make a turn.
    var sum = 0.0
    for factor in [0.0208351, -0.0851330, 0.1801410, -0.3302995, 0.9998660] { sum = sum * square + factor }
    let eighth = small * sum / 6.283185
    let quarter = wide <= high ? eighth : 0.25 - eighth
    if across >= 0 { return down <= 0 ? quarter : 0.5 - quarter }
    return down > 0 ? 0.5 + quarter : 1 - quarter
  }
}
