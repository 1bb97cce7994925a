/// The cards that a PN532 behind a reader finds in its field, as it lists them (InListPassiveTarget, UM0701-02 7.3.5).
struct PassiveTargets: Equatable {
  /// Lists at most two, which is all that the chip can hold, at 106 kbit/s type A.
  static let question = PseudoAPDU.direct([0xD4, 0x4A, 0x02, 0x00])

  /// In the order in which the cards were found.
  let uids: [[UInt8]]

  /// Reads what came back: `D5 4B count` and for each card `number ATQA(2) SAK length UID`, with its ATS where it knows
  /// ISO 14443-4.
  ///
  /// - Returns: `nil` if it is not such a list, or one that was cut short.
  init?(_ answer: [UInt8]) {
    guard answer.count >= 5, answer.starts(with: [0xD5, 0x4B]), answer.suffix(2) == [0x90, 0x00] else { return nil }
    var rest = answer[3...].dropLast(2)
    var uids: [[UInt8]] = []
    for _ in 0..<answer[2] {
      guard rest.count >= 5 else { return nil }
      let sak = rest[rest.startIndex + 3]
      let length = Int(rest[rest.startIndex + 4])
      rest = rest.dropFirst(5)
      guard rest.count >= length else { return nil }
      uids.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
      // The first octet of an ATS is its length, itself included; a reader that leaves it to the host gives none.
      if sak & 0x20 != 0, let ats = rest.first { rest = rest.dropFirst(Int(ats)) }
    }
    self.uids = uids
  }
}
