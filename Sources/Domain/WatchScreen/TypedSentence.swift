/// A sentence that is being typed, letter by letter.
package struct TypedSentence {
  private var octets: [UInt8] = []
  /// Far more than any sentence that is asked for.
  private static let longest = 4096

  package init() {}

  /// What has been typed. A letter of which the rest has not come yet is shown as one that is not known.
  package var text: String { String(decoding: octets, as: UTF8.self) }

  /// Puts a letter to it, or takes one away.
  ///
  /// - Returns: whether the octet was one of those.
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
