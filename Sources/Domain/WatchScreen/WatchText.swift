/// A piece of a line and the tone that it is shown in.
struct WatchPiece {
  /// What a piece is, which a colour underlines and words say already.
  enum Tone {
    case plain, accent, calm, ask, faint
  }

  var text: String
  var tone = Tone.plain
}

/// How wide texts are, and what of them a terminal can show.
enum WatchText {
  /// A text from elsewhere (a task, a name) as a terminal may be given it.
  ///
  /// - Parameter unicode: whether more than ASCII can be shown.
  static func shown(_ text: String, unicode: Bool) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: shown.unicodeScalars.append(scalar)
      // Control characters steer terminals, and marks of direction turn a line around.
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
      case 0x2013 where !unicode, 0x2014 where !unicode: shown += "-"
      case 0x2026 where !unicode: shown += "..."
      default: shown += unicode ? String(Character(scalar)) : "?"
      }
    }
    return shown
  }

  /// How many columns a text takes.
  static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// What of a text fits into N columns, with a sign where it was cut.
  static func cut(_ text: String, to columns: Int, unicode: Bool) -> String {
    guard width(text) > columns else { return text }
    let sign = unicode ? "\u{2026}" : "..."
    var room = columns - width(sign)
    guard room >= 0 else { return "" }
    var kept = ""
    for scalar in text.unicodeScalars {
      room -= width(scalar)
      if room < 0 { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + sign
  }

  /// The end of a text, as much as fits into N columns.
  static func end(of text: String, in columns: Int) -> String {
    var room = columns
    let kept = text.unicodeScalars.reversed().prefix { scalar in
      room -= width(scalar)
      return room >= 0
    }
    var end = ""
    end.unicodeScalars.append(contentsOf: kept.reversed())
    return end
  }

  /// East Asian wide characters take two columns (Unicode Standard Annex 11), marks that sit on others none.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300...0x036F, 0x200B...0x200D, 0x20D0...0x20FF, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }

  /// Minutes and seconds, with hours where there are some: `24:31`, `1:02:03`.
  static func clock(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = max(0, seconds)
    let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds < 3600 ? minutes : "\(seconds / 3600):\(minutes)"
  }
}
