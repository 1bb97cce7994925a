internal import CommandShell
internal import SiteAssociation

private let source = Operand<String>(.file("FILE|DOMAIN"), "files or sites; - is standard input", count: .some)

var aasaValidateCommand: ProgramCommand {
  ProgramCommand(
    "validate", "Find errors in apple-app-site-association",
    discussion: """
      The findings are in the order of the lines. Each says what a device will do, what to do about it, and whether Apple documents it \
      ("documented"), Apple's tools were seen to do it ("observed"), or it is concluded ("inferred"). The exit code is 1 if there is an error.

      A word with a dot that does not name a file is a domain: its file is fetched as a device and as Apple's crawler fetch it, and compared with Apple's copy. \
      Apple's copy may be days old or not there: that never decides the exit code.

      \(FindingsFormat.discussion)

      $ keytool aasa validate public/.well-known/apple-app-site-association
      $ keytool aasa validate focuskey.app
      $ keytool aasa validate --format sarif */apple-app-site-association > keytool.sarif
      """, takes: [source, FindingsFormat.options, LiveSiteSource.options]
  ) { context throws(Failure) in
    let names = context.invocation.all(source)
    return try await FindingsFormat.answer(context, about: names) { name, isVerbose throws(Failure) in
      var answer = FindingsAnswer(name: name)
      var checked: [PassedCheck] = []
      switch AssociationSource(name, context) {
      case .site(let address):
        answer.isSite = true
        let site = try await LiveSiteSource(address, context).fetchSite()
        answer.add(site.findings)
        checked = site.passedChecks
        if let file = site.file {
          let report = AssociationReport(reading: file)
          answer.add(report)
          checked += report.passedChecks
        }
        answer.more = [("fetch", site.fetchJSON)]
        answer.moreLines = site.fetchLines
      case .file:
        let report = AssociationReport(reading: try context.read(file: name))
        answer.add(report)
        checked = report.passedChecks
      }
      answer.checked = isVerbose ? checked : nil
      return answer
    }
  }
}

extension FindingsAnswer {
  mutating func add(_ report: AssociationReport) {
    add(report.findings, in: report.text)
    if report.fault == nil { contents = report.summary }
  }
}
