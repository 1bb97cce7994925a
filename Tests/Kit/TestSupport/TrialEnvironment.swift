import LinuxRuntime

/// The environment in which tests run programs: ours, whose home and whose folders are the test run's own (OwnPlaces),
/// but nothing of this computer is ever shielded, and no desktop is there to change.
package enum TrialEnvironment {
  /// `NAME=value` lines.
  ///
  /// - Parameter changes: variables that are set otherwise; `nil` takes one away.
  package static func lines(_ changes: [String: String?] = [:]) -> [String] {
    let quiet: [String: String?] = [
      "FOCUSKEY_SHIELD": "none", "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil,
      "XDG_CURRENT_DESKTOP": nil,
      // Tests read English, whatever their person reads.
      "LANGUAGE": nil, "LC_MESSAGES": "C",
      // Below the home, whichever one a test names.
      "XDG_CONFIG_HOME": nil, "XDG_STATE_HOME": nil, "XDG_DATA_HOME": nil, "XDG_CACHE_HOME": nil,
      // No readers but those that a test names: the person's own are left alone, and so is a daemon of another test in
      // this process.
      "PCSCLITE_CSOCK_NAME": "/nonexistent/pcscd",
      // No test locks the screen of the person who runs it.
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
    ]
    let all = quiet.merging(changes) { $1 }
    let kept = Environment.lines.filter { line in all[String(line.prefix { $0 != "=" })] == nil }
    return kept + all.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }
}
