package import TagFormats

extension CardCiphers {
  /// `chance` returns that many unpredictable octets.
  package static func openSSL(chance: @escaping @Sendable (_ count: Int) -> [UInt8]) -> CardCiphers {
    CardCiphers(
      des: { block, key, direction in
        // OpenSSL keeps plain DES apart as outdated; three times the same key is the same cipher.
        Cipher.run(.tripleDES, block, key: key + key + key, initial: [], direction)
      },
      aes: { octets, key, initial, direction in
        Cipher.run(.aesChained, octets, key: key, initial: initial, direction)
      },
      code: { message, key in AES128(key: key)?.cmac(message) ?? [UInt8](repeating: 0, count: 16) },
      resilientCode: { message, key in LRP128(key: key)?.cmac(message) ?? [UInt8](repeating: 0, count: 16) },
      resilientBlocks: { octets, key, standIn, counter, direction in
        LRP128(key: key)?.counted(octets, standIn, counter: counter, direction)
          ?? [UInt8](repeating: 0, count: octets.count)
      },
      chance: chance)
  }
}
