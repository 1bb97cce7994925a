internal import CommandShell
import Glibc

/// Applies the fixes of findings and undoes them; a journal in the home records what was done.
struct Treatment {
  private enum AppliedFix: Equatable {
    case file(String)
    case commands([[String]])

    var json: JSONValue {
      switch self {
      case .file(let path): ["file": .string(path)]
      case .commands(let commands):
        ["undo": .array(commands.map { .array($0.map { .string($0) }) })]
      }
    }

    init?(_ node: JSONNode) {
      if let path = node["file"]?.string {
        self = .file(path)
      } else if let commands = node["undo"]?.array {
        self = .commands(commands.map { ($0.array ?? []).compactMap(\.string) })
      } else {
        return nil
      }
    }
  }

  let system: SystemView
  let surroundings: ProcessContext
  let journal: String

  /// Applies each finding's fix that can be undone, and returns the kinds that were fixed.
  func fix(_ findings: [Finding]) throws(Failure) -> [String] {
    var done: [String] = []
    for finding in findings {
      switch finding.fix {
      case .file(let path, let content, let commands, let undo):
        try write(content, to: path, for: finding)
        // Taken back from the end: first the file, then what it kept away.
        if !undo.isEmpty { try remember(.commands(undo)) }
        try remember(.file(path))
        for command in commands { try run(command, for: finding) }
      case .commands(let commands, let undo):
        for command in commands { try run(command, for: finding) }
        try remember(.commands(undo))
      case .byHand, nil: continue
      }
      done.append(finding.kind)
    }
    return done
  }

  /// Undoes earlier fixes, the last one first, and returns in words what was undone.
  func undo() throws(Failure) -> [String] {
    var done: [String] = []
    for deed in deeds().reversed() {
      switch deed {
      case .file(let path):
        guard unsafe unlink(system.path(path)) == 0 || errno == ENOENT else {
          throw .fixing(path, SystemError.last("unlink").reason)
        }
        done.append("removed \(path)")
      case .commands(let commands):
        for command in commands {
          try run(command, for: nil)
          done.append(command.joined(separator: " "))
        }
      }
    }
    unsafe unlink(journal)
    return done
  }

  private func write(_ content: String, to path: String, for finding: Finding) throws(Failure) {
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/") { try Files.makeFolder(system.path(String(path[..<slash]))) }
      try Files.replace(system.path(path), with: Array(content.utf8), mode: 0o644)
    } catch {
      throw .fixing(path, error.reason, by: finding.lines)
    }
  }

  private func run(_ command: [String], for finding: Finding?) throws(Failure) {
    guard let name = command.first, let path = program(name) else {
      throw .fixing(command.joined(separator: " "), "not installed", by: finding?.lines ?? [])
    }
    let code = try renaming(
      { (error: SystemError) in Failure.fixing(command.joined(separator: " "), error.reason, by: finding?.lines ?? [])
      }, ChildProcess.start(path, Array(command.dropFirst()), output: .nothing, errors: .nothing).wait())
    guard code == 0 else {
      throw .fixing(command.joined(separator: " "), "ended with \(code)", by: finding?.lines ?? [])
    }
  }

  /// Finds a program's path, also in the folders of administrators.
  private func program(_ name: String) -> String? {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
    let folders = (surroundings.variable("PATH") ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.map { folder in "\(folder)/\(name)" }.first { path in unsafe access(path, X_OK) == 0 }
  }

  private func deeds() -> [AppliedFix] {
    guard let content = try? Files.read(journal, limit: 1 << 16), let root = try? JSONDocument(content).root else {
      return []
    }
    return (root.array ?? []).compactMap { AppliedFix($0) }
  }

  private func remember(_ deed: AppliedFix) throws(Failure) {
    let known = deeds()
    guard !known.contains(deed) else { return }
    do throws(SystemError) {
      if let slash = journal.lastIndex(of: "/") { try Files.makeFolder(String(journal[..<slash])) }
      try Files.replace(journal, with: JSONValue.array((known + [deed]).map(\.json)).octets)
    } catch {
      throw .fixing(journal, error.reason)
    }
  }
}

extension Failure {
  /// A fix that did not work: most often because only root may do it.
  static func fixing(_ thing: String, _ reason: String, by lines: [String] = []) -> Failure {
    Failure(
      .notAllowed, kind: "not-fixed", what: "cannot do this: \(reason)", at: .text(thing),
      advice: lines.isEmpty ? "run it as root" : "run it as root, or run these: \(lines.joined(separator: "; "))")
  }
}
