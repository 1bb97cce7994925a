import SyncProtocol
import Testing

@Suite("Sizes of sealed messages")
struct SizeStepsTests {
  @Test("a message is filled up to the smallest of 128, 256, 512 ... octets that takes it and a mark")
  func steps() {
    #expect([0, 1, 127, 128, 255, 256, 5000].map { SizeSteps.step(for: $0) } == [128, 128, 128, 256, 256, 512, 8192])
    #expect(SizeSteps.step(for: SizeSteps.largest - 1) == SizeSteps.largest)
    #expect(SizeSteps.step(for: SizeSteps.largest) == nil)
    #expect(SizeSteps.step(for: -1) == nil)
  }

  @Test("what was filled comes back, also where the message ends like filling")
  func backAgain() throws {
    for message in [
      [], [0x80], [0, 0], [0x80, 0, 0], [UInt8](repeating: 0, count: 127), [UInt8](repeating: 9, count: 900),
    ] {
      let filled = try #require(SizeSteps.filled(message))
      #expect(SizeSteps.isStep(filled.count))
      #expect(SizeSteps.message(of: filled) == message)
    }
  }

  @Test("filling of another kind is refused, also one that is longer than it has to be")
  func otherFillings() {
    #expect(SizeSteps.message(of: [UInt8](repeating: 0, count: 128)) == nil)
    #expect(SizeSteps.message(of: [UInt8](repeating: 1, count: 128)) == nil)
    #expect(SizeSteps.message(of: [1, 0x80] + [UInt8](repeating: 0, count: 254)) == nil)
    #expect(SizeSteps.message(of: [1, 0x80]) == nil)
    #expect(SizeSteps.message(of: []) == nil)
  }
}
