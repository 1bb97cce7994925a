import Digests
import TestSupport
import Testing

/// The digest beside the one that coreutils prints.
@Suite struct BLAKE2bTests {
  private func peer(_ octets: [UInt8], count: Int) throws -> String {
    let outcome = try BuiltProgram(at: "/usr/bin/b2sum").run(["-l", "\(8 * count)"], input: octets)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return String(outcome.output.prefix { $0 != " " })
  }

  private func text(_ octets: [UInt8]) -> String {
    octets.map { String(0x100 + Int($0), radix: 16).suffix(2) }.joined()
  }

  @Test("it is the one of RFC 7693, appendix A")
  func standard() {
    let digest = BLAKE2b.digest(of: Array("abc".utf8), count: 64)
    #expect(text(digest).hasPrefix("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"))
  }

  @Test("it is what b2sum prints", arguments: [0, 1, 7, 8, 63, 64, 127, 128, 129, 255, 256, 257, 1000, 4096])
  func besideCoreutils(length: Int) throws {
    let octets = (0..<length).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + length) }
    for count in [16, 32, 64] {
      #expect(text(BLAKE2b.digest(of: octets, count: count)) == (try peer(octets, count: count)))
    }
  }

  @Test("each bit of a message counts")
  func bits() {
    let octets = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let digest = BLAKE2b.digest(of: octets, count: 16)
    for bit in 0..<octets.count * 8 {
      var other = octets
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(BLAKE2b.digest(of: other, count: 16) != digest)
    }
  }
}
