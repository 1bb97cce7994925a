import Octets
import ProofOfTap
import Testing

@testable import TagFormats

/// The proofs and sessions against numbers that others have written down.
@Suite struct KeySessionTests {
  private static func ciphers(_ chance: String) -> CardCiphers {
    let octets = hex(chance)
    return .openSSL { count in Array(octets.prefix(count)) }
  }

  /// NXP's AN12196, sections "AuthenticateEV2First with key 00" and "key 03".
  @Test(arguments: [
    (
      "13c5db8a5930439fc3def9a4c675360f", "a04c124213c186f22399d33ac2a30215",
      "35c3e05a752e0144bac0de51c1f22c56b34408a23d8aea266cab947ea8e0118d",
      "3fa64db5446d1f34cd6ea311167f5e4985b89690c04a05f17fa7ab2f08120663"
    ),
    (
      "b98f4c50cf1c2e084fd150e33992b048", "b875ceb0e66a6c5cd00898dc371f92d1",
      "ff0306e47dfbc50087c4d8a78e88e62de1e8be457aa477c707e2f0874916a8b1",
      "0cc9a8094a8eea683ecaac5c7bf20584206d0608d477110fc6b3d5d3f65c3a6a"
    ),
  ])
  func anAESKeyIsProven(chance: String, riddle: String, answer: String, solution: String) throws {
    let proof = try #require(KeyProof(.factoryAES, riddle: hex(riddle), ciphers: Self.ciphers(chance)))
    #expect(proof.command.octets == hex("90af000020") + hex(answer) + [0])
    #expect(proof.session(after: hex(solution)) != nil)
    var wrong = hex(solution)
    wrong[20] ^= 1
    #expect(proof.session(after: wrong) == nil)
    #expect(proof.session(after: []) == nil)
    #expect(KeyProof(.factoryAES, riddle: [1], ciphers: Self.ciphers(chance)) == nil)
  }

