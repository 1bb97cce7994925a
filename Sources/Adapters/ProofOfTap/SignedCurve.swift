internal import COpenSSL

package enum SignedCurve: String, Sendable, CaseIterable {
  /// 128 bits: NTAG 21x, NTAG 5, Ultralight EV1.
  case secp128r1
  /// 192 bits, P-192 by NIST: Ultralight AES. OpenSSL knows it by the name of X9.62.
  case secp192r1 = "prime192v1"
  /// 224 bits: NTAG 424 DNA, DESFire.
  case secp224r1

  /// The size of one coordinate, in octets.
  var size: Int {
    switch self {
    case .secp128r1: 16
    case .secp192r1: 24
    case .secp224r1: 28
    }
  }

  /// `signature` is r, then s. The message is not hashed and must not be longer than the curve.
  package func verifies(_ signature: [UInt8], over message: [UInt8], by publicKey: [UInt8]) -> Bool {
    guard signature.count == size * 2, publicKey.count == size * 2 + 1, message.count <= size else { return false }
    let encoded = Self.derSequence(signature[..<size], signature[size...])
    // Each object is freed where it was made.
    guard let key = unsafe key(publicKey) else { return false }
    defer { unsafe EVP_PKEY_free(key) }
    guard let verifier = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return false }
    defer { unsafe EVP_PKEY_CTX_free(verifier) }
    guard unsafe EVP_PKEY_verify_init(verifier) == 1 else { return false }
    let verdict = unsafe EVP_PKEY_verify(verifier, encoded, encoded.count, message, message.count)
    // What a refused signature leaves in this thread's queue of errors would be found by somebody else.
    ERR_clear_error()
    return verdict == 1
  }

  /// Whether `publicKey` is a point of the curve.
  package func holds(publicKey: [UInt8]) -> Bool {
    guard publicKey.count == size * 2 + 1, let key = unsafe key(publicKey) else {
      ERR_clear_error()
      return false
    }
    unsafe EVP_PKEY_free(key)
    return true
  }

  /// The key for OpenSSL, which the caller must free; `nil` if it is not a point of the curve.
  private func key(_ publicKey: [UInt8]) -> OpaquePointer? {
    guard let maker = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
    defer { unsafe EVP_PKEY_CTX_free(maker) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_paramgen_init(maker) == 1, unsafe EVP_PKEY_CTX_set_group_name(maker, rawValue) == 1,
      unsafe EVP_PKEY_paramgen(maker, &key) == 1
    else { return nil }
    guard unsafe EVP_PKEY_set1_encoded_public_key(key, publicKey, publicKey.count) == 1 else {
      unsafe EVP_PKEY_free(key)
      return nil
    }
    return unsafe key
  }

  /// The two numbers as ASN.1 wants them: without leading zeroes, with one where the highest bit would read as a sign.
  private static func derSequence(_ r: ArraySlice<UInt8>, _ s: ArraySlice<UInt8>) -> [UInt8] {
    let body = derInteger(r) + derInteger(s)
    return [0x30, UInt8(body.count)] + body
  }

  private static func derInteger(_ number: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(number.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return [0x02, UInt8(digits.count)] + digits
  }
}
