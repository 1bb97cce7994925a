import Glibc
import LinuxRuntime
import TestSupport

/// The helper's trials with their times, and kills at random moments of a session, in throwaway machines.
func shieldRuns(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let rounds = isShort ? 20 : 500
  // The service and the helper together are slower to start than the helper alone.
  let both = isShort ? 6 : 500
  try look("kills", of: "lab.py", ["ROUNDS": "\(rounds)"], measures: !isShort)
  try look("lives", of: "whole.py", ["ROUNDS": "\(both)"], measures: !isShort)
  guard !isShort else { return "\(rounds) kills of the helper, \(both) of helper and service, nothing left behind" }
  let trials = [
    "lab.py": ["sites", "allow", "apps", "leases", "strangers", "browser"], "edges.py": ["upgrades", "lacking"],
    "whole.py": ["tampering", "menus", "waysout"],
  ]
  for (script, trials) in trials {
    for trial in trials { try look(trial, of: script, measures: true) }
  }
  return "all trials, \(rounds) kills of the helper, \(both) of helper and service, nothing left behind"
}

/// The service killed at random moments of a session's start, break and end, alone or with the helper, and not started
/// again: when its lease is out the machine is what it was before, to the last rule, mark, stopped process, setting,
/// entry and file.
///
/// A lease is half a minute, so the machines wait side by side.
func shieldKills(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let (machines, rounds) = isShort ? (2, 1) : (20, 25)
  let faults = Locked<[String]>([])
  let waiting = Locked(machines)
  for _ in 0..<machines {
    startThread(named: "machine") {
      do {
        try look("lives", of: "whole.py", ["ROUNDS": "\(rounds)", "LONELY": "\(rounds)"], measures: false)
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
      waiting.withLock { $0 -= 1 }
    }
  }
  while waiting.withLock({ $0 }) > 0 { usleep(100_000) }
  let found = faults.withLock { $0 }
  try hold(found.isEmpty, found.joined(separator: "\n"))
  return "\(machines * rounds) kills of services that did not come again, nothing left once the lease is out"
}

/// Helper and service installed by their own commands in a machine with systemd of its own, which is cut off in the
/// middle of a session and started again: what the unit's hardening leaves possible, and what a removal leaves behind.
func shieldBoot(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing ?? ShieldLaboratory.missingToBoot { return "not run: \(missing)" }
  try look("installed", of: "boot.py", measures: !isShort)
  return "installed, cut off, started again and removed; nothing left"
}

/// Attacks on an order from programs of the same person and of another one, a minute each: nothing opens, and the
/// helper takes little of this computer. The bounds count for an optimised build alone.
func shieldAttacks(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  try look("ownership", of: "attacks.py", ["SECONDS": isShort ? "1" : "60"], measures: !isShort)
  for trial in ["successors", "stopped", "subordinates", "proxies"] {
    try look(trial, of: "attacks.py", measures: !isShort)
  }
  return "every attack in vain"
}

/// Requests of chance to the helper from people and strangers: nothing beyond the verbs, and no crash.
func shieldRequests(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let lines = isShort ? 2000 : 200_000
  try look("fuzz", of: "edges.py", ["LINES": "\(lines)"], measures: false)
  return "\(lines) lines each from a person, another one and two strangers, no effect beyond the verbs"
}

/// First flights of chance to real servers behind the judge, none of which may be asked for a blocked site; every trick
/// that needs no rights; floods, after which a connection costs as much as before.
func shieldFlights(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let count = isShort ? 400 : 40_000
  try look("flights", of: "tricks.py", ["COUNT": "\(count)"], measures: false)
  guard !isShort else { return "\(count) first flights, none past the judge" }
  for trial in ["tricks", "innocents"] { try look(trial, of: "tricks.py", measures: true) }
  try look("floods", of: "tricks.py", ["SIZE": "1"], measures: true)
  return "\(count) first flights, none past the judge; floods cost nothing afterwards"
}

/// Every way in which a running Chromium and a running Firefox ask for a site, in both modes of a profile, with the
/// computer's own name server and with encrypted names, for each layer by itself; then the page of the shield and its
/// buttons. Prints the table of what held.
func shieldBrowserRuns(isShort: Bool) throws -> String {
  guard !isShort else { return "not run in short: minutes of real browsers" }
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  for trial in ["matrix", "followers", "chromium", "firefox", "chromium_left", "firefox_left"] {
    print(try look(trial, of: "browsers.py", measures: true).output)
  }
  return "every way held in both browsers"
}

/// A blocked site that Chromium and Firefox load again and again, a name of its own each time, with the computer's
/// resolver and with one over HTTPS, with encrypted names and without; and neighbours on the same address, which open.
func shieldNameRuns(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let count = isShort ? 20 : 1000
  let browsers = isShort ? "chromium" : "chromium firefox"
  try look("loads", of: "browsers.py", ["LOADS": "\(count)", "BROWSERS": browsers], measures: false)
  return "0 of \(count) loads opened in each of four ways in \(isShort ? "Chromium" : "Chromium and Firefox")"
}

/// Runs a trial, with chance of its own; what did not hold is the error.
@discardableResult
private func look(
  _ trial: String, of script: String, _ variables: [String: String?] = [:], measures: Bool
) throws -> BuiltProgram.Outcome {
  let seed = "\(SystemRandom.octets(1)[0])"
  let outcome = try ShieldLaboratory.run(
    trial, of: script, variables.merging(["SEED": seed]) { $1 }, measures: measures)
  let broken = outcome.lines.filter { $0.contains(#""held": false"#) }
  try hold(outcome.exitCode == 0, "\(trial), SEED=\(seed): \(broken.joined(separator: "\n")) \(outcome.errors)")
  return outcome
}
