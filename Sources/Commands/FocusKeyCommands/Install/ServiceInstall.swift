internal import CommandShell
internal import ControlSocket
import Glibc
internal import ServiceContract
internal import SystemShield

private let starter = Option<String>(
  "start-by", value: .choice("WHAT", of: ["systemd", "autostart"]),
  "how the service starts (default: systemd if available)")
private let gnomeExtension = Flag("gnome-extension", "also install the extension for GNOME")
private let dryRun = Flag("dry-run", "print the changes without making them")
private let printed = Flag("print", "print the unit instead of installing it")

var serviceCommand: ProgramCommand {
  ProgramCommand(
    group: "service", "Manage the service's start at login",
    [
      serviceInstallCommand,
      ProgramCommand(
        "remove", "Remove everything that install wrote", discussion: removal, takes: [dryRun],
        run: removeService),
      ProgramCommand(
        "uninstall", "Same as remove", discussion: removal, isHidden: true, takes: [dryRun],
        run: removeService),
    ])
}

private let removal = "History, profiles and keys stay. Their folders are printed."

private var serviceInstallCommand: ProgramCommand {
  ProgramCommand(
    "install", "Start the service at login; install manuals",
    discussion: """
      Writes focuskey.service for your systemd, or focuskey.desktop among your desktop's autostart entries where there is no systemd; \
      the manual pages and the completions of both programs; and nothing outside your home. A Debian package brings \
      these: then its unit is started at login. A link to keytool is put into ~/.local/bin if you have no other program \
      of that name. Each file is listed. Steps that need root are listed, not done: the helper that blocks \
      sites and apps, and fixes for readers. Run it again to update everything.

      GNOME tells no ordinary program which app is in front. If you chose that signal, --gnome-extension installs
      FocusKey's own extension for it; GNOME loads it at the next login, and this turns it on:
      gnome-extensions enable focuskey-front@focuskey.app

      $ focuskey service install --dry-run
      $ focuskey service install
      """, takes: [starter, gnomeExtension, dryRun, printed]
  ) { context throws(Failure) in
    guard let program = Environment.programPath() else {
      throw Failure(
        .brokenIO, kind: "no-program", what: "the program cannot find itself", at: .text("/proc/self/exe"),
        advice: "mount /proc")
    }
    let isSystemd = context.invocation[starter].map { $0 == "systemd" } ?? Files.isFolder("/run/systemd/system")
    var unit = ServiceUnit(program: program, home: context.invocation[FocusKey.home].map { absolute($0, context) })
    if context.invocation[printed] {
      try context.write(unit.text)
      return .done
    }
    unit.isRoots = geteuid() == 0
    var plan = try files(of: unit, isSystemd: isSystemd, context)
    if context.invocation[gnomeExtension] {
      plan += GnomeExtension.forThisComputer().files(below: try DesktopFolders(context.surroundings).data)
    }
    var things = try InstallManifest(note: context.installationNote)
    // What the person put there is theirs.
    let foreign = plan.filter { things.isForeign($0.path) }.map(\.path)
    let ours = plan.filter { !foreign.contains($0.path) }
    var isStarted = false
    if !context.invocation[dryRun] {
      for file in ours { try things.put(file) }
      if isSystemd, systemctl(["--user", "daemon-reload"]), (try? ControlClient(path: context.home.socket)) == nil {
        isStarted = systemctl(["--user", "start", ServiceUnit.name])
      }
    }
    try context.answer(
      InstallAnswer(
        files: ours, foreign: foreign, isDry: context.invocation[dryRun], isStarted: isStarted,
        advice: try advice(context, isStarted: isStarted)))
    return .done
  }
}

@Sendable private func removeService(_ context: CommandContext) throws(Failure) -> ExitCode {
  var things = try InstallManifest(note: context.installationNote)
  let files = things.files
  if !context.invocation[dryRun], !files.isEmpty {
    if files.contains(where: { $0.hasSuffix(ServiceUnit.name) }) {
      _ = systemctl(["--user", "stop", ServiceUnit.name])
    }
    try things.removeAll()
    _ = systemctl(["--user", "daemon-reload"])
  }
  var advice: [String] = []
  if ServiceProcess(of: context.home) != nil {
    advice.append("\(Environment.command) down    stops the service, which still runs")
  }
  if Files.exists(HelperInstallation.copied.unit) || Files.exists(HelperInstallation.start) {
    advice.append("\(Environment.sudoCommand) shield remove    removes the shield helper")
  }
  if Files.exists(context.doctorJournal) {
    advice.append("\(Environment.sudoCommand) doctor --undo    undoes the doctor's fixes")
  }
  if let entry = try? LinkHandlerFolders(context.surroundings).entry, Files.exists(entry) {
    advice.append("\(Environment.command) link-handler remove   removes the handler of focuskey: links")
  }
  try context.answer(
    RemoveAnswer(
      files: files, isDry: context.invocation[dryRun],
      kept: [context.home.database, context.home.configuration].filter(Files.exists), advice: advice))
  return .done
}

extension CommandContext {
  fileprivate var installationNote: String { "\(home.stateFolder)/installed.json" }
}

// MARK: What is installed

