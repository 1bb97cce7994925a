internal import CommandShell
internal import CommandSpec
internal import Requests
internal import SiteAssociation

private let source = Operand<String>(.file(), "the file; - is standard input")

/// `assetlinks validate`: what is wrong with a site's file for Android.
var assetLinksValidateCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "validate", "Find errors in assetlinks.json",
      discussion: """
        The exit code is 1 if there is an error. \(FindingsFormat.discussion)

        $ keytool assetlinks validate public/.well-known/assetlinks.json
        """
    ) {
      source
      FindingsFormat.options
    }
  ) { context throws(Failure) in
    let name = try context.usage { invocation throws(UsageError) in try invocation.require(source) }
    return try await FindingsFormat.answer(context) { isVerbose throws(Failure) in
      let report = AssetLinksReport(reading: try context.read(file: name))
      var answer = FindingsAnswer(name: name)
      answer.add(report.findings, in: report.text)
      if report.fault == nil { answer.contents = report.summary }
      answer.checked = isVerbose ? report.passedChecks : nil
      return answer
    }
  }
}
