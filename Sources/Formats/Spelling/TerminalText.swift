/// How many columns of a terminal a text takes; control characters must have been taken out before.
public func terminalColumns(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + terminalColumns(of: $1) }
}

/// How many columns of a terminal a character takes: East Asian wide characters take two (Unicode Standard Annex 11),
/// marks that sit on others none.
public func terminalColumns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0x0300...0x036F, 0x200B...0x200D, 0x20D0...0x20FF, 0xFE00...0xFE0F: 0
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1FAFF, 0x20000...0x3FFFD:
    2
  default: 1
  }
}

/// What of a text fits into N columns, with a sign where it was cut.
public func cutText(_ text: String, to columns: Int, unicode: Bool) -> String {
  guard terminalColumns(of: text) > columns else { return text }
  let sign = unicode ? "\u{2026}" : "..."
  var room = columns - terminalColumns(of: sign)
  guard room >= 0 else { return "" }
  var kept = ""
  for scalar in text.unicodeScalars {
    room -= terminalColumns(of: scalar)
    if room < 0 { break }
    kept.unicodeScalars.append(scalar)
  }
  return kept + sign
}

/// The code that colours a text in one of the six colours of profiles (ECMA-48, Select Graphic Rendition): green, blue,
/// violet, rose, ochre, cyan, as on the dashboard.
///
/// - Parameters:
///   - place: the profile's place in the list.
///   - many: whether the terminal has the 256 colours of xterm, of which these are light enough on black and dark
///     enough on white; else they are the eight that people choose for their terminal.
public func hueCode(_ place: Int, many: Bool) -> String {
  switch (place % 6, many) {
  case (0, true): "38;5;36"
  case (1, true): "38;5;68"
  case (2, true): "38;5;134"
  case (3, true): "38;5;168"
  case (4, true): "38;5;172"
  case (_, true): "38;5;37"
  case (0, false): "32"
  case (1, false): "34"
  case (2, false): "35"
  case (3, false): "95"
  case (4, false): "33"
  case (_, false): "36"
  }
}
