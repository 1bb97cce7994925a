/// BLAKE2b without a key (RFC 7693): what `b2sum` prints. For what is digested so often, or so early, that no library
/// should be opened for it.
package enum BLAKE2b {
  /// The digest of some octets, in `count` octets: 1 to 64.
  package static func digest(of octets: [UInt8], count: Int) -> [UInt8] {
    precondition((1...64).contains(count), "a digest of BLAKE2b has 1 to 64 bytes")
    var state = State(count: count)
    var words = SIMD16<UInt64>.zero
    var place = 0
    unsafe octets.withUnsafeBytes { bytes in
      while place + State.blockLength < bytes.count {
        for word in 0..<16 {
          words[word] = UInt64(
            littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place + 8 * word, as: UInt64.self))
        }
        place += State.blockLength
        state.mix(words, upTo: UInt64(place), isLast: false)
      }
    }
    // The last block is filled up with zeros.
    for word in 0..<16 { words[word] = lastWord(octets, place + 8 * word) }
    state.mix(words, upTo: UInt64(octets.count), isLast: true)
    return (0..<count).map { UInt8(truncatingIfNeeded: state.word($0 / 8) >> UInt64(8 * ($0 % 8))) }
  }

  /// A word of the last block, with zeros after the end of the message.
  private static func lastWord(_ octets: [UInt8], _ first: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in first..<max(first, min(first + 8, octets.count)) {
      value |= UInt64(octets[place]) << UInt64(8 * (place - first))
    }
    return value
  }

  /// The chained state, as two rows of four words each.
  private struct State {
    static let blockLength = 128

    private var low: SIMD4<UInt64>
    private var high: SIMD4<UInt64>

    /// The first words of the fractional parts of the square roots of the first eight primes, as SHA-512 has them.
    private static let lowStart = SIMD4<UInt64>(
      0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1)
    private static let highStart = SIMD4<UInt64>(
      0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179)

    init(count: Int) {
      low = Self.lowStart
      low[0] ^= 0x0101_0000 ^ UInt64(count)
      high = Self.highStart
    }

    func word(_ number: Int) -> UInt64 { number < 4 ? low[number] : high[number - 4] }

    /// Mixes a block in. Nothing here is as long as 2^64 octets: the upper word of the length stays zero.
    mutating func mix(_ words: SIMD16<UInt64>, upTo length: UInt64, isLast: Bool) {
      var rows = Rows(one: low, two: high, three: Self.lowStart, four: Self.highStart)
      rows.four[0] ^= length
      if isLast { rows.four[2] = ~rows.four[2] }
      // The order in which each round takes the words.
      rows.turn(words, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
      rows.turn(words, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
      rows.turn(words, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
      rows.turn(words, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
      rows.turn(words, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
      rows.turn(words, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
      rows.turn(words, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
      rows.turn(words, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
      rows.turn(words, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
      rows.turn(words, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
      rows.turn(words, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
      rows.turn(words, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
      low ^= rows.one ^ rows.three
      high ^= rows.two ^ rows.four
    }
  }

  private struct Rows {
    var one: SIMD4<UInt64>
    var two: SIMD4<UInt64>
    var three: SIMD4<UInt64>
    var four: SIMD4<UInt64>

    @inline(__always)
    mutating func turn(
      _ w: SIMD16<UInt64>, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Int,
      _ j: Int, _ k: Int, _ l: Int, _ m: Int, _ n: Int, _ o: Int, _ p: Int
    ) {
      mix(SIMD4(w[a], w[c], w[e], w[g]), SIMD4(w[b], w[d], w[f], w[h]))
      // The diagonals become columns, and are put back.
      (two, three, four) = (two.turned(1), three.turned(2), four.turned(3))
      mix(SIMD4(w[i], w[k], w[m], w[o]), SIMD4(w[j], w[l], w[n], w[p]))
      (two, three, four) = (two.turned(3), three.turned(2), four.turned(1))
    }

    @inline(__always)
    private mutating func mix(_ first: SIMD4<UInt64>, _ second: SIMD4<UInt64>) {
      one = one &+ two &+ first
      four = (four ^ one).rotated(32)
      three = three &+ four
      two = (two ^ three).rotated(24)
      one = one &+ two &+ second
      four = (four ^ one).rotated(16)
      three = three &+ four
      two = (two ^ three).rotated(63)
    }
  }
}

extension SIMD4<UInt64> {
  /// Each word with its bits moved round to the right.
  @inline(__always)
  fileprivate func rotated(_ bits: UInt64) -> Self { self &>> bits | self &<< (64 - bits) }

  /// The words moved round to the left.
  @inline(__always)
  fileprivate func turned(_ places: Int) -> Self {
    Self(self[places & 3], self[(places + 1) & 3], self[(places + 2) & 3], self[(places + 3) & 3])
  }
}
