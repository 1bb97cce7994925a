internal import ControlSocket
import Glibc
internal import Keeping
internal import ServiceAPI
package import ServiceContract
internal import SystemClock
internal import SystemShield
package import Taps

package enum Service {
  package struct Options: Sendable {
    package var simulatedReader: SimulatedReaderUse

    package init(simulatedReader: SimulatedReaderUse) {
      self.simulatedReader = simulatedReader
    }
  }

  /// Runs a service until it is asked to end (SIGTERM, SIGINT).
  ///
  /// - Parameter ready: called once, when the service can be spoken to.
  package static func run(
    _ home: Home, _ options: Options, ready: @Sendable () -> Void
  ) async throws(Failure) {
    // First, so that nothing is made in a home that cannot work.
    try renaming(Failure.socket, ControlError.check(path: home.socket))
    try home.prepare()
    let lock = try renaming({ Failure.lock($0, home) }, HomeLock(path: home.lock))
    try checkClock(of: home)
    try finishRestoration(of: home)
    DataFiles(home).sweepAbandonedDrafts()
    let ground = try Ground(home, options)
    try await live(on: ground, ready)
    // Held until here: the next service finds everything put away.
    home.removeTraces()
    lock.remove()
  }

  /// Refuses to go by a clock that is not the computer's, as the privileged helper has it: it would end a session of an
  /// hour at once. Where no helper is, nobody else knows.
  private static func checkClock(of home: Home) throws(Failure) {
    let options = SystemShield.Options(home)
    guard options.isReal, let clock = try? SystemTime.computerClock(), clock.isComputers,
      let lead = HelperLayers.lead(of: { clock.steady() }, at: options.helper), abs(lead) > mostLead
    else { return }
    throw .clock(ahead: lead)
  }

  /// In milliseconds: two clocks of one computer do not differ at all.
  private static let mostLead: Int64 = 2000

  /// Runs one life after the other, each with another log, until one ends for good.
  private static func live(on ground: Ground, _ ready: @Sendable () -> Void) async throws(Failure) {
    defer { ground.loop.close() }
    // Everything runs on the loop's thread, apart from what blocks, which has threads of its own.
    try await withTaskExecutorPreference(ground.loop) { () async throws(Failure) in
      var isFirst = true
      var ground = ground
      while let log = try await Parts.build(on: ground).run(ready: { if isFirst { ready() } }) {
        isFirst = false
        exchangeLog(for: log, in: ground.home)
        if log == .restored { ground = try ground.readAgain() }
        // It was read a moment ago; where somebody writes it just now, all goes on as it was.
        if log == .same { ground = (try? ground.readAgain()) ?? ground }
      }
    }
  }

  private static func finishRestoration(of home: Home) throws(Failure) {
    try renaming(Failure.home, Backup(home).finish())
  }

  /// Replaces the log, which nobody has open just now.
  private static func exchangeLog(for log: LogSwap.Log, in home: Home) {
    let files = DataFiles(home)
    do throws(SystemError) {
      switch log {
      case .restored: try Backup(home).commit()
      case .same: break
      case .replacement(let draft): try files.takeUp(draft: draft)
      case .nothing: try files.forget()
      }
    } catch {
      // The program that asked finds the draft, or the log, where it was.
      try? Files.write("focuskey: the log was not changed: \(error.subject): \(error.reason)\n".utf8, to: STDERR_FILENO)
    }
  }
}
