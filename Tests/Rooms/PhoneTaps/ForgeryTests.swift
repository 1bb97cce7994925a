import PhoneForgeries
import Testing

@testable import PhoneTaps

/// A generator whose run can be repeated from its seed (splitmix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Requests that nobody's phone made. `Endurance phone-forgeries` makes a million, with real proofs.
@Suite struct ForgeryTests {
  @Test func noneIsAcceptedAndEachIsRefusedByItsReason() {
    let hashes = PhoneHashes(code: { mixed($0 + [0] + $1) }, digest: { mixed($0) })
    var forger = Forger(hashes: hashes)
    var phones = forger.phones
    var chance = SeededGenerator(state: 14)
    var reasons: [String: Int] = [:]
    for _ in 0..<20_000 {
      let trial = forger.next(&chance)
      let before = phones.phones
      let verdict = phones.judge(trial.request, at: trial.now, chance: [UInt8](repeating: 7, count: 4), hashes)
      let reason = if case .refused(let refusal) = verdict { refusal.reason } else { nil as String? }
      #expect(reason == trial.reason, "\(trial): \(verdict)")
      if trial.reason != nil { #expect(phones.phones == before, "what is refused leaves nothing behind") }
      reasons[trial.reason ?? "accepted", default: 0] += 1
    }
    let all = ["accepted", "unknown-phone", "revoked", "used", "bad-proof", "stale", "replayed"]
    for reason in all { #expect(reasons[reason] ?? 0 > 100, "\(reasons)") }
  }

  /// Not secure, and enough to see what a proof covers.
  private func mixed(_ octets: [UInt8]) -> [UInt8] {
    var state: [UInt64] = [1, 2, 3, 4]
    for octet in octets {
      for index in state.indices { state[index] = (state[index] ^ UInt64(octet)) &* 0x100_0000_01B3 &+ UInt64(index) }
    }
    return state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }
}
