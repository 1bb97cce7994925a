package struct TypedSentence {
  private var octets: [UInt8] = []
  /// Far more than any sentence that is asked for.
  private static let longest = 4096

  package init() {}

  /// The text so far; a letter whose octets are incomplete shows as an unknown one.
  package var text: String { String(decoding: octets, as: UTF8.self) }

  /// Appends a letter or deletes one; returns whether the octet did either.
  package mutating func take(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x08, 0x7F: octets = Array(text.dropLast().utf8)
    // Control-U takes all away, as where lines are read by the terminal itself.
    case 0x15: octets = []
    case 0..<0x20: return false
    default: if octets.count < Self.longest { octets.append(octet) }
    }
    return true
  }
}
