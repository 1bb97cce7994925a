package import FeaturePorts
internal import FocusLinks
package import Learning
internal import SQLiteLog
internal import SystemClock

/// A home in which no service runs; none can start as long as this value exists.
package struct OfflineHome: ~Copyable {
  private let home: Home
  private let lock: HomeLock

  /// Throws ``LockError/held(by:)`` if a service has the lock.
  package init(_ home: Home) throws(LockError) {
    lock = try HomeLock(path: home.lock)
    self.home = home
  }

  /// Whether a session would be under way if the service came up now.
  package func sessionIsUnderWay() async throws(Failure) -> Bool {
    guard Files.exists(home.database) else { return false }
    let clock = try renaming(Failure.system, SystemTime.computerClock())
    return try await renaming({ Failure.log($0, home) }, awaiting: await isUnderWay(at: clock.now()))
  }

  private func isUnderWay(at moment: Moment) async throws(LogError) -> Bool {
    let log = try SQLiteLog(path: home.database, meaningOf: RouteTable().meaning(of:))
    let recollection = try await log.recall()
    var settings = recollection.settings ?? .shipped
    settings.zone = .ofThisComputer
    var machine = SessionMachine(settings: settings, checkpoint: recollection.checkpoint)
    for fact in recollection.facts { machine.apply(fact) }
    // What fell due meanwhile counts: a session whose planned end is past is none.
    let decision = machine.decide(
      .serviceStarted(lastAlive: recollection.lastAlive), at: moment, entropy: Entropy(high: 0, low: 0))
    return decision.after.state != .idle
  }

  package func record(_ facts: [LearnFact]) async throws(Failure) {
    let clock = try renaming(Failure.system, SystemTime.computerClock())
    do throws(LogError) {
      let moment = clock.now()
      let log = try SQLiteLog(path: home.database, zone: .ofThisComputer, meaningOf: RouteTable().meaning(of:))
      let recollection = try await log.recall()
      var machine = SessionMachine(settings: recollection.settings ?? .shipped, checkpoint: recollection.checkpoint)
      for fact in recollection.facts { machine.apply(fact) }
      let stamp = machine.stamp(at: moment)
      try await log.record(facts.map { Fact(stamp: stamp, body: .learn($0)) }, settings: nil, at: moment)
    } catch {
      throw .log(error, home)
    }
  }

  /// Replaces the log with a new one.
  package func takeUp(draft: String) throws(SystemError) {
    try DataFiles(home).takeUp(draft: draft)
  }

  /// Replaces everything with what was unpacked from a backup.
  package func takeUp(_ backup: Backup) throws(SystemError) {
    try backup.commit()
  }

  /// Completes a restoration that was interrupted.
  package func finishRestoration() throws(SystemError) {
    try Backup(home).finish()
  }

  /// Deletes everything that is known; returns the files that there were.
  package func forget() throws(SystemError) -> [String] {
    try DataFiles(home).forget()
  }
}
