internal import COpenSSL
import Glibc
package import LinuxRuntime

/// A key that signs what one person shows others (Ed25519, RFC 8032). OpenSSL is opened when it is first needed.
@safe package final class SigningKey {
  private let key: OpaquePointer

  /// The length of a secret and of a public half, in octets.
  package static let length = 32

  /// `secret` must be 32 octets that no one else knows.
  package init(secret: [UInt8]) throws(SystemError) {
    guard secret.count == Self.length, let key = unsafe focuskey_signing_key(secret) else {
      throw SystemError("EVP_PKEY_new_raw_private_key", EIO)
    }
    unsafe self.key = key
  }

  deinit { unsafe EVP_PKEY_free(key) }

  package var publicOctets: [UInt8] {
    var octets = [UInt8](repeating: 0, count: Self.length)
    var size = octets.count
    return unsafe EVP_PKEY_get_raw_public_key(key, &octets, &size) == 1 ? octets : []
  }

  package func signature(over octets: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { throw SystemError("EVP_MD_CTX_new", EIO) }
    defer { unsafe EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var size = signature.count
    guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      unsafe EVP_DigestSign(context, &signature, &size, octets, octets.count) == 1
    else { throw SystemError("EVP_DigestSign", EIO) }
    return signature
  }

  package static func isRight(_ signature: [UInt8], over octets: [UInt8], of publicOctets: [UInt8]) -> Bool {
    guard signature.count == 64, publicOctets.count == length,
      let key = unsafe focuskey_verifying_key(publicOctets)
    else { return false }
    defer { unsafe EVP_PKEY_free(key) }
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, octets, octets.count) == 1
  }
}