  /// The same note, sections "WriteData" to the message's file (a whole number of blocks) and to the proprietary file,
  /// each in full protection.
  @Test func aSealedCommandIsThatOfTheNote() throws {
    let proof = try #require(
      KeyProof(
        .factoryAES, riddle: hex("b875ceb0e66a6c5cd00898dc371f92d1"),
        ciphers: Self.ciphers("b98f4c50cf1c2e084fd150e33992b048")))
    var session = try #require(
      proof.session(after: hex("0cc9a8094a8eea683ecaac5c7bf20584206d0608d477110fc6b3d5d3f65c3a6a")))
    let plain = CommandAPDU(octets: hex("908d000011030000000a00000102030405060708090a00"))
    let sealed = session.sealed(try #require(plain), after: 7)
    #expect(sealed.octets == hex("908d00001f030000000a00006b5e6804909962fc4e3ff5522cf0f8436c0c53315b9c73aa00"))
    let isBelieved = session.counts(code: hex("c26d236e4a7c046d"))
    #expect(isBelieved)
    // The code counts: the same one is not believed again.
    let isBelievedAgain = session.counts(code: hex("c26d236e4a7c046d"))
    #expect(!isBelievedAgain)
  }

  /// A trace of a DESFire with its key of zeroes, from the forum of mifare.net (reply 28755): the reader's number is
  /// zero.
  @Test func aDESKeyIsProven() throws {
    let proof = try #require(
      KeyProof(.factoryDES, riddle: hex("a48300fb5e29fd78"), ciphers: Self.ciphers("0000000000000000")))
    #expect(proof.command.octets == hex("90af0000108ca64de9c1b123a7edbfce53486b6d0000"))
    #expect(proof.session(after: hex("8ca64de9c1b123a7")) != nil)
    #expect(proof.session(after: hex("8ca64de9c1b123a8")) == nil)
  }

  @Test func whatIsSealedIsOpened() throws {
    let des = DESSession(reader: octets(8), card: octets(8, from: 99), ciphers: Self.ciphers(""))
    let (reader, card) = (octets(16), octets(16, from: 99))
    var lrp = AESSession(lrp: zeros(16), reader: reader, card: card, ciphers: Self.ciphers(""))
    _ = lrp.telling(octets(4))
    let sessions = [
      AESSession(key: zeros(16), reader: reader, card: card, identifier: octets(4), ciphers: Self.ciphers("")), lrp,
    ]
    for count in 0...33 {
      let data = octets(count, from: 3)
      let sealed = des.sealed(data)
      #expect(sealed.count % 8 == 0)
      #expect(des.opened(sealed, count: count) == data)
      var spoilt = sealed
      spoilt[0] ^= 0x80
      #expect(des.opened(spoilt, count: count) != data)
      for session in sessions {
        var (one, other) = (session, session)
        let signed = one.sealed(0x5F, head: [2], data: data)
        let (wrong, right) = (other.opened(0x5E, signed, headCount: 1), other.opened(0x5F, signed, headCount: 1))
        #expect(wrong == nil && right == data)
      }
    }
    #expect(des.opened(zeros(7), count: 2) == nil)
    for var session in sessions {
      let nothing = session.opened(0x5F, zeros(9), headCount: 1)
      #expect(nothing == nil)
    }
  }

  /// NXP's AN12321, "AuthenticateLRPFirst": the riddle is longer, and both sides prove the session's own key.
  @Test func aKeyIsProvenInLRPMode() throws {
    let key = CardKey.aesOrLRP(zeros(16))
    #expect(key.beginning(0).octets == hex("9071000008 0006020000000000 00"))
    let chance = "74d7df6a2cec0b72b412de0d2b1117e6"
    let riddle = hex("0156109a31977c855319cd4618c9d2aed2")
    let proof = try #require(KeyProof(key, riddle: riddle, ciphers: Self.ciphers(chance)))
    #expect(proof.command.octets == hex("90af000020" + chance + "189b59dcedc31a3d3f38ef8d4810b3b4 00"))
    let solution = hex("f4fc209d9d60623588b299fa5d6b2d710125f8547d9fb8d572c90d2c2a14e235")
    let session = try #require(proof.session(after: solution))
    #expect(session.isLRP)
    for place in [0, 15, 16, 31] {
      var wrong = solution
      wrong[place] ^= 1
      #expect(proof.session(after: wrong) == nil)
    }
    #expect(proof.session(after: []) == nil)
    #expect(KeyProof(key, riddle: [2] + riddle[1...], ciphers: Self.ciphers(chance)) == nil)
    // A card in AES mode answers the same question with the shorter riddle.
    let aes = try #require(
      KeyProof(
        key, riddle: hex("a04c124213c186f22399d33ac2a30215"), ciphers: Self.ciphers("13c5db8a5930439fc3def9a4c675360f"))
    )
    let other = try #require(
      aes.session(after: hex("3fa64db5446d1f34cd6ea311167f5e4985b89690c04a05f17fa7ab2f08120663")))
    #expect(!other.isLRP)
  }

  /// WriteData in full protection, with numbers that public tools are tested with.
  @Test func aCommandIsSealedInLRPMode() {
    var session = AESSession(
      lrp: zeros(16), reader: hex("08a6953c60bc3d3423855751d644ed51"), card: hex("000000000000e53766689732e2a203ff"),
      ciphers: Self.ciphers(""))
    _ = session.telling(hex("204f2276"))
    let head = hex("03000000030000")
    let sealed = session.sealed(0x8D, head: head, data: [1, 2, 3])
    #expect(sealed == head + hex("eaf0fad0430ecdc947a822e12ec8d5f3 bb75f218b405fdbc"))
    // Each block has a number of its own: the same data come out otherwise.
    let again = session.sealed(0x8D, head: head, data: [1, 2, 3])
    #expect(again[7..<23] != sealed[7..<23])
  }

  /// CRC_A by its definition in ISO 14443-3, annex B: the standard's own example, 12 34 gives 26 CF.
  @Test func theChecksumIsThatOfTheStandard() {
    #expect(DESSession.checksum([0x12, 0x34]) == [0x26, 0xCF])
  }
}
