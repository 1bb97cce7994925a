/// What a look over octets tells before they become a text.
struct OctetSurvey {
  /// The place of the first octet below 20, if there is one.
  var firstControl: Int?
  /// Whether all octets are below 80.
  var isASCII: Bool

  @inline(__always)
  init(_ octets: Span<UInt8>, in range: Range<Int>) {
    // One pass without an exit in it, which the compiler makes wide; the place is looked for only when there is one.
    var all: UInt8 = 0
    var controls: UInt8 = 0
    for position in range {
      let octet = octets[position]
      all |= octet
      controls |= octet < 0x20 ? 1 : 0
    }
    isASCII = all < 0x80
    firstControl = controls == 0 ? nil : range.first { octets[$0] < 0x20 }
  }
}

extension Span where Element == UInt8 {
  /// Whether the octets in `range` are UTF-8 (RFC 3629, table in section 4): shortest forms only, no surrogates, nothing above 10FFFF.
  func isUTF8(_ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let lead = self[position]
      position += 1
      if lead < 0x80 { continue }
      var second: ClosedRange<UInt8> = 0x80...0xBF
      let more: Int
      switch lead {
      case 0xC2...0xDF: more = 1
      case 0xE0: (more, second) = (2, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: more = 2
      case 0xED: (more, second) = (2, 0x80...0x9F)
      case 0xF0: (more, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: more = 3
      case 0xF4: (more, second) = (3, 0x80...0x8F)
      default: return false
      }
      guard more <= range.upperBound - position, second.contains(self[position]) else { return false }
      for follower in position + 1..<position + more where self[follower] & 0xC0 != 0x80 { return false }
      position += more
    }
    return true
  }
}
