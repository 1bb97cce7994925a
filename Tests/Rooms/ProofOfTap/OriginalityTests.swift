import Octets
import ProofOfTap
import TagFormats
import Testing

private func hex(_ text: String) throws -> [UInt8] { try HexText.octets(of: text) }

@Suite struct OriginalityTests {
  /// The public sample of an NTAG 21x.
  static let uid = "04E10CDA993C80"
  static let signature = "8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3"

  @Test func thePublicSampleIsSigned() throws {
    let verdict = Originality(signature: try hex(Self.signature), uid: try hex(Self.uid), chip: .ntag213)
    #expect(verdict == .signed(by: .ntag21x))
    #expect(verdict.words.contains("signed by NXP"))
  }

  @Test func everyFlippedBitBreaksIt() throws {
    let signature = try hex(Self.signature)
    let uid = try hex(Self.uid)
    for bit in stride(from: 0, to: signature.count * 8, by: 5) {
      var wrong = signature
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Originality(signature: wrong, uid: uid, chip: .ntag216) == .wrong)
    }
    for bit in 0..<56 {
      var wrong = uid
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Originality(signature: signature, uid: wrong, chip: .ntag215) == .wrong)
    }
  }

  @Test func whatIsNoSignatureIsSaidSo() throws {
    let uid = try hex(Self.uid)
    #expect(Originality(signature: [UInt8](repeating: 0, count: 32), uid: uid, chip: .ntag213) == .blank)
    #expect(Originality(signature: try hex(Self.signature), uid: uid, chip: .ultralightEV1Small) == .wrong)
    #expect(Originality(signature: try hex(Self.signature), uid: uid, chip: .ntag203) == .unknownChip)
    #expect(Originality(signature: [1, 2, 3], uid: uid, chip: .ntag213) == .wrong)
    #expect(Originality(signature: [UInt8](repeating: 0xFF, count: 32), uid: uid, chip: .ntag213) == .wrong)
    var contents = CardContents(uid: uid, type: .type2, chip: .ntag213)
    #expect(Originality(of: contents) == .unknownChip)
    contents.signature = try hex(Self.signature)
    #expect(Originality(of: contents) == .signed(by: .ntag21x))
  }

  /// A key with a slip in it is hardly ever a point of its curve, and would make every verdict "wrong".
  @Test(arguments: Originality.Signer.allCases) func everyKeyIsAPointOfItsCurve(signer: Originality.Signer) {
    #expect(signer.curve.holds(publicKey: signer.publicKey))
    var moved = signer.publicKey
    moved[moved.count - 1] ^= 1
    #expect(!signer.curve.holds(publicKey: moved))
  }
}
