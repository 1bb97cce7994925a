internal import Octets

enum LinkOctets {
  static let slash = UInt8(ascii: "/")
  static let percent = UInt8(ascii: "%")

  /// Whether a link may contain the octet (RFC 3986); UTF-8 beyond ASCII is allowed (RFC 3987).
  static func mayStand(_ octet: UInt8) -> Bool {
    switch octet {
    case 0...0x20, 0x7F: false
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }

  /// Whether we print the octet without an escape (RFC 3986, 2.3).
  static func isUnreserved(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  static func isLetter(_ octet: UInt8) -> Bool {
    let lower = octet | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  static func isDigit(_ octet: UInt8) -> Bool { octet >= UInt8(ascii: "0") && octet <= UInt8(ascii: "9") }

  static func hexValue(_ octet: UInt8) -> UInt8? { HexText.value(ofDigit: octet) }

  /// The decoded octet at a position, and where the next begins. Escapes were checked before.
  static func decoded(_ octets: Span<UInt8>, at position: Int) -> (octet: UInt8, next: Int) {
    let octet = octets[position]
    guard octet == percent, position + 2 < octets.count,
      let high = hexValue(octets[position + 1]), let low = hexValue(octets[position + 2])
    else { return (octet, position + 1) }
    return (high << 4 | low, position + 3)
  }

  /// Whether a part of a link, decoded, equals a word.
  static func part(_ octets: Span<UInt8>, _ range: Range<Int>, equals word: some Sequence<UInt8>) -> Bool {
    var position = range.lowerBound
    for expected in word {
      guard position < range.upperBound else { return false }
      let (octet, next) = decoded(octets, at: position)
      guard octet == expected else { return false }
      position = next
    }
    return position == range.upperBound
  }

  /// Compares in any letter case; for schemes and hosts, where nothing is escaped.
  static func part(_ octets: Span<UInt8>, _ range: Range<Int>, equalsAnyCase word: [UInt8]) -> Bool {
    guard range.count == word.count else { return false }
    for index in word.indices where octets[range.lowerBound + index].asciiLowercased != word[index] { return false }
    return true
  }

  /// Where an octet first appears; the end of the range if it doesn't.
  static func first(_ wanted: UInt8, in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, octets[position] != wanted { position += 1 }
    return position
  }

  /// A part as it is, for error messages; broken UTF-8 is repaired.
  static func text(_ octets: Span<UInt8>, _ range: Range<Int>) -> String {
    var copy: [UInt8] = []
    for position in range { copy.append(octets[position]) }
    return String(decoding: copy, as: UTF8.self)
  }
}
