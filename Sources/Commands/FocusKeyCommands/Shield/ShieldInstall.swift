internal import CommandShell
internal import CommandSpec
internal import Glibc
internal import JSONText
internal import LinuxRuntime
internal import ShieldRemoval
internal import SystemShield

private let printed = Flag("print", "print the unit instead of installing anything")
private let unsigned = Flag(
  "firefox",
  "put the extension into Firefox ESR too, which takes ours only with its check of signatures off, for every extension")

/// `shield install`
let shieldInstallCommand = ProgramCommand(
  CommandSpec(
    "install", "install the privileged helper and the browsers' extension, as root",
    discussion: """
      The helper is what blocks sites and programs for real. It has three fixed rights, holds nothing that a service did not order
      within the last half minute, and does nothing to root or to other people.

      Chromium, Chrome, Edge and Brave get the extension that shows your promise by policies of their own, signed with a key that is
      made here and never leaves this computer. Their encryption of sites' names (ECH) is switched off, which would hide them from
      the shield, and so is Firefox's, together with its DNS over HTTPS. Policies of others stay as they are.

      $ sudo focuskey shield install
      """
  ) {
    printed
    unsigned
  }
) { context throws(CommandError) in
  if context.invocation[printed] {
    try context.write(ShieldUnit.text)
    return .done
  }
  try requireRoot("install")
  guard let own = Environment.programPath(), let slash = own.lastIndex(of: "/") else {
    throw CommandError(
      .brokenIO, kind: "no-program", what: "cannot find out where this program lies", at: .text("/proc/self/exe"),
      advice: "mount /proc")
  }
  let browsers: MachineExtension.Outcome
  do throws(SystemError) {
    let programs = [
      (ShieldUnit.program, try Files.read("\(own[..<slash])/focuskey-shield", limit: 256 << 20)),
      (ShieldUnit.speaker, try Files.read(own, limit: 256 << 20)),
    ]
    for folder in [ShieldUnit.above, ShieldUnit.folder] { _ = unsafe mkdir(folder, 0o755) }
    for (path, octets) in programs {
      // A running program's file cannot be written to; a new one takes its place.
      try Files.replace(path, with: octets, mode: 0o755)
      _ = unsafe chmod(path, 0o755)
    }
    browsers = try MachineExtension().install(
      program: ShieldUnit.speaker, withUnsigned: context.invocation[unsigned])
    try Files.replace(ShieldUnit.path, with: Array(ShieldUnit.text.utf8), mode: 0o644)
    _ = unsafe chmod(ShieldUnit.path, 0o644)
  } catch {
    throw CommandError(
      error.code == ENOENT ? .noInput : .brokenIO, kind: "not-installed", what: "cannot install the helper",
      at: .text(error.subject), advice: "\(error.call): \(error.reason)")
  }
  let isRunning = systemctl(["daemon-reload"]) && systemctl(["enable", "--now", ShieldUnit.name])
  try context.answer(ShieldInstallAnswer(isRunning: isRunning, browsers: browsers))
  return .done
}

/// `shield remove`
let shieldRemoveCommand = ProgramCommand(
  CommandSpec(
    "remove", "end and remove the privileged helper, and the extension that it put into browsers, as root",
    discussion: """
      Takes every shield down first, so that the system is as it was; a package runs this before it goes. What a service holds
      alone in its person's own desktop that service brings back when it ends.
      """)
) { context throws(CommandError) in
  try requireRoot("remove")
  _ = systemctl(["disable", "--now", ShieldUnit.name])
  // Also a helper that was started by hand, or one that systemd lost.
  let left = ShieldRemoval.run(endingHelper: true, program: Environment.programPath()) + MachineExtension().remove()
  guard left.isEmpty else {
    throw CommandError(
      .no, kind: "something-left", what: "something would not go", at: .text(left.joined(separator: ", ")),
      advice: "restart the computer, then remove again")
  }
  for file in [ShieldUnit.path, ShieldUnit.program, ShieldUnit.speaker]
  where unsafe unlink(file) != 0 && errno != ENOENT {
    throw CommandError(
      .brokenIO, kind: "not-removed", what: "cannot remove the helper", at: .text(file),
      advice: SystemError.last("unlink").reason)
  }
  // The folder above may have come with the helper; one that others use is not empty, and stays.
  for folder in [ShieldUnit.folder, ShieldUnit.above] { _ = unsafe rmdir(folder) }
  _ = systemctl(["daemon-reload"])
  try context.answer(ShieldRemoveAnswer())
  return .done
}

private func requireRoot(_ word: String) throws(CommandError) {
  guard geteuid() == 0 else {
    throw CommandError(
      .notAllowed, kind: "not-root", what: "only root can \(word) the helper", at: .text("shield \(word)"),
      advice: "run: sudo focuskey shield \(word)")
  }
}

/// Asks systemd; `false` where there is none, or it says no.
func systemctl(_ arguments: [String]) -> Bool {
  guard Files.isFolder("/run/systemd/system"),
    let child = try? ChildProcess.start("/usr/bin/systemctl", arguments, output: .nothing, errors: .nothing)
  else { return false }
  return child.wait() == 0
}

private struct ShieldInstallAnswer: Answer {
  let isRunning: Bool
  let browsers: MachineExtension.Outcome

  var text: String {
    let helper =
      isRunning
      ? "The helper is installed and running."
      : "The helper is installed. Without systemd, start it as root: \(ShieldUnit.program) &"
    let page = "Browsers get the extension \(browsers.id) within some seconds."
    return ([helper, page] + browsers.notes).joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "installed": true, "running": .bool(isRunning), "extension": .string(browsers.id),
      "notes": JSONValue(browsers.notes),
    ]
  }
}

private struct ShieldRemoveAnswer: Answer {
  var text: String { "The helper and the browsers' extension are removed." }
  var json: JSONValue { ["ok": true, "installed": false, "running": false] }
}
