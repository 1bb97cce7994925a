/// The markup of cards: text with a few tags that only shape it. Whatever a stranger's field holds, what comes out has
/// no other tag, no attribute, no control character, and closes what it opens. Pictures and sounds are named in a
/// form of our own; see ``CardMedia``.
public enum CardMarkup {
  /// The tags that stay; `rt` and `rp` are what `ruby` is made of.
  static let allowed = ["b", "i", "br", "ul", "ol", "li", "code", "u", "pre", "sub", "sup", "ruby", "rt", "rp"]

  /// Cleans a field that holds HTML: tags of the list stay without their attributes, all else is shown as it is
  /// written.
  public static func clean(_ html: String) -> String {
    var cleaner = MarkupCleaner(html)
    return cleaner.cleaned()
  }

  /// Markup that shows exactly this text; line ends become breaks.
  public static func showing(_ text: String) -> String {
    var output: [UInt8] = []
    for octet in text.utf8 {
      if octet == UInt8(ascii: "\n") { output += Array("<br>".utf8) } else { append(octet, to: &output) }
    }
    return withoutControls(output)
  }

  /// The text of clean markup, for a terminal: breaks are line ends, list entries begin with a dash.
  public static func text(_ markup: String) -> String {
    let octets = Array(markup.utf8)
    var output: [UInt8] = []
    var at = 0
    while at < octets.count {
      switch octets[at] {
      case UInt8(ascii: "<"):
        let end = octets[at...].firstIndex(of: UInt8(ascii: ">")) ?? octets.count - 1
        switch String(decoding: octets[(at + 1)..<end], as: UTF8.self) {
        case "br", "/ul", "/ol": output.append(UInt8(ascii: "\n"))
        case "li": output += Array("\n- ".utf8)
        case "rt": output += Array(" (".utf8)
        case "/rt": output.append(UInt8(ascii: ")"))
        default: if let media = CardMedia(tag: octets[at...end]) { output += Array(media.text.utf8) }
        }
        at = end + 1
      case UInt8(ascii: "&"):
        let (scalar, length) = entity(at: at, of: octets) ?? ("&", 1)
        output += Array(String(Character(scalar)).utf8)
        at += length
      default:
        output.append(octets[at])
        at += 1
      }
    }
    return trimmed(String(decoding: output, as: UTF8.self))
  }

  /// Appends one octet of text, escaped where it would be markup.
  static func append(_ octet: UInt8, to output: inout [UInt8]) {
    switch octet {
    case UInt8(ascii: "<"): output += Array("&lt;".utf8)
    case UInt8(ascii: ">"): output += Array("&gt;".utf8)
    case UInt8(ascii: "&"): output += Array("&amp;".utf8)
    default: output.append(octet)
    }
  }

  /// The text without what a terminal or a page could take for an instruction: control characters (line ends and tabs
  /// become spaces where they are single) and marks that turn the direction of writing over.
  static func withoutControls(_ octets: [UInt8]) -> String {
    // Most texts have none of it: the first bytes of what is dropped, or of what is dropped sometimes.
    let isPlain = octets.allSatisfy { octet in
      octet >= 0x20 && octet != 0x7F && octet != 0xC2 && octet != 0xE2 && octet != 0xEF || octet == 0x0A
    }
    if isPlain { return trimmed(octets) }
    var output = String.UnicodeScalarView()
    for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: output.append(scalar)
      case 0x0D: continue
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: continue
      default: output.append(scalar)
      }
    }
    return trimmed(String(output))
  }

  static func trimmed(_ text: String) -> String { trimmed(Array(text.utf8)) }

  private static func trimmed(_ octets: [UInt8]) -> String {
    guard let first = octets.firstIndex(where: { !isBlank($0) }), let last = octets.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: octets[first...last], as: UTF8.self)
  }

  static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0D).contains(octet) }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "\u{2026}",
    "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201C}",
    "rdquo": "\u{201D}", "laquo": "\u{AB}", "raquo": "\u{BB}", "bull": "\u{2022}", "middot": "\u{B7}",
    "deg": "\u{B0}", "plusmn": "\u{B1}", "times": "\u{D7}", "divide": "\u{F7}", "frac12": "\u{BD}",
    "rarr": "\u{2192}", "larr": "\u{2190}", "harr": "\u{2194}", "uarr": "\u{2191}", "darr": "\u{2193}",
    "le": "\u{2264}", "ge": "\u{2265}", "ne": "\u{2260}", "asymp": "\u{2248}", "alpha": "\u{3B1}", "beta": "\u{3B2}",
    "gamma": "\u{3B3}", "delta": "\u{3B4}", "mu": "\u{3BC}", "micro": "\u{3BC}", "pi": "\u{3C0}", "auml": "\u{E4}",
    "ouml": "\u{F6}", "uuml": "\u{FC}", "Auml": "\u{C4}", "Ouml": "\u{D6}", "Uuml": "\u{DC}", "szlig": "\u{DF}",
    "eacute": "\u{E9}", "egrave": "\u{E8}", "ecirc": "\u{EA}", "agrave": "\u{E0}", "aacute": "\u{E1}",
    "ccedil": "\u{E7}", "ntilde": "\u{F1}", "oacute": "\u{F3}", "iacute": "\u{ED}", "uacute": "\u{FA}",
    "copy": "\u{A9}", "euro": "\u{20AC}", "shy": "\u{200B}", "zwnj": "\u{200B}", "zwj": "\u{200B}",
  ]

  /// The character that an entity names, and its length; `nil` where there is none.
  static func entity(at start: Int, of octets: [UInt8]) -> (Unicode.Scalar, Int)? {
    let longest = 12
    guard let end = octets[start..<min(octets.count, start + longest)].firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = String(decoding: octets[(start + 1)..<end], as: UTF8.self)
    let scalar = named[name] ?? numeric(Array(name.utf8))
    return scalar.map { ($0, end + 1 - start) }
  }

  private static func numeric(_ name: [UInt8]) -> Unicode.Scalar? {
    guard name.count > 1, name[0] == UInt8(ascii: "#") else { return nil }
    let isHex = name[1] | 0x20 == UInt8(ascii: "x")
    let digits = String(decoding: name[(isHex ? 2 : 1)...], as: UTF8.self)
    guard let number = UInt32(digits, radix: isHex ? 16 : 10), number > 0 else { return nil }
    return Unicode.Scalar(number)
  }
}
