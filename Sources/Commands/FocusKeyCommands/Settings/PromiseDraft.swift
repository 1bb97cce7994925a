internal import CommandShell
internal import FocusWire
import Glibc

/// A promise while it is written in a terminal: the text, and how many characters are left.
struct PromiseDraft {
  enum Outcome {
    case goesOn, saved, givenUp
  }

  private var octets: [UInt8]

  init(_ text: String) { octets = Array(text.utf8) }

  /// What is written so far, without blanks around it.
  var text: String { SettingsFile.promise(in: String(decoding: octets, as: UTF8.self)) }

  /// How many characters may still be written; below zero if there are too many.
  var left: Int { SettingsFile.longestPromise - text.count }

  /// Handles the bytes of one key press.
  mutating func take(_ keys: ArraySlice<UInt8>) -> Outcome {
    // What begins with an escape and continues is a key without a letter, such as an arrow.
    if keys.first == 0x1B { return keys.count == 1 ? .givenUp : .goesOn }
    for key in keys {
      switch key {
      case 0x0A, 0x0D: return left < 0 ? .goesOn : .saved
      case 0x03, 0x04: return .givenUp
      case 0x08, 0x7F: octets = Array(String(decoding: octets, as: UTF8.self).dropLast().utf8)
      case 0x15: octets = []
      case 0..<0x20: break
      default: if octets.count < Self.mostOctets { octets.append(key) }
      }
    }
    return .goesOn
  }

  /// More than a promise of flag and family emoji needs, which have many bytes each.
  private static let mostOctets = SettingsFile.longestPromise * 64

  /// What the terminal shows: the text with a mark where the next letter goes, and the count below it.
  func lines(_ style: TerminalStyle) -> [String] {
    let count = abs(left) == 1 ? "1 character" : "\(abs(left)) characters"
    let line = left < 0 ? "\(count) too many" : "\(count) left"
    let written = oneLine(String(decoding: octets, as: UTF8.self)) + (style.hasUnicode ? "\u{2588}" : "_")
    return [style.paint("I promise myself", .strong), ""] + style.wrapped(written) + [
      "", style.paint(line, left < 0 ? .bad : .faint), style.paint("Enter saves, Escape cancels", .faint),
    ]
  }
}

extension PromiseDraft {
  /// Has the person write a promise in a terminal; `nil` if they give up or the terminal is gone.
  static func write(from text: String, in terminal: Terminal, input: Int32, _ style: TerminalStyle) -> String? {
    var (draft, terminal) = (PromiseDraft(text), terminal)
    terminal.enter(takesSignals: true)
    defer { terminal.restore() }
    var keys = [UInt8](repeating: 0, count: 256)
    while true {
      terminal.show(draft.lines(style))
      let count = unsafe read(input, &keys, keys.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      switch draft.take(keys[..<count]) {
      case .goesOn: continue
      case .saved: return draft.text
      case .givenUp: return nil
      }
    }
  }
}
