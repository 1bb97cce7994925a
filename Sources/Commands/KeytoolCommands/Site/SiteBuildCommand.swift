internal import CommandShell
internal import LandingPages
internal import SiteAssociation

private let config = Option("config", value: .file(), "the site's definition (default: aasa/focuskey.json5)")
private let out = Option("out", value: .folder(), "output folder (default: site)")
private let check = Flag("check", "only check that the files are current")

var siteBuildCommand: ProgramCommand {
  ProgramCommand(
    "build", "Create a whole site to publish",
    discussion: """
      One definition gives all that a static host serves for a domain: the association files, a page for every route, the \
      page that pairs a phone with its script, and the files _headers, _redirects and .htaccess for common hosts. A phone that \
      was paired signs each tap on these pages and opens the computer with it.

      $ keytool site new focus.example.org --app ABCDE12345.org.example.app
      $ keytool site build --config aasa/focuskey.json5 --out site
      $ keytool site build --out site --check
      $ keytool aasa serve aasa
      """, takes: [config, out, check]
  ) { context throws(Failure) in
    let name = try DefinitionPlace.name(context, given: context.invocation[config])
    let definition = try context.siteDefinition(inFile: name)
    var claims: [String: [UInt8]] = [:]
    for file in definition.files { claims["/" + file.path] = Array(file.content.utf8) }
    let site = PublishedSite(
      table: definition.routes, association: claims[SitePages.associationPath],
      assetLinks: claims[SitePages.assetLinksPath], assets: PhonePages.assets)
    let files =
      site.files.map { file in GeneratedFile(path: file.path, content: file.page.body) }
      + site.hostFiles.map { file in GeneratedFile(path: file.path, content: Array(file.text.utf8)) }
    return try context.generate(
      files, in: context.invocation[out] ?? "site", of: definition, inFile: name, onlyChecks: context.invocation[check])
  }
}
