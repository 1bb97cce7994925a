import BoardSigning
import LinuxRuntime
import Octets
import Testing

/// Ed25519 by the installed OpenSSL, held against RFC 8032, 7.1.
@Suite struct SigningKeyTests {
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func theVectorsOfTheStandard(secret: String, key: String, message: String, signature: String) throws {
    let made = try SigningKey(secret: try HexText.octets(of: secret))
    #expect(HexText.text(of: made.publicOctets) == key)
    let octets = try HexText.octets(of: message)
    #expect(HexText.text(of: try made.signature(over: octets)) == signature)
    let signed = try HexText.octets(of: signature)
    #expect(SigningKey.isRight(signed, over: octets, of: made.publicOctets))
    for place in signed.indices {
      var other = signed
      other[place] ^= 1
      #expect(!SigningKey.isRight(other, over: octets, of: made.publicOctets))
    }
    #expect(!SigningKey.isRight(signed, over: octets + [0], of: made.publicOctets))
    #expect(!SigningKey.isRight([], over: octets, of: made.publicOctets))
  }

  @Test func aSecretHasThirtyTwoOctets() {
    #expect(throws: SystemError.self) { try SigningKey(secret: [1, 2, 3]) }
  }
}
