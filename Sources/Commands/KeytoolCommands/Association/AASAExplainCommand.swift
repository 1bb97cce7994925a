internal import CommandShell
internal import SiteAssociation

private let domain = Option("domain", value: .text("DOMAIN"), "the entitlement's domain (default: the link's host)")
private let app = Option("app", value: .text("ID"), "only ask about this app")

var aasaExplainCommand: ProgramCommand {
  ProgramCommand(
    "explain", "Explain why a link opens an app",
    discussion: """
      The rules are listed in order, each with the reason why it does not match. If the link stays in the browser, the nearest rule is \
      named, with what would have to change.

      $ keytool aasa explain apple-app-site-association https://focuskey.app/focsu/work
      """, takes: [LinkQuestion.arguments, domain, app, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    let question = try LinkQuestion(context)
    let address = try webAddress(question.link)
    let explanation = try await context.appLinks(in: question.source).explanation(
      for: address, domain: context.invocation[domain].map { AssociatedDomain($0) },
      app: context.invocation[app])
    try context.answerInPages(ExplanationAnswer(explanation: explanation))
    return explanation.decision.exitCode
  }
}

private struct ExplanationAnswer: PrintedAnswer {
  let explanation: LinkExplanation

  var json: JSONValue { explanation.json }

  var text: String {
    var lines: [String] = []
    if let obstacle = explanation.obstacle { lines.append(oneLine(obstacle.words)) }
    var app = ""
    for trial in explanation.trials {
      if trial.app != app { lines.append("\(oneLine(trial.app)), entry \(trial.detail):") }
      app = trial.app
      lines.append("  \(trial.words)")
    }
    lines.append(explanation.decision.words)
    lines += explanation.nearest?.advice ?? []
    return lines.joined(separator: "\n")
  }
}

extension LinkExplanation.Trial {
  var advice: [String] {
    ["the nearest rule is \(rule?.words ?? "entry \(detail)"); for it to match:"]
      + mismatches.map { "  \(oneLine($0.change))" }
  }

  var words: String {
    let name = rule?.words ?? "no rules"
    if took { return "\(name): matches\(excludes ? " and excludes the link" : "")" }
    return "\(name): " + mismatches.map { mismatch in mismatch.words }.joined(separator: "; ")
  }
}

extension LinkExplanation.Mismatch {
  fileprivate var words: String {
    switch part {
    case .nothing: return "it is not a text"
    case .path:
      let reached = min(reach, written.unicodeScalars.count)
      let isTooShort = reached == written.unicodeScalars.count && reached > 1
      let detail =
        isTooShort
        ? " (it ends too early)"
        : reached > 1 ? " (it fits up to “\(oneLine(String(written.unicodeScalars.prefix(reached))))”)" : ""
      return "\(oneLine(written)) is not \(oneLine(pattern))\(detail)"
    case .query, .fragment:
      guard !text.isEmpty else { return "\(part.words) is empty; it must match “\(oneLine(pattern))”" }
      return "\(part.words) is “\(oneLine(text))”; it must match “\(oneLine(pattern))”"
    case .item:
      let value = text.isEmpty ? "is missing or empty" : "is “\(oneLine(text))”"
      if pattern == "*" { return "\(oneLine(part.words)) is missing" }
      return "\(oneLine(part.words)) \(value); it must match “\(oneLine(pattern))”"
    }
  }
}
