internal import CommandShell
import Glibc

var linkHandlerCommand: ProgramCommand {
  ProgramCommand(
    group: "link-handler", "Manage the handler of focuskey: links",
    [linkHandlerInstallCommand, linkHandlerRemoveCommand])
}

var linkHandlerInstallCommand: ProgramCommand {
  ProgramCommand(
    "install", "Register FocusKey as the handler of focuskey: links",
    discussion: """
      Writes a desktop entry for the scheme focuskey, and makes it the default for such links. Other entries in the list of
      defaults are not changed. `focuskey link-handler remove` restores the previous default.

      $ focuskey link-handler install
      $ xdg-open 'focuskey://start?profile=work'
      """
  ) { context throws(Failure) in
    let folders = try LinkHandlerFolders(context.surroundings)
    guard let program = Environment.programPath() else {
      throw Failure(
        .brokenIO, kind: "no-program", what: "the program cannot find itself", at: .text("/proc/self/exe"),
        advice: "mount /proc")
    }
    let home = context.invocation[FocusKey.home].map { folder in absolute(folder, context) }
    var defaults = DefaultApplications(text: try text(of: folders.defaults) ?? "")
    // Installed once more, it still remembers what was there before the first time.
    let written = try text(of: folders.entry)
    let earlier = written.map(LinkHandlerEntry.undo)
    let traces = written.map(LinkHandlerEntry.traces) ?? LinkHandlerTraces(before: folders)
    let isDefault = defaults.applications(for: LinkHandlerEntry.type) == LinkHandlerEntry.name
    let previous = isDefault ? nil : defaults.applications(for: LinkHandlerEntry.type)
    var undo = earlier ?? .removeLine
    if !isDefault { undo = defaults.set(LinkHandlerEntry.name, for: LinkHandlerEntry.type) }
    let entry = LinkHandlerEntry(program: program, home: home, undo: undo, traces: traces)
    try write(entry.text, to: folders.entry)
    if !isDefault { try write(defaults.text, to: folders.defaults) }
    refreshCache(folders)
    try context.answer(
      LinkHandlerAnswer(isInstalled: true, folders: folders, previous: previous, changed: !isDefault || earlier == nil))
    return .done
  }
}

var linkHandlerRemoveCommand: ProgramCommand {
  ProgramCommand("remove", "Remove the handler and restore the previous one") { context throws(Failure) in
    let folders = try LinkHandlerFolders(context.surroundings)
    guard let entry = try text(of: folders.entry) else {
      try context.answer(LinkHandlerAnswer(isInstalled: false, folders: folders, previous: nil, changed: false))
      return .done
    }
    if let before = try text(of: folders.defaults) {
      var defaults = DefaultApplications(text: before)
      defaults.takeBack(
        LinkHandlerEntry.undo(in: entry), application: LinkHandlerEntry.name, type: LinkHandlerEntry.type)
      if defaults.text.isEmpty {
        unsafe unlink(folders.defaults)
      } else if defaults.text != before {
        try write(defaults.text, to: folders.defaults)
      }
    }
    guard unsafe unlink(folders.entry) == 0 else { throw .writing(folders.entry, .last("unlink", on: folders.entry)) }
    refreshCache(folders)
    LinkHandlerEntry.traces(in: entry).remove(from: folders)
    try context.answer(LinkHandlerAnswer(isInstalled: false, folders: folders, previous: nil, changed: true))
    return .done
  }
}

/// Returns an absolute path, for a program that is started in another folder.
func absolute(_ folder: String, _ context: CommandContext) -> String {
  guard !folder.hasPrefix("/") else { return folder }
  return Files.real(context.surroundings.path(of: folder)) ?? folder
}

private func text(of file: String) throws(Failure) -> String? {
  do throws(SystemError) {
    return String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
  } catch {
    if error.code == ENOENT || error.code == ENOTDIR { return nil }
    throw .reading(file, error)
  }
}

/// Replaces a file, or the target of a link: people keep such files in a folder of their own.
private func write(_ text: String, to file: String) throws(Failure) {
  let path = Files.real(file) ?? file
  do throws(SystemError) {
    if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
    try Files.replace(path, with: Array(text.utf8), mode: 0o644)
  } catch {
    throw .writing(file, error)
  }
}

/// Updates the desktop's cache if it has a program for that; else entries are found only later.
private func refreshCache(_ folders: LinkHandlerFolders) {
  let program = "/usr/bin/update-desktop-database"
  guard Files.exists(program) else { return }
  _ = try? ChildProcess.start(program, ["-q", folders.applications], output: .nothing, errors: .nothing).wait()
}

private struct LinkHandlerAnswer: PrintedAnswer {
  let isInstalled: Bool
  let folders: LinkHandlerFolders
  let previous: String?
  let changed: Bool

  var text: String {
    guard isInstalled else {
      return changed ? "Links that begin with focuskey: no longer open in FocusKey." : "There is no handler to remove."
    }
    var lines = [
      changed ? "Links that begin with focuskey: now open in FocusKey." : "The handler is already installed."
    ]
    lines.append("Entry:    \(folders.entry)")
    lines.append("Default:  \(folders.defaults)")
    if let previous { lines.append("Before:   \(previous)") }
    lines.append("Try it:   xdg-open focuskey://status")
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .members([
      "ok": true, "installed": .bool(isInstalled), "changed": .bool(changed), "entry": .string(folders.entry),
      "defaults": .string(folders.defaults), "previous": previous.map { name in .string(name) },
    ])
  }
}
