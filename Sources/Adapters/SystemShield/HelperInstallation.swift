import LinuxRuntime

package enum HelperInstallation: Equatable, Sendable, CaseIterable {
  /// Copied by `shield install` from the folder of a build.
  case copied
  /// Part of the Debian package, which updates and removes it.
  case packaged

  package static let unitName = "focuskey-shield.service"
  package static let packagedProgram = "/usr/bin/focuskey"
  /// The link by which systemd starts the helper at boot.
  package static let start = "/etc/systemd/system/multi-user.target.wants/\(unitName)"

  /// The installation that is in force here; `nil` if there is none.
  ///
  /// A copy wins: its unit, in `/etc`, is the one that systemd takes.
  ///
  /// - Parameter isThere: whether there is something at a path.
  package static func found(_ isThere: (String) -> Bool = { Files.exists($0) }) -> HelperInstallation? {
    allCases.first { isThere($0.program) }
  }

  package var folder: String {
    switch self {
    case .copied: "/usr/local/libexec/focuskey"
    case .packaged: Environment.packageFolder
    }
  }

  package var program: String { "\(folder)/focuskey-shield" }

  package var unit: String {
    switch self {
    case .copied: "/etc/systemd/system/\(Self.unitName)"
    case .packaged: "/usr/lib/systemd/system/\(Self.unitName)"
    }
  }

  /// What browsers start and talk to: a `focuskey` that only root can change.
  package var speaker: String {
    switch self {
    case .copied: "\(folder)/focuskey"
    case .packaged: Self.packagedProgram
    }
  }

  /// The one command that turns blocking on here, after the helper could not be asked.
  static func fix(_ fault: SystemError) -> String {
    guard fault == .notRoots(at: fault.subject) else { return fix() }
    // Nothing else has a service ask another helper than this computer's.
    return Files.exists("/run/systemd/system")
      ? "systemctl --user unset-environment FOCUSKEY_SHIELD; systemctl --user restart focuskey"
      : "unset FOCUSKEY_SHIELD, and start the service again"
  }

  static func fix(_ isThere: (String) -> Bool = { Files.exists($0) }) -> String {
    let install = "\(Environment.sudoCommand) shield install"
    guard let helper = found(isThere) else { return install }
    guard isThere(helper.unit), isThere("/run/systemd/system") else { return "sudo -b \(helper.program)" }
    // The package's helper is there before anybody turned it on.
    if helper == .packaged, !isThere(start) { return install }
    // Where systemd runs, it starts the helper again by itself unless somebody stopped it.
    return "sudo systemctl restart focuskey-shield"
  }
}
