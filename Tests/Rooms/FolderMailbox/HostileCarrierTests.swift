import CarrierRehearsal
import Glibc
import RealParts
import Testing

/// A carrier that is late, reorders, cuts, doubles, deletes, flips bits and mixes names up, between the folders of
/// several devices. `Endurance hostile-carriers` and `revocations-at-once` do it thousands of times.
@Suite(.realParts) struct HostileCarrierTests {
  /// How many histories: more with `FOCUSKEY_HISTORIES=10000`.
  private static let histories =
    unsafe getenv("FOCUSKEY_HISTORIES").flatMap { unsafe UInt64(String(cString: $0)) } ?? 60

  @Test func nothingIsLostThatArrivesAtLastAndEachFaultIsNamed() throws {
    let began = ContinuousClock.now
    let keys = try CarrierKeys()
    for seed in 1...Self.histories {
      var history = try CarrierHistory(seed, keys)
      defer { history.remove() }
      try history.play()
      #expect(history.broken.isEmpty, "history \(seed): \(history.broken)")
      if !history.broken.isEmpty { return }
    }
    print("\(Self.histories) histories in \(ContinuousClock.now - began)")
  }

  @Test func whoIsPutOutHasNoNewKeyWhoeverElsePutsOutAnotherMeanwhile() throws {
    let began = ContinuousClock.now
    let keys = try CarrierKeys()
    var (renewals, siblings) = (0, 0)
    // Each takes as long as six of the others.
    let count = max(Self.histories / 6, 1)
    for seed in 1...count {
      var history = try RevocationHistory(seed, keys)
      defer { history.remove() }
      try history.play()
      #expect(history.broken.isEmpty, "history \(seed): \(history.broken)")
      if !history.broken.isEmpty { return }
      renewals += history.renewals
      siblings = max(siblings, history.siblings)
    }
    #expect(renewals > 0 && siblings > 1)
    print("\(count) histories with \(renewals) renewals in \(ContinuousClock.now - began)")
  }
}
