internal import CommandShell
internal import SiteAssociation

private let site = Operand<String>(.text("DOMAIN"), "the site, such as focuskey.app")
private let out = Option("out", value: .file(), "output file (default: standard output)")
private let copy = Flag("copy", "fetch Apple's copy instead of the site's")

var aasaFetchCommand: ProgramCommand {
  ProgramCommand(
    "fetch", "Fetch a site's file as a device does",
    discussion: """
      $ keytool aasa fetch focuskey.app > site.json
      $ keytool aasa fetch --copy focuskey.app > apple.json
      $ keytool aasa diff apple.json site.json
      """, takes: [site, out, copy, LiveSiteSource.options]
  ) { context throws(Failure) in
    let word = try context.usage { invocation throws(UsageError) in try invocation.require(site) }
    let name = AssociationSource.isDomain(word) ? "https://" + word : word
    let source = try LiveSiteSource(name, context)
    let response = context.invocation[copy] ? try await source.copy() : try await source.file()
    guard response.status == 200 else { throw .notServed(name, response) }
    if let file = context.invocation[out] {
      try context.write(file: file, response.body)
      try context.answer(FetchedAnswer(response: response, file: file))
    } else {
      try context.write(octets: response.body)
    }
    return .done
  }
}

private struct FetchedAnswer: PrintedAnswer {
  let response: SiteResponse
  let file: String

  var json: JSONValue {
    [
      "ok": true, "url": .string(response.url), "octets": JSONValue(response.body.count), "file": .string(file),
    ]
  }

  var text: String { "\(response.url): \(response.body.count) bytes to \(oneLine(file))" }
}
