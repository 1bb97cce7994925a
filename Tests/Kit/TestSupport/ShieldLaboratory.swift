import Glibc
import LinuxRuntime

/// Throwaway machines for the real shield: a network, processes, folders of their own, gone when a trial ends, so that
/// nothing of this computer is ever shielded. The trials are the Python files beside `Tests/Whole/ShieldHelper/Lab`.
package enum ShieldLaboratory {
  private static let namespaces = ["-n", "-m", "--pid", "--fork", "--kill-child", "--mount-proc"]
  private static let helper = BuiltProgram("focuskey-shield").path

  /// What is missing here to make such a machine; `nil` where nothing is.
  package static let missing: String? = {
    if geteuid() != 0 { return "needs root, to make a throwaway machine" }
    for program in [helper, BuiltProgram.focuskey.path] where !Files.exists(program) {
      return "build \(program) first"
    }
    let tools = ["python3", "openssl", "ip", "nft", "setpriv", "nsenter", "gsettings", "dbus-daemon", "systemd-nspawn"]
    let look = "command -v \(tools.joined(separator: " ")) >/dev/null"
    guard let outcome = try? BuiltProgram(at: "/usr/bin/unshare").run(namespaces + ["sh", "-c", look]),
      outcome.exitCode == 0
    else { return "needs namespaces and \(tools.joined(separator: ", "))" }
    return nil
  }()

  /// What is missing here to start a machine with systemd of its own; `nil` where nothing is.
  package static var missingToBoot: String? {
    for program in ["/usr/bin/sudo", "/usr/bin/systemd-nspawn"] where !Files.exists(program) {
      return "needs \(program)"
    }
    let tops = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
    let lines = ((try? Files.read("/proc/self/cgroup")).map { String(decoding: $0, as: UTF8.self) } ?? "").split(
      separator: "\n")
    // The hierarchy of version 2 has the number 0 and no name (cgroups(7)).
    guard let top = tops.first(where: { Files.exists("\($0)/cgroup.controllers") }),
      let path = lines.first(where: { $0.hasPrefix("0::") })?.dropFirst(3)
    else { return "needs control groups of version 2" }
    let trial = "\(top)\(path == "/" ? "" : path)/focuskey-trial-\(getpid())"
    guard unsafe mkdir(trial, 0o755) == 0 else { return "needs control groups that can be made: \(trial)" }
    unsafe rmdir(trial)
    return nil
  }

  /// Runs a trial to its end; on a thread of the caller's that may wait for seconds, or minutes.
  ///
  /// - Parameters:
  ///   - script: the file that has the trial.
  ///   - variables: what the trial is told, such as how many rounds.
  ///   - measures: whether its times count too.
  package static func run(
    _ trial: String, of script: String, _ variables: [String: String?] = [:], measures: Bool = false
  ) throws -> BuiltProgram.Outcome {
    let words =
      ["python3", Repository.path("Tests/Whole/ShieldHelper/Lab/\(script)"), helper, trial]
      + (measures ? ["--measure"] : [])
    return try BuiltProgram(at: "/usr/bin/unshare").run(
      namespaces + words, environment: TrialEnvironment.lines(variables))
  }
}
