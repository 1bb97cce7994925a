import LinuxRuntime

/// Where the privileged helper is installed on this computer, and what starts it.
public enum HelperInstallation {
  /// The helper's program.
  public static let program = "/usr/local/libexec/focuskey/focuskey-shield"
  /// The helper's systemd unit.
  public static let unit = "/etc/systemd/system/focuskey-shield.service"

  /// The one command that turns blocking on here, as it can be pasted.
  static var fix: String {
    guard Files.exists(program) else { return "\(Environment.sudoCommand) shield install" }
    // Where systemd runs, it starts the helper again by itself unless somebody stopped it.
    if Files.exists(unit), Files.isFolder("/run/systemd/system") { return "sudo systemctl restart focuskey-shield" }
    return "sudo -b \(program)"
  }
}
