internal import CommandShell
internal import SiteAssociation

struct GeneratedFile {
  /// Its path below the site's folder.
  let path: String
  let content: [UInt8]
}

extension CommandContext {
  /// Writes files to a folder, reports on each, and reminds of made-up values in their definition.
  func generate(
    _ files: [GeneratedFile], in folder: String, of definition: SiteDefinition, inFile name: String, onlyChecks: Bool
  ) throws(Failure) -> ExitCode {
    var answer = GeneratedAnswer(folder: folder, placeholders: definition.placeholders)
    for file in files {
      let path = folder + "/" + file.path
      let isSame = isThere(path, file)
      if !isSame, !onlyChecks {
        try makeFolders(folder, for: file)
        try write(file: path, file.content)
      }
      answer.add(file, isSame ? .same : onlyChecks ? .differs : .written)
    }
    try self.answer(answer)
    for (path, value) in definition.placeholders {
      printNote("\(value) is a placeholder: \(name), \(path): replace it before you publish the files")
    }
    return answer.isGood ? .done : .no
  }

  /// Whether the file is already as it should be, so that it need not be written.
  private func isThere(_ path: String, _ file: GeneratedFile) -> Bool {
    do throws(Failure) {
      return try read(file: path) == file.content
    } catch {
      // What keeps it from being read also keeps it from being written, and is reported then.
      return false
    }
  }

  private func makeFolders(_ folder: String, for file: GeneratedFile) throws(Failure) {
    let parts = file.path.split(separator: "/").dropLast()
    let path = ([surroundings.path(of: folder)] + parts.map { part in String(part) }).joined(separator: "/")
    do throws(SystemError) {
      // A web server runs as somebody else.
      try Files.makeFolder(path, mode: 0o755)
    } catch {
      throw .writing(folder, error)
    }
  }
}

private struct GeneratedAnswer: PrintedAnswer {
  enum State: String {
    case same, written, differs
  }

  let folder: String
  let placeholders: [(path: String, value: String)]
  private var entries: [(file: GeneratedFile, state: State)] = []

  init(folder: String, placeholders: [(path: String, value: String)]) {
    self.folder = folder
    self.placeholders = placeholders
  }

  mutating func add(_ file: GeneratedFile, _ state: State) {
    entries.append((file, state))
  }

  var isGood: Bool { entries.allSatisfy { entry in entry.state != .differs } }

  var json: JSONValue {
    [
      "ok": .bool(isGood),
      "files": .array(
        entries.map { file, state in
          [
            "path": .string(folder + "/" + file.path), "state": .string(state.rawValue),
            "octets": JSONValue(file.content.count),
          ]
        }),
      "placeholders": JSONValue(placeholders.map { placeholder in placeholder.path }),
    ]
  }

  var text: String {
    entries.map { file, state in "\(folder)/\(file.path): \(state.rawValue)" }.joined(separator: "\n")
  }
}
