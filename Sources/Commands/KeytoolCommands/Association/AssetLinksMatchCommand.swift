internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import SiteAssociation

private let file = Option("file", value: .file(), "the site's file", isRequired: true)
private let package = Option("package", value: .text("ID"), "only this application id")
private let manifestOnly = Flag(
  "manifest-only", "as devices before Android 15 do: the rules beside the manifest do not count")
private let url = Operand<String>(.text("URL"), "the link")

/// `assetlinks match`: whether Android may open a link in an app.
let assetLinksMatchCommand = ProgramCommand(
  CommandSpec(
    "match", "says whether Android may open a link in an app",
    discussion: """
      What the app's manifest takes is not known here: a match means that the site allows it. The exit code is 1 for a link that stays in \
      the browser.

      $ keytool assetlinks match --file assetlinks.json https://focuskey.app/start
      """
  ) {
    file
    package
    manifestOnly
    url
  }
) { context throws(CommandError) in
  let (name, link) = try context.usage { invocation throws(UsageError) in
    (try invocation.require(file), try invocation.require(url))
  }
  let report = AssetLinksReport(reading: try context.read(file: name))
  guard report.root != nil else {
    let finding = report.findings.first { finding in finding.level == .error }
    throw CommandError(
      .badData, kind: finding?.kind.rawValue ?? "file.not-json", what: finding?.message ?? "The file is not JSON.",
      at: .text(name), advice: finding?.fix ?? "see keytool assetlinks validate")
  }
  let decision = report.links.decision(
    for: try webAddress(link), package: context.invocation[package],
    usesDynamicRules: !context.invocation[manifestOnly])
  try context.answer(AssetLinksDecisionAnswer(decision: decision))
  return decision.outcome == .match ? .done : .no
}

private struct AssetLinksDecisionAnswer: Answer {
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
    let rule = self.rule.map { rule in ", \(rule.words)" } ?? ", as far as its manifest takes it"
    switch outcome {
    case .match: return "may open \(package)\(rule)"
    case .excluded: return "stays in the browser: excluded for \(package)\(rule)"
    case .noMatch: return "stays in the browser: no statement takes it"
    }
  }
}
