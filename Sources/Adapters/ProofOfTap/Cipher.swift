internal import COpenSSL
internal import TagFormats

/// One of OpenSSL's ciphers over whole blocks.
enum Cipher {
  case aesBlocks
  case aesChained
  case tripleDES

  private var blockSize: Int { self == .tripleDES ? 8 : 16 }
  private var keySize: Int { self == .tripleDES ? 24 : 16 }

  /// Returns as many octets as went in; zeroes for partial blocks or a key of the wrong length.
  static func run(
    _ cipher: Cipher, _ octets: [UInt8], key: [UInt8], initial: [UInt8], _ direction: CardCiphers.Direction
  ) -> [UInt8] {
    let nothing = [UInt8](repeating: 0, count: octets.count)
    var result = [UInt8](repeating: 0, count: octets.count + 16)
    var written: Int32 = 0
    guard octets.count % cipher.blockSize == 0, key.count == cipher.keySize,
      cipher != .aesChained || initial.count == 16, let context = unsafe EVP_CIPHER_CTX_new()
    else { return nothing }
    // The pointers live for the calls only; the result has a block of room to spare, as EVP asks for.
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    let algorithm =
      switch cipher {
      case .aesBlocks: unsafe EVP_aes_128_ecb()
      case .aesChained: unsafe EVP_aes_128_cbc()
      case .tripleDES: unsafe EVP_des_ede3_ecb()
      }
    guard
      unsafe EVP_CipherInit_ex(
        context, algorithm, nil, key, cipher == .aesChained ? initial : nil, direction == .enciphering ? 1 : 0) == 1,
      unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1,
      unsafe EVP_CipherUpdate(context, &result, &written, octets, Int32(octets.count)) == 1
    else { return nothing }
    return Array(result.prefix(octets.count))
  }
}
