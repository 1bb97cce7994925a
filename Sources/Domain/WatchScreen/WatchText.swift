internal import Spelling

struct WatchPiece {
  /// A meaning that colour only underlines: the words say it already.
  enum Tone: Equatable {
    case plain, accent, calm, ask, faint
    case profile(Int)
  }

  var text: String
  var tone = Tone.plain
}

/// Fits texts to a terminal: their width, and the characters it can show.
enum WatchText {
  /// Makes a text from elsewhere (a task, a name) safe to show; `unicode` allows more than ASCII.
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

  static func pieces(of text: String, columns: Int) -> [String] {
    var pieces: [String] = [""]
    var used = 0
    for scalar in text.unicodeScalars {
      let wide = terminalColumns(of: scalar)
      if used + wide > columns, used > 0 {
        pieces.append("")
        used = 0
      }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
      used += wide
    }
    return pieces
  }

  static func end(of text: String, in columns: Int) -> String {
    var room = columns
    let kept = text.unicodeScalars.reversed().prefix { scalar in
      room -= terminalColumns(of: scalar)
      return room >= 0
    }
    var end = ""
    end.unicodeScalars.append(contentsOf: kept.reversed())
    return end
  }

  /// Minutes and seconds, with hours where there are some: `24:31`, `1:02:03`.
  static func clock(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = max(0, seconds)
    let minutes = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds < 3600 ? minutes : "\(seconds / 3600):\(minutes)"
  }
}
