import Glibc
import LinuxRuntime
import RealParts
import SiteRules
import TestSupport
import Testing

@testable import DesktopEntries

/// The helper for real: a real kernel's packets, programs and users, in namespaces that end with each trial.
///
/// Each trial has a machine of its own, so that they go on side by side: what one does to its network, its marks and
/// its processes no other sees.
@Suite(.longRealParts, .enabled(if: ShieldLaboratory.missing == nil, "\(ShieldLaboratory.missing ?? "")"))
struct HelperTrials {
  /// A trial by its name, and the file that has it.
  struct Trial: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    /// Whether it waits for a lease to end nearly all the time, and so takes nothing from others.
    var isIdle = false

    var testDescription: String { "\(script) \(name)" }
  }

  /// All of them, the longest first, so that none is left to run alone at the end.
  static let trials: [Trial] = [
    // What a service leaves behind that is killed, and one that stops.
    Trial(name: "guarded", script: "truth.py", isIdle: true),
    Trial(name: "abandoned", script: "truth.py", isIdle: true),
    Trial(name: "returning", script: "truth.py", isIdle: true),
    Trial(name: "halted", script: "truth.py", isIdle: true),
    // A visit that ends while no service runs.
    Trial(name: "visited", script: "visits.py", isIdle: true),
    // That the hello that is judged is the one that the server reads, that a flood costs nothing afterwards, and what
    // lives beside; the long run is `Endurance shield-flights`.
    Trial(name: "tricks", script: "tricks.py", isIdle: true),
    Trial(name: "floods", script: "tricks.py"),
    Trial(name: "flights", script: "tricks.py"),
    Trial(name: "paths", script: "tricks.py"),
    Trial(name: "innocents", script: "tricks.py"),
    Trial(name: "datagrams", script: "tricks.py"),
    // Names that browsers would hide.
    Trial(name: "encrypted", script: "hidden.py"),
    Trial(name: "leftovers", script: "hidden.py"),
    Trial(name: "passing", script: "hidden.py"),
    Trial(name: "elsewhere", script: "hidden.py"),
    Trial(name: "fronts", script: "hidden.py"),
    Trial(name: "flooding", script: "hidden.py"),
    // In real browsers; the long run of every way is `Endurance shield-browsers`.
    Trial(name: "chromium", script: "browsers.py"),
    Trial(name: "firefox", script: "browsers.py"),
    Trial(name: "chromium_parts", script: "browsers.py"),
    Trial(name: "firefox_parts", script: "browsers.py"),
    Trial(name: "followers", script: "browsers.py"),
    Trial(name: "policies", script: "flatpaks.py"),
    Trial(name: "glimpse", script: "browsers.py"),
    Trial(name: "loads", script: "browsers.py"),
    // What programs of the same person and of others can do to an order, in short: `Endurance shield-attacks` is the
    // long form.
    Trial(name: "ownership", script: "attacks.py"),
    Trial(name: "sleeps", script: "truth.py"),
    // The service and the helper together.
    Trial(name: "tampering", script: "whole.py"),
    Trial(name: "lives", script: "whole.py"),
    Trial(name: "woken", script: "whole.py"),
    Trial(name: "edited", script: "whole.py"),
    Trial(name: "menus", script: "whole.py"),
    Trial(name: "waysout", script: "whole.py"),
    // What is said of the shield.
    Trial(name: "table", script: "truth.py"),
    Trial(name: "pages", script: "truth.py"),
    Trial(name: "stopping", script: "truth.py"),
    Trial(name: "trials", script: "truth.py"),
    // What packages do, what kernels lack, what nonsense comes to, what is never blocked.
    Trial(name: "upgrades", script: "edges.py"),
    Trial(name: "lacking", script: "edges.py"),
    Trial(name: "fuzz", script: "edges.py"),
    Trial(name: "protected", script: "edges.py"),
    // What `focuskey shield limits` lists.
    Trial(name: "limits", script: "limits.py"),
    // What the queue of packets misses, what the kernel's list of connections misses, and what servers hear.
    Trial(name: "overflow", script: "wire.py"),
    Trial(name: "bothways", script: "wire.py"),
    Trial(name: "remainders", script: "wire.py"),
    // Who has an order, and what becomes of a helper that is stopped.
    Trial(name: "stopped", script: "attacks.py"),
    Trial(name: "successors", script: "attacks.py"),
    Trial(name: "subordinates", script: "attacks.py"),
    Trial(name: "proxies", script: "attacks.py"),
    Trial(name: "crowded", script: "crowds.py"),
    Trial(name: "impostor", script: "impostors.py"),
    Trial(name: "thousands", script: "crowds.py"),
    Trial(name: "clocks", script: "impostors.py"),
    // What root does for people, and what they cannot make it do.
    Trial(name: "terminals", script: "rights.py"),
    Trial(name: "paths", script: "rights.py"),
    Trial(name: "planted", script: "rights.py"),
    // The helper alone.
    Trial(name: "sites", script: "lab.py"),
    Trial(name: "allow", script: "lab.py"),
    Trial(name: "apps", script: "lab.py"),
    Trial(name: "leases", script: "lab.py"),
    Trial(name: "later", script: "visits.py"),
    Trial(name: "strangers", script: "lab.py"),
    Trial(name: "removal", script: "lab.py"),
  ]

  /// Two that work at a time, and what only waits beside them.
  private static let working = Gate(width: 2)
  private static let waiting = Gate(width: 3)

  @Test(arguments: trials)
  func everyCheckHolds(trial: Trial) async throws {
    try await look(trial)
  }

  /// In a machine with systemd of its own; `Endurance shield-boot` is the long one of that kind.
  @Test(
    .enabled(if: ShieldLaboratory.missingToBoot == nil, "\(ShieldLaboratory.missingToBoot ?? "")"),
    arguments: [Trial(name: "pasted", script: "fixes.py"), Trial(name: "printed", script: "fixes.py")])
  func everyPrintedFixWorks(trial: Trial) async throws {
    try await look(trial)
  }

  private func look(_ trial: Trial) async throws {
    let gate = trial.isIdle ? Self.waiting : Self.working
    await gate.enter()
    defer { gate.leave() }
    // On a thread of its own: a trial takes seconds, and the threads that tests share are as few as the processors.
    let outcome = try await withCheckedContinuation { continuation in
      startThread(named: "laboratory") {
        continuation.resume(
          returning: Result { try ShieldLaboratory.run(trial.name, of: trial.script, Self.variables) })
      }
    }.get()
    let checks = outcome.lines.filter { $0.hasPrefix("{") }
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!checks.isEmpty)
    // What was seen comes after it, and may have words of the same kind.
    for line in checks
    where line.prefix(upTo: line.firstRange(of: #""saw""#)?.lowerBound ?? line.endIndex).contains(#""held": false"#) {
      Issue.record("\(trial.name): \(line)")
    }
  }

  /// What trials are told: how long an attack lasts, and the helper's own lists, which one asks it to block.
  private static let variables: [String: String?] = {
    let names = ProtectedApplications.names.sorted() + ProtectedApplications.families.flatMap { [$0, "\($0)-2.0"] }
    return [
      "LOADS": "20", "BROWSERS": "chromium", "SECONDS": "1", "SIZE": "0.2", "COUNT": "240",
      "PROTECTED_PROGRAMS": names.joined(separator: " "),
      "PROTECTED_SITES": ProtectedSites.domains.joined(separator: " "),
    ]
  }()
}
