internal import COpenSSL

/// SHA-256, to recognise data without storing it.
package enum SHA256 {
  package static func digest(of octets: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var size: UInt32 = 0
    let done = unsafe EVP_Digest(octets, octets.count, &digest, &size, EVP_sha256(), nil)
    precondition(done == 1 && size == 32, "OpenSSL digests any octets unless memory is out")
    return digest
  }
}

/// HMAC-SHA-256 (RFC 2104), for proofs by a key that two sides share.
package enum HMACSHA256 {
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var size: UInt32 = 0
    let done = unsafe HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &size) != nil
    precondition(done && size == 32, "OpenSSL makes codes of any octets unless memory is out")
    return code
  }
}
