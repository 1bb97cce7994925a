internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import Requests
internal import SiteAssociation

private let file = Option("file", value: .file(), "the site's file", isRequired: true)
private let package = Option("package", value: .text("ID"), "only ask about this app (package name)")
private let manifestOnly = Flag(
  "manifest-only", "ignore rules of Android 15 and later")
private let url = Operand<String>(.text("URL"), "the link")

/// `assetlinks match`: whether Android may open a link in an app.
var assetLinksMatchCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
      "match", "Check whether Android may open a link",
      discussion: """
        The app's manifest is not known here: a match means that the site allows it. The exit code is 1 for a link that stays in the browser.

        $ keytool assetlinks match --file assetlinks.json https://focuskey.app/start
        """
    ) {
      file
      package
      manifestOnly
      url
    }
  ) { context throws(Failure) in
    let (name, link) = try context.usage { invocation throws(UsageError) in
      (try invocation.require(file), try invocation.require(url))
    }
    let report = AssetLinksReport(reading: try context.read(file: name))
    if let fault = report.fault {
      throw Failure.notJSON(name, fault, help: "keytool assetlinks validate").showing(report.text, at: fault.place)
    }
    let decision = report.links.decision(
      for: try webAddress(link), package: context.invocation[package],
      usesDynamicRules: !context.invocation[manifestOnly])
    try context.answer(AssetLinksDecisionAnswer(decision: decision))
    return decision.outcome == .match ? .done : .no
  }
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
    let rule = self.rule.map { rule in ", \(rule.words)" } ?? ", if its manifest allows it"
    switch outcome {
    case .match: return "may open \(package)\(rule)"
    case .excluded: return "stays in the browser: excluded for \(package)\(rule)"
    case .noMatch: return "stays in the browser: no statement allows it"
    }
  }
}
