internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import Requests
internal import SiteAssociation

private let site = Operand<String>(.text("URL"), "the site, such as https://focuskey.app")
private let out = Option("out", value: .file(), "output file (default: standard output)")
private let copy = Flag("copy", "fetch Apple's copy instead of the site's")

/// `aasa fetch`: a site's file.
var aasaFetchCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "fetch", "Fetch a site's file as a device does",
      discussion: """
        $ keytool aasa fetch https://focuskey.app > site.json
        $ keytool aasa fetch --copy https://focuskey.app > apple.json
        $ keytool aasa diff apple.json site.json
        """
    ) {
      site
      out
      copy
      LiveSiteSource.options
    }
  ) { context throws(Failure) in
    let name = try context.usage { invocation throws(UsageError) in try invocation.require(site) }
    let source = try LiveSiteSource(name, context)
    let response = context.invocation[copy] ? try await source.copy() : try await source.file()
    guard response.status == 200 else {
      let findings = LiveSite(host: name, device: response).findings
      let reason = response[header: "apple-failure-reason"]
      throw Failure(
        .no, kind: findings.first?.kind.rawValue ?? "site.status",
        what: reason.map { reason in "Apple could not fetch the file: \(reason)" } ?? findings.first?.message
          ?? "there is no file", at: .text(response.url), advice: findings.first?.fix ?? "see keytool aasa validate")
    }
    if let file = context.invocation[out] {
      try context.write(file: file, response.body)
      try context.answer(FetchedAnswer(response: response, file: file))
    } else {
      try context.write(octets: response.body)
    }
    return .done
  }
}

private struct FetchedAnswer: Answer {
  let response: SiteResponse
  let file: String

  var json: JSONValue {
    [
      "ok": true, "url": .string(response.url), "octets": JSONValue(response.body.count), "file": .string(file),
    ]
  }

  var text: String { "\(response.url): \(response.body.count) bytes to \(oneLine(file))" }
}
