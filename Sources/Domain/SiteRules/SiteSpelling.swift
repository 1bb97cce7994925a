/// What keyboards and clipboards make of a name: the wide letters and full stops of East Asia, and letters that are
/// taken apart from their marks, as macOS pastes them (UTS 46: mapped; Unicode NFC).
enum SiteSpelling {
  static func usual(_ written: String) -> String {
    if written.utf8.allSatisfy({ $0 < 0x80 }) { return written }
    var usual = String.UnicodeScalarView()
    for character in written {
      let scalars = character.unicodeScalars
      if scalars.count > 1, let whole = composed[character] {
        usual.append(whole)
      } else {
        usual.append(contentsOf: scalars.map(plain))
      }
    }
    return String(usual)
  }

  /// A wide letter as the usual one, and a full stop as a dot.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3002, 0xFF61: "."
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: scalar
    }
  }

  /// Letters with marks as one scalar each, found by either spelling: equal characters are one key.
  private static let composed: [Character: Unicode.Scalar] = {
    // Latin, Greek, Cyrillic and kana with marks, and the syllables of Hangul.
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x386...0x3CE, 0x400...0x4F9, 0x1E00...0x1EF9, 0x1F00...0x1FFC, 0x304C...0x30FE, 0xAC00...0xD7A3,
    ]
    var letters: [Character: Unicode.Scalar] = [:]
    for scalar in ranges.joined().compactMap({ Unicode.Scalar($0) }) { letters[Character(scalar)] = scalar }
    return letters
  }()
}
