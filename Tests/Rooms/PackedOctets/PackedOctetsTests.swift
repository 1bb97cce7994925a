import PackedOctets
import Testing

@Suite("Octets that zlib packs")
struct PackedOctetsTests {
  private let contents: [[UInt8]] = [
    [0], Array("focus ".utf8), (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) },
    [UInt8](repeating: 7, count: 1_000_000), (0..<70_000).map { _ in .random(in: 0...255) },
  ]

  @Test("what was packed comes back, and only with the count that it had")
  func backAgain() throws {
    for plain in contents {
      let packed = try #require(PackedOctets.pack(plain))
      #expect(PackedOctets.unpack(packed, count: plain.count) == plain)
      #expect(PackedOctets.unpack(packed, count: plain.count - 1) == nil || plain.count == 1)
      #expect(PackedOctets.unpack(packed, count: plain.count + 1) == nil)
      #expect(PackedOctets.unpack(Array(packed.dropLast()), count: plain.count) == nil)
    }
    #expect(PackedOctets.unpack([1, 2, 3], count: 10) == nil)
  }

  @Test("what repeats itself becomes small")
  func small() throws {
    #expect(try #require(PackedOctets.pack([UInt8](repeating: 7, count: 1_000_000))).count < 2000)
    #expect(PackedOctets.gzip([UInt8](repeating: 7, count: 1000)).map { $0.prefix(2) == [0x1F, 0x8B] } == true)
    #expect(PackedOctets.gzip([1, 2, 3]) == nil)
  }
}
