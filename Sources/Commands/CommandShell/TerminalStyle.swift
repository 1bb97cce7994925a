internal import CLinux
import Glibc
package import Languages
internal import Spelling

/// What the terminal that an answer goes to can show. In a pipe there is none, and answers stay plain.
package struct TerminalStyle: Equatable, Sendable {
  /// What a piece of an answer is; a colour only repeats what the words say.
  package enum Tone: Equatable, Sendable {
    case plain, strong, faint
    case good, warning, bad
    /// One of the six colours of profiles, by the profile's place in the list, as on the dashboard.
    case accent(Int)
  }

  package enum Colours: Equatable, Sendable {
    case none, eight, many

    /// What the environment says: none with NO_COLOR (no-color.org: any value that is not empty) or on a terminal that
    /// can do no more than a pipe.
    package init(_ surroundings: ProcessContext) {
      guard let name = surroundings.variable("TERM"), name != "dumb", surroundings.variable("NO_COLOR") == nil else {
        self = .none
        return
      }
      self = name.includes("256color") || surroundings.variable("COLORTERM") != nil ? .many : .eight
    }
  }

  package var columns: Int
  package var rows: Int
  /// How many colours it shows; without any, nothing is bold or dim either.
  package var colours: Colours
  package var hasUnicode: Bool
  package var speech = Speech.english

  package init(columns: Int, rows: Int, colours: Colours, hasUnicode: Bool) {
    self.columns = columns
    self.rows = rows
    self.colours = colours
    self.hasUnicode = hasUnicode
  }

  /// The terminal at a descriptor; `nil` where there is none, or one that can do no more than a pipe (TERM=dumb).
  init?(_ descriptor: Int32, _ surroundings: ProcessContext) {
    guard isatty(descriptor) == 1, let name = surroundings.variable("TERM"), name != "dumb" else { return nil }
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    let isKnown = unsafe focuskey_window_size(descriptor, &columns, &rows) == 0 && columns > 0 && rows > 0
    self.init(
      columns: isKnown ? Int(columns) : 80, rows: isKnown ? Int(rows) : 24, colours: Colours(surroundings),
      hasUnicode: surroundings.showsUnicode)
  }

  /// The text must not contain anything that a terminal obeys: see ``oneLine(_:)``.
  package func paint(_ text: String, _ tone: Tone) -> String {
    guard colours != .none, !text.isEmpty, let code = code(of: tone) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Select Graphic Rendition (ECMA-48, 8.3.117). Eight colours are those that people choose for their terminal.
  private func code(of tone: Tone) -> String? {
    switch tone {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .warning: "33"
    case .bad: "31;1"
    case .accent(let place): hueCode(place, many: colours == .many)
    }
  }

  /// `fraction` is from 0 to 1.
  package func bar(_ fraction: Double, columns: Int, _ tone: Tone) -> String {
    let part = min(1, max(0, fraction.isNaN ? 0 : fraction))
    guard hasUnicode else {
      let filled = Int((part * Double(columns)).rounded())
      return "[" + paint(String(repeating: "#", count: filled), tone) + String(repeating: ".", count: columns - filled)
        + "]"
    }
    let eighths = Int((part * Double(columns * 8)).rounded())
    // The blocks of one to seven eighths (Unicode, 2580-259F) go down from U+258F.
    let rest = Unicode.Scalar(UInt32(0x2590 - eighths % 8)).map(String.init) ?? ""
    let filled = String(repeating: "\u{2588}", count: eighths / 8) + (eighths % 8 == 0 ? "" : rest)
    let open = columns - eighths / 8 - (eighths % 8 == 0 ? 0 : 1)
    return paint(filled, tone) + paint(String(repeating: "\u{2591}", count: open), .faint)
  }

  /// A text in lines that fit, broken between words, each but the first indented.
  package func wrapped(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let room = columns - (lines.count > 1 ? indent : 0)
      if let last = lines.last, terminalColumns(of: last) + 1 + terminalColumns(of: String(word)) <= room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    let margin = String(repeating: " ", count: indent)
    return lines.enumerated().map { index, line in index == 0 ? line : margin + line }
  }
}

extension ProcessContext {
  /// Whether texts may be more than ASCII (setlocale(3)).
  package var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first ?? ""
    let encoding = locale.lowercased()
    return encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
  }
}

extension CommandContext {
  /// The terminal that answers go to; `nil` in a pipe, in a file, and with `--json`.
  package var terminal: TerminalStyle? {
    guard !wantsJSON, var terminal = TerminalStyle(output.descriptor, surroundings) else { return nil }
    terminal.speech = speech
    return terminal
  }

  package var errorTerminal: TerminalStyle? { TerminalStyle(surroundings.error, surroundings) }
}
