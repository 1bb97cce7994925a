import ProofOfTap
import TagFormats
import Testing

/// Keys of cards made from a master key, as NXP's AN10922 has them.
struct DiversifiedKeyTests {
  private static let master = MasterKey([
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
  ])!

  /// The example of section 2.2.1 of the note: UID, application and system in one input.
  @Test func theExampleOfTheNote() {
    let input: [UInt8] = [
      0x04, 0x78, 0x2E, 0x21, 0x80, 0x1D, 0x80, 0x30, 0x42, 0xF5, 0x4E, 0x58, 0x50, 0x20, 0x41, 0x62, 0x75,
    ]
    #expect(
      Self.master.diversified(by: input) == [
        0xA8, 0xDD, 0x63, 0xA3, 0xB8, 0x9D, 0x54, 0xB3, 0x7C, 0xA8, 0x02, 0x47, 0x3F, 0xDA, 0x91, 0x75,
      ])
  }

  /// Where two whole blocks are a CMAC's own, the key is the CMAC of all.
  @Test func aLongInputIsAnOrdinaryCode() throws {
    let key = [UInt8](0..<16)
    let master = try #require(MasterKey(key))
    let cipher = try #require(AES128(key: key))
    for count in 16...31 {
      let input = (0..<count).map { UInt8($0 * 3 + 1) }
      #expect(master.diversified(by: input) == cipher.cmac([1] + input), "\(count)")
    }
    #expect(master.diversified(by: []) == nil && master.diversified(by: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(MasterKey([1]) == nil)
  }

  @Test func eachCardHasItsOwnAndAllHideTheirUIDAlike() throws {
    let uids = (0..<200).map { [0x04, 1, 2, 3, 4, 5, UInt8($0)] as [UInt8] }
    let keys = try uids.map { try #require(Self.master.signingKeys(of: $0, chip: .ntag424DNA)) }
    #expect(Set(keys.map(\.fileKey)).count == 200)
    #expect(Set(keys.map(\.metaKey)) == [try #require(Self.master.metaKey)])
    let small = try uids.map { try #require(Self.master.signingKeys(of: $0, chip: .ntag413DNA)) }
    #expect(small.allSatisfy { $0.metaKey == $0.fileKey } && Set(small.map(\.metaKey)).count == 200)
    #expect(Self.master.signingKeys(of: [1, 2, 3, 4], chip: .ntag424DNA) == nil)
  }
}
