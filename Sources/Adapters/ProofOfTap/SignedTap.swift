/// A tap that an NTAG 424 DNA has signed (secure unique NFC message): UID, a counter that rises with each tap, and a
/// code over both and over a part of the link.
///
/// The steps are those of NXP's AN12196, for LRP mode with the primitive of its AN12304.
package struct SignedTap: Equatable, Sendable {
  /// The seven octets of the UID.
  package var uid: [UInt8]
  package var counter: UInt32

  /// UID and counter come in the clear; the counter's six digits have the highest octet first.
  package init?(uid: [UInt8], counter: UInt32) {
    guard uid.count == 7, counter <= 0xFF_FFFF else { return nil }
    self.uid = uid
    self.counter = counter
  }

  /// A tap out of the encrypted octets `PICCData`: sixteen in AES mode, 24 in LRP mode.
  ///
  /// - Returns: `nil` if they are of the other mode, were not encrypted with this key, or hold no UID or no counter.
  package init?(encrypted: [UInt8], metaKey: some TapCipher) {
    // The tag octet: bit 80 a UID is there, bit 40 a counter, low half the UID's length.
    guard let plain = metaKey.tapData(encrypted), plain[0] == 0xC7 else { return nil }
    uid = Array(plain[1..<8])
    counter = UInt32(plain[8]) | UInt32(plain[9]) << 8 | UInt32(plain[10]) << 16
  }

  /// The counter with its lowest octet first, as all computations take it.
  private var counterOctets: [UInt8] {
    [
      UInt8(truncatingIfNeeded: counter), UInt8(truncatingIfNeeded: counter >> 8),
      UInt8(truncatingIfNeeded: counter >> 16),
    ]
  }

  /// The code: every second octet of the full one.
  ///
  /// - Parameter signed: the text of the file from where the code begins to count up to where it is; empty if both
  ///   are one place.
  package func code(_ fileKey: some TapCipher, over signed: [UInt8]) -> [UInt8] {
    let full = fileKey.fullCode(of: uid + counterOctets, over: signed)
    return stride(from: 1, to: full.count, by: 2).map { full[$0] }
  }

  /// Compares the codes in constant time.
  package func isSigned(by code: [UInt8], _ fileKey: some TapCipher, over signed: [UInt8]) -> Bool {
    let right = self.code(fileKey, over: signed)
    guard right.count == 8, code.count == 8 else { return false }
    // Both signs bind alike in Swift: without the inner pair, later octets would undo what earlier ones differ in.
    return zip(right, code).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Decrypts the file data; `nil` if it is not whole blocks.
  package func decrypted(_ data: [UInt8], _ fileKey: some TapCipher) -> [UInt8]? {
    fileKey.fileData(data, of: uid + counterOctets, counter: counterOctets)
  }
}
