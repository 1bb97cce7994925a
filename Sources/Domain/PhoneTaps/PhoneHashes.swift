/// The two functions that proofs are made with. The caller lends them, so that this room needs no library.
package struct PhoneHashes: Sendable {
  /// HMAC-SHA-256 of a message (RFC 2104): 32 octets.
  package var code: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
  /// SHA-256: 32 octets.
  package var digest: @Sendable ([UInt8]) -> [UInt8]

  package init(
    code: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8],
    digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.code = code
    self.digest = digest
  }
}

/// Compares proofs in constant time, wherever the first difference is.
func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  var difference: UInt8 = 0
  for index in one.indices { difference |= one[index] ^ other[index] }
  return difference == 0
}
