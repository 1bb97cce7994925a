import Octets
import Testing

@testable import ProofOfTap

private func hex(_ text: String) throws -> [UInt8] { try HexText.octets(of: text) }
private func key(_ text: String) throws -> AES128 { try #require(AES128(key: hex(text))) }

@Suite struct SignedTapTests {
  static let zero = String(repeating: "00", count: 16)

  /// RFC 4493, section 4.
  @Test(arguments: [
    ("", "bb1d6929e95937287fa37d129b756746"),
    ("6bc1bee22e409f96e93d7e117393172a", "070a16b46b4d4144f79bdd9dd04a287c"),
    (
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411",
      "dfa66747de9ae63030ca32611497c827"
    ),
    (
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52ef"
        + "f69f2445df4f9b17ad2b417be66c3710", "51f0bebf7e3b9d92fc49741779363cfe"
    ),
  ]) func cmacIsThatOfTheStandard(message: String, code: String) throws {
    #expect(try key("2b7e151628aed2a6abf7158809cf4f3c").cmac(hex(message)) == hex(code))
  }

  @Test func encryptedDataWithoutASignedText() throws {
    let keys = try key(Self.zero)
    let tap = try #require(SignedTap(encrypted: hex("EF963FF7828658A599F3041510671E88"), metaKey: keys))
    #expect(try tap.uid == hex("04DE5F1EACC040"))
    #expect(tap.counter == 61)
    #expect(try tap.code(keys, over: []) == hex("94EED9EE65337086"))
    #expect(try tap.isSigned(by: hex("94EED9EE65337086"), keys, over: []))
    #expect(try !tap.isSigned(by: hex("94EED9EE65337087"), keys, over: []))
    #expect(!tap.isSigned(by: [], keys, over: []))
  }

  /// An octet that differs is not made good by any later one: all pairs of a wrong octet and of what follows it.
  @Test func everyOctetOfTheCodeCounts() throws {
    let keys = try key(Self.zero)
    let tap = try #require(SignedTap(encrypted: hex("EF963FF7828658A599F3041510671E88"), metaKey: keys))
    let right = try hex("94EED9EE65337086")
    for place in 0..<7 {
      for bit in 0..<8 {
        for value in UInt8.min...UInt8.max {
          var forged = right
          forged[place] ^= 1 << bit
          forged[place + 1] = value
          #expect(!tap.isSigned(by: forged, keys, over: []))
          forged[7] = value
          #expect(!tap.isSigned(by: forged, keys, over: []))
        }
      }
    }
  }

  @Test func encryptedDataAndFile() throws {
    let keys = try key(Self.zero)
    let tap = try #require(SignedTap(encrypted: hex("FD91EC264309878BE6345CBE53BADF40"), metaKey: keys))
    #expect(try tap.uid == hex("04958CAA5C5E80"))
    #expect(tap.counter == 8)
    let data = "CEE9A53E3E463EF1F459635736738962"
    #expect(try tap.decrypted(hex(data), keys) == [UInt8](repeating: UInt8(ascii: "x"), count: 16))
    #expect(try keys.codeKey(of: tap.uid + [8, 0, 0]) == hex("3ED0920E5E6A0320D823D5987FEAFBB1"))
    #expect(try tap.code(keys, over: Array((data + "&cmac=").utf8)) == hex("ECC1E7F6C6C73BF6"))
  }

  @Test func theKeysOfATap() throws {
    let keys = try key("5ACE7E50AB65D5D51FD5BF5A16B8205B")
    let tap = try hex("04C767F2066180") + [1, 0, 0]
    #expect(try keys.dataKey(of: tap) == hex("66DA61797E23DECA5D8ECA13BBADF7A9"))
    #expect(try keys.codeKey(of: tap) == hex("3A3E8110E05311F7A3FCF0D969BF2B48"))
  }

  @Test func aPlainTap() throws {
    let keys = try key(Self.zero)
    let tap = try #require(SignedTap(uid: hex("041E3C8A2D6B80"), counter: 6))
    #expect(try tap.code(keys, over: []) == hex("4B00064004B0B3D3"))
  }

  @Test func whatIsNotATapIsRefused() throws {
    let keys = try key(Self.zero)
    #expect(SignedTap(encrypted: [], metaKey: keys) == nil)
    #expect(SignedTap(encrypted: [UInt8](repeating: 7, count: 24), metaKey: keys) == nil)
    #expect(SignedTap(encrypted: [UInt8](repeating: 7, count: 16), metaKey: keys) == nil)
    #expect(SignedTap(uid: [1], counter: 0) == nil)
    #expect(SignedTap(uid: try hex("041E3C8A2D6B80"), counter: 0x100_0000) == nil)
    #expect(AES128(key: [1]) == nil)
    #expect(try SignedTap(uid: hex("041E3C8A2D6B80"), counter: 1)?.decrypted([1, 2, 3], keys) == nil)
  }
}
