/// What a look over octets tells before they become a text.
struct OctetSurvey {
  /// The place of the first octet below hex 20, if there is one.
  var firstControl: Int?
  var isASCII: Bool

  @inline(__always)
  init(_ octets: Span<UInt8>, in range: Range<Int>) {
    let all: UInt64
    let controls: UInt64
    if range.count >= 8 {
      (all, controls) = Self.byWords(octets, in: range)
    } else {
      (all, controls) = Self.byOctets(octets, in: range)
    }
    isASCII = all & Self.highBits == 0
    firstControl = controls & Self.highBits == 0 ? nil : range.first { octets[$0] < 0x20 }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Marks the high bit of a lane whose octet is below 20. A borrow may mark a lane above such a one too, so the marks
  /// say whether, not where.
  @inline(__always)
  private static func controls(in word: UInt64) -> UInt64 {
    (word &- 0x2020_2020_2020_2020) & ~word
  }

  /// Eight octets at a time; the last eight may overlap those before them.
  @inline(__always)
  private static func byWords(_ octets: Span<UInt8>, in range: Range<Int>) -> (UInt64, UInt64) {
    // "Unsafe" for types with padding; octets have none.
    let bytes = unsafe octets.bytes
    let last = range.upperBound &- 8
    var (all, marks): (UInt64, UInt64) = (0, 0)
    var position = range.lowerBound
    while position < last {
      // Compares with the bounds; "unsafe" only because not every type may be loaded so. Any eight octets are a UInt64.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      all |= word
      marks |= controls(in: word)
      position &+= 8
    }
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: last, as: UInt64.self)
    return (all | word, marks | controls(in: word))
  }

  @inline(__always)
  private static func byOctets(_ octets: Span<UInt8>, in range: Range<Int>) -> (UInt64, UInt64) {
    var (all, marks): (UInt64, UInt64) = (0, 0)
    for position in range {
      let word = UInt64(octets[position])
      all |= word
      // Without the mask the seven lanes above would always look like controls.
      marks |= (word &- 0x20) & ~word & 0x80
    }
    return (all, marks)
  }
}

extension Span where Element == UInt8 {
  /// Whether the octets in `range` are UTF-8 (RFC 3629, table in section 4): shortest forms only, no surrogates,
  /// nothing above 10FFFF.
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
