internal import COpenSSL

/// The key that a package of an extension is signed with; its public half is what the extension's id follows from.
@safe package final class PackageKey {
  private let key: OpaquePointer

  /// Why there is no key.
  package struct KeyError: Error, Equatable, Sendable {
    /// What OpenSSL did not do.
    package let call: String
  }

  /// Makes a new one: RSA with 2048 bits, as browsers ask.
  package init() throws(KeyError) {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
      throw KeyError(call: "EVP_PKEY_CTX_new_from_name")
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
      unsafe EVP_PKEY_keygen(context, &made) == 1, let made = unsafe made
    else { throw KeyError(call: "EVP_PKEY_keygen") }
    unsafe key = made
  }

  /// Takes one up again.
  ///
  /// - Parameter octets: what ``octets`` gave.
  package init(_ octets: [UInt8]) throws(KeyError) {
    let read: OpaquePointer? = unsafe octets.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return unsafe d2i_PrivateKey(EVP_PKEY_RSA, nil, &place, buffer.count)
    }
    guard let read = unsafe read else { throw KeyError(call: "d2i_PrivateKey") }
    unsafe key = read
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// The whole key, for a file that nobody else may read.
  package var octets: [UInt8] {
    unsafe Self.written { place in unsafe i2d_PrivateKey(key, place) }
  }

  /// The public half (SubjectPublicKeyInfo in DER).
  package var publicOctets: [UInt8] {
    unsafe Self.written { place in unsafe i2d_PUBKEY(key, place) }
  }

  /// The signature over octets: RSA with SHA-256 (PKCS #1 1.5).
  package func signature(over octets: [UInt8]) throws(KeyError) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw KeyError(call: "EVP_MD_CTX_new") }
    defer { unsafe EVP_MD_CTX_free(context) }
    var size = 0
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      unsafe EVP_DigestSign(context, nil, &size, octets, octets.count) == 1
    else { throw KeyError(call: "EVP_DigestSignInit") }
    var signature = [UInt8](repeating: 0, count: size)
    guard unsafe EVP_DigestSign(context, &signature, &size, octets, octets.count) == 1 else {
      throw KeyError(call: "EVP_DigestSign")
    }
    return Array(signature[..<size])
  }

  /// OpenSSL's writers tell the size first, and move the place that they are given.
  private static func written(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    let size = write(nil)
    guard size > 0 else { return [] }
    var octets = [UInt8](repeating: 0, count: Int(size))
    unsafe octets.withUnsafeMutableBufferPointer { buffer in
      var place = buffer.baseAddress
      _ = unsafe write(&place)
    }
    return octets
  }
}
