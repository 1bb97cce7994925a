internal import CommandShell
internal import SiteAssociation

private let domain = Operand<String>(.text("DOMAIN"), "your site's host, such as focus.example.org")
private let app = Option("app", value: .text("ID"), "the iPhone app, such as ABCDE12345.org.example.app")
private let package = Option("package", value: .text("ID"), "the Android app's package name")
private let fingerprint = Option(
  "fingerprint", value: .text("SHA256"), "fingerprint of the Android app's key", mayRepeat: true)
private let out = Option("out", value: .file(), "the file (default: aasa/focuskey.json5)")
private let force = Flag("force", "replace a file that is there")

var siteNewCommand: ProgramCommand {
  ProgramCommand(
    "new", "Write the definition of your site",
    discussion: """
      The file says which domain's links your apps open; site build and aasa generate make everything from it. What you do not name yet has a \
      value that belongs to nobody, and each command reminds of it. A file that is there is kept, and the exit code is 1, unless you add --force.

      $ keytool site new focus.example.org --app ABCDE12345.org.example.app
      $ keytool site build
      """, takes: [domain, app, package, fingerprint, out, force]
  ) { context throws(Failure) in
    let said = context.invocation
    let host = try context.usage { said throws(UsageError) in try said.require(domain) }
    let name = said[out] ?? DefinitionPlace.usual
    let path = context.surroundings.path(of: name)
    guard Files.target(of: path) == nil else {
      throw Failure(
        .no, kind: "is-a-link", what: "a link is in the way", at: .text(name),
        advice: "remove the link; nothing is written through one")
    }
    guard said[force] || !Files.exists(path) else {
      throw Failure(
        .no, kind: "file-exists", what: "the file is there and was kept", at: .text(name),
        advice: "add --force to replace it")
    }
    let text = try definition(host, said)
    if let slash = path.lastIndex(of: "/") {
      try renaming({ Failure.writing(name, $0) }, Files.makeFolder(String(path[..<slash]), mode: 0o755))
    }
    try context.write(file: name, Array(text.utf8))
    let written = try context.siteDefinition(inFile: name)
    try context.answer(NewDefinition(file: name))
    for (path, value) in written.placeholders {
      context.printNote("\(value) is a placeholder: \(name), \(path): replace it before you publish the files")
    }
    return .done
  }
}

/// Returns a definition for a person to edit; refuses what would make a useless file.
private func definition(_ host: String, _ said: Invocation) throws(Failure) -> String {
  let made = SiteDefinition.madeUp
  let id = said[app] ?? (said[package] == nil ? "\(made.team).org.example.app" : nil)
  var parts: [String] = []
  if let id {
    guard let dot = id.firstIndex(of: "."), dot != id.startIndex else {
      throw Failure(
        .usage, kind: "bad-app", what: "not an app id", at: .text("--app \(id)"),
        advice: "write it like ABCDE12345.org.example.app")
    }
    parts.append(
      """
        apple: {
          // The ten characters before the dot of "application-identifier" in the signed app, and what follows it.
          team: \(quoted(String(id[..<dot]))),
          apps: [\(quoted(String(id[id.index(after: dot)...])))],
          clips: [],
          passwords: false,
          oldestIOS: 14,
        },
      """)
  }
  if let name = said[package] {
    let prints = said.all(fingerprint).isEmpty ? [made.fingerprint] : said.all(fingerprint)
    parts.append(
      """
        android: {
          package: \(quoted(name)),
          // SHA-256 of the key that signs what people install; with Play signing that is Google's key.
          fingerprints: [\(prints.map(quoted).joined(separator: ", "))],
          rules: true,
        },
      """)
  }
  let text = """
    // Who may claim the links of \(oneLine(host)); keytool site build and keytool aasa generate read it.
    {
      domain: \(quoted(host)),

    \(parts.joined(separator: "\n\n"))

      // Routes of your own; what begins with a colon is a text that the link carries:
      // { name: "lights", path: "/lights/:room", parameters: ["level"], whenSoft: "refused" }
      routes: [],
    }

    """
  func bad(_ message: String) -> Failure {
    Failure(.badData, kind: "bad-definition", what: message, at: .text(host), advice: "see keytool site new --help")
  }
  let document = try renaming(
    { (error: JSONError) in bad(error.message) }, JSONDocument(Array(text.utf8), grammar: .json5))
  do throws(JSONShapeError) { _ = try SiteDefinition(document) } catch { throw bad(error.message) }
  return text
}

private func quoted(_ text: String) -> String { JSONValue.string(text).text }

private struct NewDefinition: PrintedAnswer {
  let file: String

  var json: JSONValue { ["ok": true, "file": .string(file)] }
  var text: String { "\(oneLine(file)): written\nnext: keytool site build" }
}

/// Where a definition is looked for if none is named.
enum DefinitionPlace {
  static let usual = "aasa/focuskey.json5"
  private static let others = ["focuskey.json5"]

  /// Returns the given name of the definition, or the first one that is there.
  static func name(_ context: CommandContext, given: String?) throws(Failure) -> String {
    if let given { return given }
    for name in [usual] + others where Files.exists(context.surroundings.path(of: name)) { return name }
    throw Failure(
      .noInput, kind: "no-definition", what: "there is no definition of a site here", at: .text(usual),
      advice: "make one with: keytool site new your.domain, or name it with --config")
  }
}
