internal import CommandShell
internal import Glibc
internal import ShieldRemoval
internal import SystemShield

private let printed = Flag("print", "print the unit instead of installing it")
private let unsigned = Flag("firefox", "also install into Firefox ESR; disables signature checks")

var shieldInstallCommand: ProgramCommand {
  ProgramCommand(
    "install", "Install the helper and the browser extension (root)",
    discussion: """
      The helper blocks sites and apps for all programs. It has three fixed rights, blocks only what a service ordered
      within the last half minute, and does nothing to root or to other users.

      Chromium, Chrome, Edge and Brave get the extension that shows your promise through their policies, signed with a key that is
      made here and never leaves this computer. Their encryption of site names (ECH), which would hide sites from the shield, is turned
      off, as are Firefox's and its DNS over HTTPS. Other policies are not changed. With --firefox, Firefox ESR's
      signature checks are turned off for all extensions.

      What changes: a helper runs as root for everybody on this computer; browsers get the extension and these policies, for
      everybody; nothing else. `sudo focuskey shield remove` undoes all of it.

      Where FocusKey came as a Debian package, the helper is there already: this turns it on, now and at each start.

      $ sudo focuskey shield install
      """, takes: [printed, unsigned]
  ) { context throws(Failure) in
    if context.invocation[printed] {
      try context.write(ShieldUnit.text(for: .copied))
      return .done
    }
    try requireRoot("install")
    guard let own = Environment.programPath() else {
      throw Failure(
        .brokenIO, kind: "no-program", what: "cannot find the path of this program", at: .text("/proc/self/exe"),
        advice: "mount /proc")
    }
    let helper: HelperInstallation = own == HelperInstallation.packagedProgram ? .packaged : .copied
    let browsers: MachineExtension.Outcome
    do throws(SystemError) {
      switch helper {
      case .copied: try copyHelper(of: own)
      // A copy that was made before the package came would be taken in its place.
      case .packaged: try removeCopy()
      }
      browsers = try MachineExtension().install(program: helper.speaker, withUnsigned: context.invocation[unsigned])
    } catch {
      throw Failure(
        error.code == ENOENT ? .noInput : .brokenIO, kind: "not-installed", what: "cannot install the helper",
        at: .text(error.subject), advice: "\(error.call): \(error.reason)")
    }
    let isRunning = systemctl(["daemon-reload"]) && systemctl(["enable", "--now", HelperInstallation.unitName])
    try context.answer(ShieldInstallAnswer(helper: helper, isRunning: isRunning, browsers: browsers))
    return .done
  }
}

/// Copies a build's programs and the helper's unit to where only root can change them.
private func copyHelper(of program: String) throws(SystemError) {
  let helper = HelperInstallation.copied
  let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
  let programs = [
    (helper.program, try Files.read("\(folder)/focuskey-shield", limit: 256 << 20)),
    (helper.speaker, try Files.read(program, limit: 256 << 20)),
  ]
  let madeAbove = unsafe mkdir(folderAbove, 0o755) == 0
  _ = unsafe mkdir(helper.folder, 0o755)
  // Systems since Debian 13 come with that folder, empty: only what was made here is taken away.
  if madeAbove { try Files.replace(noteAbove, with: [], mode: 0o644) }
  for (path, octets) in programs {
    // A running program's file cannot be written to; a new one takes its place.
    try Files.replace(path, with: octets, mode: 0o755)
    _ = unsafe chmod(path, 0o755)
  }
  try Files.replace(helper.unit, with: Array(ShieldUnit.text(for: helper).utf8), mode: 0o644)
  _ = unsafe chmod(helper.unit, 0o644)
}

private let folderAbove = "/usr/local/libexec"
/// Marks that the folder above was made here.
private let noteAbove = "\(HelperInstallation.copied.folder)/made-folder-above"

/// Removes what ``copyHelper(of:)`` wrote, as far as it is there.
private func removeCopy() throws(SystemError) {
  let helper = HelperInstallation.copied
  for file in [helper.unit, helper.program, helper.speaker] where unsafe unlink(file) != 0 && errno != ENOENT {
    throw .last("unlink", on: file)
  }
  let madeAbove = unsafe unlink(noteAbove) == 0
  _ = unsafe rmdir(helper.folder)
  // One that others use by now is not empty, and stays.
  if madeAbove { _ = unsafe rmdir(folderAbove) }
}

var shieldRemoveCommand: ProgramCommand {
  ProgramCommand(
    "remove", "Remove the helper and the browser extension (root)",
    discussion: """
      Removes all blocking first, so that the system is as it was before; a package runs this before it is removed. What a service changed
      in its user's own desktop, that service restores when it ends. Where FocusKey came as a Debian package, this turns
      the helper off; its program goes with the package.
      """
  ) { context throws(Failure) in
    try requireRoot("remove")
    _ = systemctl(["disable", "--now", HelperInstallation.unitName])
    // Also a helper that was started by hand, or one that systemd lost.
    let left = ShieldRemoval.run(endingHelper: true, thaw: ShieldThaw.words).left + MachineExtension().remove()
    guard left.isEmpty else {
      throw Failure(
        .no, kind: "something-left", what: "some of it could not be removed", at: .text(left.joined(separator: ", ")),
        advice: "restart the computer, then remove again")
    }
    do throws(SystemError) { try removeCopy() } catch {
      throw Failure(
        .brokenIO, kind: "not-removed", what: "cannot remove the helper", at: .text(error.subject), advice: error.reason
      )
    }
    _ = systemctl(["daemon-reload"])
    try context.answer(ShieldRemoveAnswer(left: HelperInstallation.found()))
    return .done
  }
}

private func requireRoot(_ word: String) throws(Failure) {
  guard geteuid() == 0 else {
    throw Failure(
      .notAllowed, kind: "not-root", what: "only root can \(word) the helper", at: .text("shield \(word)"),
      advice: "run: \(Environment.sudoCommand) shield \(word)")
  }
}

/// Runs systemctl; returns `false` if there is none or it fails.
func systemctl(_ arguments: [String]) -> Bool {
  guard Files.isFolder("/run/systemd/system"),
    let child = try? ChildProcess.start("/usr/bin/systemctl", arguments, output: .nothing, errors: .nothing)
  else { return false }
  return child.wait() == 0
}

private struct ShieldInstallAnswer: PrintedAnswer {
  let helper: HelperInstallation
  let isRunning: Bool
  let browsers: MachineExtension.Outcome

  var text: String {
    let state = helper == .packaged ? "turned on" : "installed"
    let told =
      isRunning
      ? "The helper is \(state) and running."
      : "The helper is installed. Without systemd, start it with: sudo -b \(helper.program)"
    let page = "Browsers get the extension \(browsers.id) within a few seconds."
    return ([told, page] + browsers.notes + ["What this changed:"] + ShieldTrust.lines.map { "  \($0)" })
      .joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "installed": true, "running": .bool(isRunning), "extension": .string(browsers.id),
      "notes": JSONValue(browsers.notes),
    ]
  }
}

private struct ShieldRemoveAnswer: PrintedAnswer {
  /// The helper that the package keeps.
  let left: HelperInstallation?

  var text: String {
    left == nil
      ? "The helper and the browser extension were removed."
      : "The helper was turned off, and the browser extension removed. This removes FocusKey: sudo apt remove focuskey"
  }

  var json: JSONValue { ["ok": true, "installed": .bool(left != nil), "running": false] }
}
