internal import COpenSSL
import Glibc
package import LinuxRuntime

/// The key that signs an extension's package; the extension's id follows from its public half.
@safe package final class PackageKey {
  private let key: OpaquePointer

  /// Makes a new key: RSA with 2048 bits, as browsers ask.
  package init() throws(SystemError) {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
      throw SystemError("EVP_PKEY_CTX_new_from_name", EIO)
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
      unsafe EVP_PKEY_keygen(context, &made) == 1, let made = unsafe made
    else { throw SystemError("EVP_PKEY_keygen", EIO) }
    unsafe key = made
  }

  /// Restores a key from what ``octets`` gave.
  package init(_ octets: [UInt8]) throws(SystemError) {
    let read: OpaquePointer? = unsafe octets.withUnsafeBufferPointer { buffer in
      var place = buffer.baseAddress
      return unsafe d2i_PrivateKey(EVP_PKEY_RSA, nil, &place, buffer.count)
    }
    guard let read = unsafe read else { throw SystemError("d2i_PrivateKey", EIO) }
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
  package func signature(over octets: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw SystemError("EVP_MD_CTX_new", EIO) }
    defer { unsafe EVP_MD_CTX_free(context) }
    var size = 0
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      unsafe EVP_DigestSign(context, nil, &size, octets, octets.count) == 1
    else { throw SystemError("EVP_DigestSignInit", EIO) }
    var signature = [UInt8](repeating: 0, count: size)
    guard unsafe EVP_DigestSign(context, &signature, &size, octets, octets.count) == 1 else {
      throw SystemError("EVP_DigestSign", EIO)
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
