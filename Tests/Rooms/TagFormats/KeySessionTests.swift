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
    let aes = AESSession(
      key: zeros(16), reader: octets(16), card: octets(16, from: 99), identifier: octets(4), ciphers: Self.ciphers(""))
    for count in 0...33 {
      let data = octets(count, from: 3)
      let sealed = des.sealed(data)
      #expect(sealed.count % 8 == 0)
      #expect(des.opened(sealed, count: count) == data)
      var spoilt = sealed
      spoilt[0] ^= 0x80
      #expect(des.opened(spoilt, count: count) != data)
      let signed = aes.sealed(0x5F, head: [2], data: data)
      #expect(aes.opened(0x5F, signed, headCount: 1) == data)
      #expect(aes.opened(0x5E, signed, headCount: 1) == nil)
    }
    #expect(des.opened(zeros(7), count: 2) == nil)
    #expect(aes.opened(0x5F, zeros(9), headCount: 1) == nil)
  }

  /// CRC_A by its definition in ISO 14443-3, annex B: the standard's own example, 12 34 gives 26 CF.
  @Test func theChecksumIsThatOfTheStandard() {
    #expect(DESSession.checksum([0x12, 0x34]) == [0x26, 0xCF])
  }
}
