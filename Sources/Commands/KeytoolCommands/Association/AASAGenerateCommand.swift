internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import LinuxRuntime
internal import SiteAssociation

private let config = Option(
  "config", value: .file(), "the site's definition (default: aasa/focuskey.json5)")
private let out = Option("out", value: .folder(), "output folder (default: the definition's folder)")
private let check = Flag("check", "only check that the files are current")

/// `aasa generate`: the files of a site from its definition.
let aasaGenerateCommand = ProgramCommand(
  CommandSpec(
    "generate", "Create a site's files from its definition",
    discussion: """
      One definition gives .well-known/apple-app-site-association, .well-known/assetlinks.json, a snippet for each kind of server, and the \
      settings for the apps. The files open every link that the routes print, and no other path.

      $ keytool aasa generate --config aasa/focuskey.json5 --out aasa
      $ keytool aasa generate --check
      """
  ) {
    config
    out
    check
  }
) { context throws(CommandError) in
  let name = context.invocation[config] ?? "aasa/focuskey.json5"
  let folder = context.invocation[out] ?? parent(of: name)
  let definition = try context.siteDefinition(inFile: name)
  let files = definition.files
  var answer = GeneratedAnswer(folder: folder, placeholders: definition.placeholders)
  for file in files {
    let path = folder + "/" + file.path
    let isSame = isThere(path, file, context)
    if !isSame, !context.invocation[check] {
      try makeFolders(folder, for: file, context)
      try context.write(file: path, Array(file.content.utf8))
    }
    answer.add(file, isSame ? .same : context.invocation[check] ? .differs : .written)
  }
  try context.answer(answer)
  for (path, value) in definition.placeholders {
    context.printNote("\(value) is a placeholder: \(name), \(path): replace it before you publish the files")
  }
  return answer.isGood ? .done : .no
}

private func parent(of name: String) -> String {
  guard let slash = name.lastIndex(of: "/") else { return "." }
  return slash == name.startIndex ? "/" : String(name[..<slash])
}

/// Whether the file is there already as it should be, so that it need not be touched.
private func isThere(_ path: String, _ file: SiteFile, _ context: CommandContext) -> Bool {
  do throws(CommandError) {
    return try context.read(file: path) == Array(file.content.utf8)
  } catch {
    // What keeps it from being read also keeps it from being written, and is reported then.
    return false
  }
}

private func makeFolders(
  _ folder: String, for file: SiteFile, _ context: CommandContext
) throws(CommandError) {
  let parts = file.path.split(separator: "/").dropLast()
  let path = ([context.surroundings.path(of: folder)] + parts.map { part in String(part) }).joined(separator: "/")
  do throws(SystemError) {
    // A web server runs as somebody else.
    try Files.makeFolder(path, mode: 0o755)
  } catch {
    throw .writing(folder, error)
  }
}

/// What became of the files of a site.
private struct GeneratedAnswer: Answer {
  enum State: String {
    case same, written, differs
  }

  let folder: String
  let placeholders: [(path: String, value: String)]
  private var entries: [(file: SiteFile, state: State)] = []

  init(folder: String, placeholders: [(path: String, value: String)]) {
    self.folder = folder
    self.placeholders = placeholders
  }

  mutating func add(_ file: SiteFile, _ state: State) {
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
            "octets": JSONValue(file.content.utf8.count),
          ]
        }),
      "placeholders": JSONValue(placeholders.map { placeholder in placeholder.path }),
    ]
  }

  var text: String {
    entries.map { file, state in "\(folder)/\(file.path): \(state.rawValue)" }.joined(separator: "\n")
  }
}
