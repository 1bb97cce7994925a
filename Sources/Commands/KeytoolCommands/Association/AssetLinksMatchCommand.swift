internal import CommandShell
internal import SiteAssociation

let assetLinksPackage = Option("package", value: .text("ID"), "only ask about this app (package name)")
let assetLinksManifestOnly = Flag("manifest-only", "ignore rules of Android 15 and later")

var assetLinksMatchCommand: ProgramCommand {
  ProgramCommand(
    "match", "Check whether Android may open a link",
    discussion: """
      The app's manifest is not known here: a match means that the site allows it. The exit code is 1 for a link that stays in the browser.

      $ keytool assetlinks match assetlinks.json https://focuskey.app/start
      """, takes: [LinkQuestion.arguments, assetLinksPackage, assetLinksManifestOnly, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    let question = try LinkQuestion(context)
    let address = try webAddress(question.link)
    let decision = try await context.assetLinks(in: question.source).decision(
      for: address, package: context.invocation[assetLinksPackage],
      usesDynamicRules: !context.invocation[assetLinksManifestOnly])
    try context.answer(AssetLinksDecisionAnswer(decision: decision))
    return decision.outcome == .match ? .done : .no
  }
}

private struct AssetLinksDecisionAnswer: PrintedAnswer {
  let decision: AssetLinksDecision

  var json: JSONValue {
    [
      "result": .string(decision.outcome.rawValue), "package": JSONValue(decision.package),
      "statement": decision.statement.map { JSONValue($0) } ?? .null, "rule": decision.rule?.json ?? .null,
    ]
  }

  var text: String { decision.words }
}

extension AssetLinksDecision {
  var words: String {
    let package = oneLine(self.package ?? "")
    let rule = self.rule.map { rule in ", \(rule.words)" } ?? ", if its manifest allows it"
    switch outcome {
    case .match: return "may open \(package)\(rule)"
    case .excluded: return "stays in the browser: excluded for \(package)\(rule)"
    case .noMatch: return "stays in the browser: no statement allows it"
    }
  }
}
