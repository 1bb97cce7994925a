internal import Octets

/// An invitation as it is printed: sealed with a key that Argon2id makes of the six ``RecoveryWords``.
package struct RecoverySheet: Equatable, Sendable {
  /// 16 random octets for Argon2id.
  package var salt: [UInt8]
  /// 24 random octets.
  package var nonce: [UInt8]
  package var box: [UInt8]

  package static let saltCount = 16
  package static let additionalData = Array("fk1print".utf8)
  /// How the printed line and its QR code begin.
  package static let linkStart = "https://focuskey.app/recover#v1."
  private static let largestBox = 8192

  /// `nil` unless salt and nonce have their sizes and there is a box.
  package init?(salt: [UInt8], nonce: [UInt8], box: [UInt8]) {
    guard salt.count == Self.saltCount, nonce.count == SealFunctions.nonceCount,
      (SealFunctions.tagCount...Self.largestBox).contains(box.count)
    else { return nil }
    self.salt = salt
    self.nonce = nonce
    self.box = box
  }

  /// Printed as text and as a QR code.
  package var link: String {
    let octets = salt + nonce + box
    return Self.linkStart + Base64URLText.text(of: octets + BigEndian.octets(of: Self.check(of: octets)))
  }

  /// Reads what was printed; blanks and line ends anywhere in it are passed over.
  package init(link: String) throws(InvitationError) {
    let text = Array(link.utf8.filter { $0 > 0x20 })
    let start = Array(Self.linkStart.utf8)
    guard text.starts(with: start) else { throw .notALink }
    guard text.count <= start.count + Self.largestBox * 2,
      let octets = Base64URLText.octets(of: String(decoding: text[start.count...], as: UTF8.self))
    else { throw .damaged }
    let split = Self.saltCount + SealFunctions.nonceCount
    let end = octets.count - Self.checkCount
    // What was typed or cut wrongly is told from words that do not open it.
    guard end > split, Array(octets[end...]) == BigEndian.octets(of: Self.check(of: octets[..<end])),
      let sheet = RecoverySheet(
        salt: Array(octets[..<Self.saltCount]), nonce: Array(octets[Self.saltCount..<split]),
        box: Array(octets[split..<end]))
    else { throw .damaged }
    self = sheet
  }

  private static let checkCount = 4

  /// The CRC-32 of ISO/IEC 13239, which finds slips and cuts.
  private static func check(of octets: some Sequence<UInt8>) -> UInt32 {
    ~octets.reduce(~0) { check, octet in
      (0..<8).reduce(check ^ UInt32(octet)) { rest, _ in rest & 1 != 0 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
