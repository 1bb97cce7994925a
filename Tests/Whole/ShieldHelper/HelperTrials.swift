import Glibc
import LinuxRuntime
import RealParts
import SiteRules
import TestSupport
import Testing

@testable import DesktopEntries

/// The helper for real: a real kernel's packets, programs and users, in namespaces that end with each trial.
@Suite(.realParts, .serialized, .enabled(if: ShieldLaboratory.missing == nil, "\(ShieldLaboratory.missing ?? "")"))
struct HelperTrials {
  @Test(arguments: ["sites", "allow", "apps", "leases", "strangers", "removal"])
  func everyCheckHolds(trial: String) async throws {
    try await look(trial, of: "lab.py")
  }

  /// What programs of the same person and of others can do to an order, and what becomes of a helper that is stopped.
  @Test(arguments: ["ownership", "successors", "stopped", "subordinates", "proxies"])
  func everyCheckHoldsUnderAttack(trial: String) async throws {
    // A short form; the long one is `Endurance shield-attacks`.
    try await look(trial, of: "attacks.py", ["SECONDS": "1"])
  }

  /// What the queue of packets misses, what the kernel's list of connections misses, and what servers hear.
  @Test(arguments: ["overflow", "bothways", "remainders"])
  func everyCheckHoldsOnTheWire(trial: String) async throws {
    try await look(trial, of: "wire.py")
  }

  /// What packages do, what kernels lack, and what nonsense comes to.
  @Test(arguments: ["upgrades", "lacking", "fuzz"])
  func everyCheckHoldsAtTheEdges(trial: String) async throws {
    try await look(trial, of: "edges.py")
  }

  /// The lists are the helper's own; the trial asks it to close every one of them.
  @Test func whatIsProtectedIsNeverClosed() async throws {
    let names = ProtectedApplications.names.sorted() + ProtectedApplications.families.flatMap { [$0, "\($0)-2.0"] }
    try await look(
      "protected", of: "edges.py",
      [
        "PROTECTED_PROGRAMS": names.joined(separator: " "),
        "PROTECTED_SITES": ProtectedSites.domains.joined(separator: " "),
      ])
  }

  /// The service and the helper together.
  @Test(arguments: ["lives", "tampering", "menus", "waysout"])
  func everyCheckHoldsOfTheWhole(trial: String) async throws {
    try await look(trial, of: "whole.py")
  }

  /// What is said of the shield, and what a service leaves behind.
  @Test(arguments: ["table", "pages", "sleeps", "guarded", "stopping", "trials"])
  func everyCheckHoldsOfWhatIsSaid(trial: String) async throws {
    try await look(trial, of: "truth.py")
  }

  /// In real browsers; what the long run of every way is, `Endurance shield-browsers` prints.
  @Test(arguments: ["glimpse", "followers", "chromium", "firefox"])
  func everyCheckHoldsInBrowsers(trial: String) async throws {
    try await look(trial, of: "browsers.py")
  }

  private func look(_ trial: String, of script: String, _ variables: [String: String?] = [:]) async throws {
    // On a thread of its own: a trial takes seconds, and the threads that tests share are as few as the processors.
    let outcome = try await withCheckedContinuation { continuation in
      startThread(named: "laboratory") {
        continuation.resume(returning: Result { try ShieldLaboratory.run(trial, of: script, variables) })
      }
    }.get()
    let checks = outcome.lines.filter { $0.hasPrefix("{") }
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!checks.isEmpty)
    // What was seen comes after it, and may have words of the same kind.
    for line in checks
    where line.prefix(upTo: line.firstRange(of: #""saw""#)?.lowerBound ?? line.endIndex).contains(#""held": false"#) {
      Issue.record("\(trial): \(line)")
    }
  }
}
