/// Fills messages up to few sizes, so that what kind of fact it is does not show by its length: 128, 256, 512 ...
/// octets.
///
/// The filling is libsodium's (`sodium_pad`, ISO/IEC 7816-4): one octet 0x80, then zeroes.
package enum SizeSteps {
  package static let smallest = 128
  /// The largest size of an envelope's message, which has to be smaller by one octet.
  package static let largest = 1 << 20

  /// The size that a message of that many octets is filled up to; `nil` if it is too long.
  package static func step(for count: Int, upTo largest: Int = largest) -> Int? {
    guard count >= 0, count < largest else { return nil }
    var step = smallest
    while step <= count { step *= 2 }
    return step
  }

  package static func isStep(_ count: Int, upTo largest: Int = largest) -> Bool {
    count >= smallest && count <= largest && count & (count - 1) == 0
  }

  /// The message, filled up; `nil` if it is too long.
  package static func filled(_ message: [UInt8], upTo largest: Int = largest) -> [UInt8]? {
    guard let step = step(for: message.count, upTo: largest) else { return nil }
    return message + [0x80] + [UInt8](repeating: 0, count: step - message.count - 1)
  }

  /// The message without its filling; `nil` if it was not filled like this, to the smallest step that takes it.
  package static func message(of filled: [UInt8], upTo largest: Int = largest) -> [UInt8]? {
    guard isStep(filled.count, upTo: largest), let mark = filled.lastIndex(where: { $0 != 0 }), filled[mark] == 0x80,
      step(for: mark, upTo: largest) == filled.count
    else { return nil }
    return Array(filled[..<mark])
  }
}