private func files(
  of unit: ServiceUnit, isSystemd: Bool, _ context: CommandContext
) throws(Failure) -> [InstalledFile] {
  let folders = try DesktopFolders(context.surroundings)
  var files: [InstalledFile] = []
  func add(_ what: String, _ path: String, _ text: String) {
    files.append(InstalledFile(what: what, path: path, content: .text(text)))
  }
  if isSystemd {
    let units = "\(folders.configuration)/systemd/user"
    if !unit.isPackaged { add("the unit", "\(units)/\(ServiceUnit.name)", unit.text) }
    files.append(
      InstalledFile(
        what: "its start at login", path: "\(units)/default.target.wants/\(ServiceUnit.name)",
        content: .link(unit.isPackaged ? ServiceUnit.packaged : "\(units)/\(ServiceUnit.name)")))
  } else {
    add("the start at login", "\(folders.configuration)/autostart/\(ServiceUnit.autostartName)", unit.autostartText)
  }
  let keytool = Environment.keytool
  if let keytool, let link = try linkToKeytool(context) {
    files.append(InstalledFile(what: "the program keytool", path: link, content: .link(keytool)))
  }
  // The package has the pages of both.
  if unit.program == HelperInstallation.packagedProgram { return files }
  let pages = [("focuskey", pages(of: context.program.spec)), ("keytool", pages(ofKeytool: keytool))]
  for (name, pages) in pages {
    guard let pages else { continue }
    add("the manual page of \(name)", "\(folders.data)/man/man1/\(name).1", pages.manual)
    add("bash's completion of \(name)", "\(folders.data)/bash-completion/completions/\(name)", pages.bash)
    add("zsh's completion of \(name)", "\(folders.data)/zsh/site-functions/_\(name)", pages.zsh)
    add("fish's completion of \(name)", "\(folders.data)/fish/vendor_completions.d/\(name).fish", pages.fish)
  }
  return files
}

private struct Pages {
  let manual, bash, zsh, fish: String
}

private func pages(of program: ProgramSpec) -> Pages? {
  Pages(
    manual: ManualPage.mdoc(of: program), bash: CompletionScript.bash(for: program),
    zsh: CompletionScript.zsh(for: program), fish: CompletionScript.fish(for: program))
}

/// Returns the path for a link to keytool; `nil` if a shell of theirs finds another `keytool`.
private func linkToKeytool(_ context: CommandContext) throws(Failure) -> String? {
  let link = "\(try DesktopFolders(context.surroundings).programs)/keytool"
  let path = context.surroundings.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  let others = path.split(separator: ":").map { folder in "\(folder)/keytool" }.filter { $0 != link }
  return others.contains { Files.exists($0) } ? nil : link
}

/// Has keytool print its own manual page and completions; `nil` if it is not there.
private func pages(ofKeytool program: String?) -> Pages? {
  guard let program else { return nil }
  func said(_ arguments: String...) -> String? {
    do throws(SystemError) {
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      let child = try? ChildProcess.start(program, arguments, output: .descriptor(pipe.writing), errors: .nothing)
      close(pipe.writing)
      let octets = try Files.read(source, named: "keytool", limit: 1 << 20)
      return child?.wait() == 0 ? String(decoding: octets, as: UTF8.self) : nil
    } catch {
      return nil
    }
  }
  guard let manual = said("manual"), let bash = said("completion", "bash"), let zsh = said("completion", "zsh"),
    let fish = said("completion", "fish")
  else { return nil }
  return Pages(manual: manual, bash: bash, zsh: zsh, fish: fish)
}

/// Returns what is left to do: lines for a shell, and what each is for.
private func advice(_ context: CommandContext, isStarted: Bool) throws(Failure) -> [String] {
  var advice: [String] = []
  if context.invocation[gnomeExtension] {
    advice.append("gnome-extensions enable \(GnomeExtension.id)    turns the extension on after the next login")
  }
  if !isStarted, (try? ControlClient(path: context.home.socket)) == nil {
    advice.append("\(Environment.command) up                    starts the service now; later it starts at login")
  }
  if HelperInstallation.found() != .copied, !Files.exists(HelperInstallation.start) {
    advice.append("\(Environment.sudoCommand) shield install   turns on blocking of sites and apps")
  }
  for finding in try examine(context, SystemView(root: "/")) where finding.isFixable && finding.level == .problem {
    advice.append("\(Environment.sudoCommand) doctor --fix     fixes: \(oneLine(finding.what))")
  }
  return advice
}

// MARK: What is said

private struct InstallAnswer: PrintedAnswer {
  let files: [InstalledFile]
  let foreign: [String]
  let isDry: Bool
  let isStarted: Bool
  let advice: [String]

  var text: String {
    var lines = [isDry ? "This would be written:" : "Written:"]
    for file in files { lines.append("  \(file.path): \(file.what)") }
    if !foreign.isEmpty {
      lines.append("Not changed, because FocusKey did not write it:")
      lines += foreign.map { "  \($0)" }
    }
    if isStarted { lines.append("The service is running.") }
    if !advice.isEmpty {
      lines.append("What is left to do:")
      lines += advice.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "dry_run": .bool(isDry), "started": .bool(isStarted),
      "files": .array(files.map { ["path": .string($0.path), "what": .string($0.what)] }),
      "kept": JSONValue(foreign), "advice": JSONValue(advice),
    ]
  }
}

private struct RemoveAnswer: PrintedAnswer {
  let files: [String]
  let isDry: Bool
  let kept: [String]
  let advice: [String]

  var text: String {
    var lines =
      files.isEmpty ? ["There is nothing to remove."] : [isDry ? "This would be removed:" : "Removed:"]
    lines += files.map { "  \($0)" }
    if !kept.isEmpty {
      lines.append("Yours, and kept:")
      lines += kept.map { "  \($0)" }
    }
    if !advice.isEmpty {
      lines.append("Also there:")
      lines += advice.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": true, "dry_run": .bool(isDry), "files": JSONValue(files), "kept": JSONValue(kept),
      "advice": JSONValue(advice),
    ]
  }
}
