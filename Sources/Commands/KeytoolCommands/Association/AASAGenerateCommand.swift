internal import CommandShell
internal import SiteAssociation

private let config = Option("config", value: .file(), "the site's definition (default: aasa/focuskey.json5)")
private let out = Option("out", value: .folder(), "output folder (default: the definition's folder)")
private let check = Flag("check", "only check that the files are current")

var aasaGenerateCommand: ProgramCommand {
  ProgramCommand(
    "generate", "Create a site's files from its definition",
    discussion: """
      One definition gives .well-known/apple-app-site-association, .well-known/assetlinks.json, a snippet for each kind of server, and the \
      settings for the apps. The files open every link that the routes print, and no other path.

      $ keytool aasa generate --config aasa/focuskey.json5 --out aasa
      $ keytool aasa generate --check
      """, takes: [config, out, check]
  ) { context throws(Failure) in
    let name = try DefinitionPlace.name(context, given: context.invocation[config])
    let folder = context.invocation[out] ?? parent(of: name)
    let definition = try context.siteDefinition(inFile: name)
    let files = definition.files.map { file in GeneratedFile(path: file.path, content: Array(file.content.utf8)) }
    return try context.generate(files, in: folder, of: definition, inFile: name, onlyChecks: context.invocation[check])
  }
}

private func parent(of name: String) -> String {
  guard let slash = name.lastIndex(of: "/") else { return "." }
  return slash == name.startIndex ? "/" : String(name[..<slash])
}
