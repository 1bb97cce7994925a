/// How an application's command line starts it: the part that tells which file, or which package, is the application.
package enum Launch: Sendable, Equatable {
  /// A program of the system, by path or by a name that is looked up.
  case program(String)
  /// A Flatpak, by its id; its files are in the Flatpak's own folder.
  case flatpak(String)
  /// A snap, by its name; its files are in its own mount.
  case snap(String)
  case appImage(String)
  /// A script or an archive that an interpreter runs; the interpreter itself runs much else too.
  case interpreted(by: String, file: String)
  /// Nothing that names a file of its own.
  case unknown
}

extension DesktopEntry {
  package var launch: Launch {
    if let flatpak { return .flatpak(flatpak) }
    if let snap { return .snap(snap) }
    return Self.launch(of: command[...], depth: 0)
  }

  private static func launch(of words: ArraySlice<String>, depth: Int) -> Launch {
    guard let first = words.first, depth < 4 else { return .unknown }
    let rest = words.dropFirst()
    let program = basename(first)
    if first.hasPrefix("/snap/bin/") || first.hasPrefix("/var/lib/snapd/snap/bin/") {
      return .snap(String(program.prefix { $0 != "." }))
    }
    if program.lowercased().hasSuffix(".appimage") { return .appImage(first) }
    switch program {
    case "env":
      // Assignments and options of env(1) stand in front of the command; two options take a word of their own.
      var rest = rest
      while let word = rest.first, word.contains("=") || word.hasPrefix("-") {
        rest = rest.dropFirst(word == "-u" || word == "-C" ? 2 : 1)
      }
      return launch(of: rest, depth: depth + 1)
    case "flatpak":
      // The first word behind `run` that is not an option is the id.
      guard let run = rest.firstIndex(of: "run") else { return .program(first) }
      let id = rest[(run + 1)...].first { !$0.hasPrefix("-") }
      return id.map { .flatpak($0) } ?? .program(first)
    case "snap":
      guard let run = rest.firstIndex(of: "run") else { return .program(first) }
      return rest[(run + 1)...].first { !$0.hasPrefix("-") }.map { .snap($0) } ?? .program(first)
    case "nice", "ionice", "setsid", "nohup", "gamemoderun", "mangohud", "prime-run", "pkexec", "gtk-launch",
      "dbus-run-session":
      return launch(of: rest.drop { $0.hasPrefix("-") }, depth: depth + 1)
    default: break
    }
    guard isInterpreter(program) else { return .program(first) }
    let file = rest.first { word in
      !word.hasPrefix("-") && (word.contains("/") || word.contains("."))
    }
    return file.map { .interpreted(by: first, file: $0) } ?? .program(first)
  }

  private static func isInterpreter(_ program: String) -> Bool {
    let exact = [
      "sh", "bash", "dash", "zsh", "fish", "perl", "ruby", "node", "nodejs", "java", "mono", "wine", "wine64",
      "electron",
      "gjs", "gjs-console", "lua", "pwsh", "qemu-system-x86_64",
    ]
    if exact.contains(program) { return true }
    for family in ["python", "electron", "java-", "perl5", "ruby"] where program.hasPrefix(family) {
      // `python3.11` is the interpreter; `pythonista` is not.
      return program.dropFirst(family.count).allSatisfy { $0.isNumber || $0 == "." }
    }
    return false
  }

  private static func basename(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
