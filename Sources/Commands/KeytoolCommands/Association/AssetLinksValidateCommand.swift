internal import CommandShell
internal import LandingPages
internal import SiteAssociation

private let source = Operand<String>(.file("FILE|DOMAIN"), "files or sites; - is standard input", count: .some)

var assetLinksValidateCommand: ProgramCommand {
  ProgramCommand(
    "validate", "Find errors in assetlinks.json",
    discussion: """
      The exit code is 1 if there is an error. \(FindingsFormat.discussion)

      A word with a dot that does not name a file is a domain: its file is fetched as a phone fetches it.

      $ keytool assetlinks validate public/.well-known/assetlinks.json
      $ keytool assetlinks validate focuskey.app
      """, takes: [source, FindingsFormat.options, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    let names = context.invocation.all(source)
    return try await FindingsFormat.answer(context, about: names) { name, isVerbose throws(Failure) in
      let source = AssociationSource(name, context)
      let report = AssetLinksReport(reading: try await source.octets(context, at: SitePages.assetLinksPath))
      var answer = FindingsAnswer(name: name)
      if case .site = source { answer.isSite = true }
      answer.add(report.findings, in: report.text)
      if report.fault == nil { answer.contents = report.summary }
      answer.checked = isVerbose ? report.passedChecks : nil
      return answer
    }
  }
}
