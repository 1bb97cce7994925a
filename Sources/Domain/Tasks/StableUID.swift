/// Identifiers made from a text, so that the same line imported twice is the same task.
package enum StableUID {
  /// An identifier in the form of a UUID (version 8, RFC 9562): the same for the same text, everywhere.
  package static func uid(of text: String) -> String {
    // FNV-1a over the text, once for each half with another beginning.
    var halves: [UInt64] = []
    for start in [UInt64(0xCBF2_9CE4_8422_2325), 0x6C62_272E_07BB_0142] {
      var hash = start
      for octet in text.utf8 { hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
      // The last octets would else reach the low bits only.
      hash ^= hash >> 32
      hash = hash &* 0xD6E8_FEB8_6659_FD93
      halves.append(hash ^ hash >> 29)
    }
    var octets: [UInt8] = []
    for half in halves {
      for shift in stride(from: 56, through: 0, by: -8) {
        octets.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
    return uuid(octets, version: 8)
  }

  package static func uuid(_ octets: [UInt8], version: UInt8) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in 0..<16 {
      var octet = index < octets.count ? octets[index] : 0
      if index == 6 { octet = octet & 0x0F | version << 4 }
      if index == 8 { octet = octet & 0x3F | 0x80 }
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(octet >> 4)])
      text.append(digits[Int(octet & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func isUUID(_ text: String) -> Bool {
    let octets = Array(text.utf8)
    guard octets.count == 36 else { return false }
    for index in octets.indices {
      switch octets[index] {
      case UInt8(ascii: "-"): guard [8, 13, 18, 23].contains(index) else { return false }
      case 0x30...0x39, 0x41...0x46, 0x61...0x66: guard ![8, 13, 18, 23].contains(index) else { return false }
      default: return false
      }
    }
    return true
  }
}
