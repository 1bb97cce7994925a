import Glibc
import LinuxRuntime

/// The helper's trials with their times, and kills at random moments of a session, in throwaway namespaces.
///
/// `Tests/ShieldHelper/lab.py` is what runs; it needs root, python3, openssl, iproute2 and nftables.
func shieldRuns(isShort: Bool) throws -> String {
  guard geteuid() == 0 else { return "not run: needs root, to make a throwaway machine" }
  let own = Environment.programPath() ?? ""
  let helper = "\(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))/focuskey-shield"
  guard Files.exists(helper) else { return "not run: build the product focuskey-shield first" }
  let here = #filePath
  let lab = "\(here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex))/../ShieldHelper/lab.py"
  let rounds = isShort ? 20 : 500
  let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "ROUNDS=\(rounds)", "SEED=\(Chance.octets(1)[0])"]
  let trials =
    isShort ? ["kills"] : ["sites", "allow", "apps", "leases", "strangers", "lists", "costs", "browser", "kills"]
  for trial in trials {
    let child = try ChildProcess.start(
      "/usr/bin/unshare",
      ["-n", "-m", "--pid", "--fork", "--kill-child", "--mount-proc", "python3", lab, helper, trial]
        + (isShort ? [] : ["--measure"]),
      environment: environment)
    let code = child.wait()
    try hold(code == 0, "\(trial): exit code \(code); \(environment[2])")
  }
  return "\(trials.count) trials, \(rounds) kills, nothing left behind"
}
