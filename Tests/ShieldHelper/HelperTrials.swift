import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The helper for real: a real kernel's packets, programs and users, in namespaces that end with each trial.
@Suite(
  .serialized, .enabled(if: Laboratory.canBeHad, "needs root and namespaces, python3, openssl, iproute2 and nftables"))
struct HelperTrials {
  @Test(arguments: ["sites", "allow", "apps", "leases", "strangers", "lives", "glimpse", "removal"])
  func everyCheckHolds(trial: String) throws {
    let outcome = try Laboratory.run(trial)
    let checks = outcome.lines.filter { $0.hasPrefix("{") }
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!checks.isEmpty)
    for line in checks where line.contains(#""held": false"#) { Issue.record("\(trial): \(line)") }
  }
}

enum Laboratory {
  private static let namespaces = ["-n", "-m", "--pid", "--fork", "--kill-child", "--mount-proc"]

  static let canBeHad: Bool = {
    guard geteuid() == 0, Files.exists(helper) else { return false }
    let tools = "command -v python3 openssl ip nft setpriv nsenter >/dev/null"
    guard let outcome = try? BuiltProgram(at: "/usr/bin/unshare").run(namespaces + ["sh", "-c", tools]) else {
      return false
    }
    return outcome.exitCode == 0
  }()

  private static let helper = BuiltProgram("focuskey-shield").path

  static func run(_ trial: String) throws -> BuiltProgram.Outcome {
    let here = #filePath
    let script = here.prefix(upTo: here.lastIndex(of: "/") ?? here.startIndex) + "/lab.py"
    return try BuiltProgram(at: "/usr/bin/unshare").run(namespaces + ["python3", String(script), helper, trial])
  }
}
