import GuardRehearsal
import Guarding
import RealParts
import Testing

@Suite struct RandomGuards {
  @Test("100,000 random scripts come to the same as intervals without a clock", .longWork)
  func secondModel() {
    for seed in 0..<UInt64(100_000) {
      let script = GuardScript(seed: seed)
      let (machine, plain) = (script.run(), script.runPlainly())
      guard machine == plain else {
        Issue.record("seed \(seed):\n\(script.deeds)\n\(script.end)\n\(machine)\n\(plain)")
        return
      }
    }
  }
}
