import Glibc
import LinuxRuntime

/// The helper's trials with their times, and kills at random moments of a session, in throwaway machines.
///
/// `Tests/ShieldHelper/lab.py` is what runs; it needs root, python3, openssl, iproute2 and nftables.
func shieldRuns(isShort: Bool) throws -> String {
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  let rounds = isShort ? 20 : 500
  // The service and the helper together are slower to start than the helper alone.
  try ShieldLaboratory.run("kills", ["ROUNDS=\(rounds)"], measures: !isShort)
  try ShieldLaboratory.run(
    "lives", of: "whole.py", ["ROUNDS=\(isShort ? 6 : 500)", "LONELY=\(isShort ? 0 : 10)"], measures: !isShort)
  guard !isShort else { return "\(rounds) kills of the helper, 6 of helper and service, nothing left behind" }
  let trials = ["sites", "allow", "apps", "leases", "strangers", "lists", "costs", "browser"]
  for trial in trials { try ShieldLaboratory.run(trial, [], measures: true) }
  return "\(trials.count) trials, \(rounds) kills of the helper and as many of helper and service, nothing left behind"
}

/// Every way in which a running Chromium and a running Firefox ask for a site, in both modes of a profile, with the computer's own name
/// server and with encrypted names, for each layer by itself; then the page of the shield and its buttons. Prints the table of what held.
func shieldBrowserRuns(isShort: Bool) throws -> String {
  guard !isShort else { return "not run in short: minutes of real browsers" }
  if let missing = ShieldLaboratory.missing { return "not run: \(missing)" }
  for trial in ["matrix", "chromium", "firefox"] {
    try ShieldLaboratory.run(trial, of: "browsers.py", [], measures: true)
  }
  return "every way held in both browsers"
}

private enum ShieldLaboratory {
  private static var programs: String {
    let own = Environment.programPath() ?? ""
    return String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))
  }

  /// What is missing here to make a throwaway machine.
  static var missing: String? {
    if geteuid() != 0 { return "needs root, to make a throwaway machine" }
    return ["focuskey-shield", "focuskey"].first { !Files.exists("\(programs)/\($0)") }.map {
      "build the product \($0) first"
    }
  }

  static func run(_ trial: String, of script: String = "lab.py", _ variables: [String], measures: Bool) throws {
    let here = #filePath
    let lab = "\(here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex))/../ShieldHelper/\(script)"
    let seed = "SEED=\(Chance.octets(1)[0])"
    let child = try ChildProcess.start(
      "/usr/bin/unshare",
      [
        "-n", "-m", "--pid", "--fork", "--kill-child", "--mount-proc", "python3", lab, "\(programs)/focuskey-shield",
        trial,
      ]
        + (measures ? ["--measure"] : []),
      environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", seed] + variables)
    let code = child.wait()
    try hold(code == 0, "\(trial): exit code \(code); \(seed)")
  }
}
