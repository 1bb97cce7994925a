internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import SiteAssociation

private let file = Option("file", value: .file(), "the site's file", isRequired: true)
private let domain = Option(
  "domain", value: .text("DOMAIN"), "the domain of the entitlement; without it the link's host")
private let app = Option("app", value: .text("ID"), "only this app")
private let url = Operand<String>(.text("URL"), "the link")

/// `aasa explain`: why a link opens an app, or why not.
let aasaExplainCommand = ProgramCommand(
  CommandSpec(
    "explain", "says which rule decides about a link, and why the others did not",
    discussion: """
      Every rule is named in its order, with what it asked for and what the link has. If the link stays in the browser, the nearest rule is \
      named, and what would have to change.

      $ keytool aasa explain --file apple-app-site-association https://focuskey.app/focsu/work
      """
  ) {
    file
    domain
    app
    url
  }
) { context throws(CommandError) in
  let (name, link) = try context.usage { invocation throws(UsageError) in
    (try invocation.require(file), try invocation.require(url))
  }
  let explanation = try context.appLinks(inFile: name).explanation(
    for: webAddress(link), domain: context.invocation[domain].map { AssociatedDomain($0) },
    app: context.invocation[app])
  try context.answer(ExplanationAnswer(explanation: explanation))
  return explanation.decision.exitCode
}

/// An explanation for people and for programs.
private struct ExplanationAnswer: Answer {
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
    if let nearest = explanation.nearest {
      lines.append("the nearest is \(nearest.rule?.words ?? "entry \(nearest.detail)"); for it to take the link:")
      for mismatch in nearest.mismatches { lines.append("  \(oneLine(mismatch.change))") }
    }
    return lines.joined(separator: "\n")
  }
}

extension LinkExplanation.Trial {
  fileprivate var words: String {
    let name = rule?.words ?? "no rules"
    if took { return "\(name): takes it\(excludes ? ", and excludes it" : "")" }
    return "\(name): " + mismatches.map { mismatch in mismatch.words }.joined(separator: "; ")
  }
}

extension LinkExplanation.Mismatch {
  fileprivate var words: String {
    switch part {
    case .nothing: return "it is no rule"
    case .path, .query, .fragment:
      guard !text.isEmpty else { return "\(part.words) is empty, “\(oneLine(pattern))” is asked for" }
      let followed = reach > 0 ? ", which fits only up to “\(oneLine(String(text.unicodeScalars.prefix(reach))))”" : ""
      return "\(part.words) is “\(oneLine(text))”\(followed); “\(oneLine(pattern))” is asked for"
    case .item:
      let value = text.isEmpty ? "is missing or empty" : "is “\(oneLine(text))”"
      return "\(oneLine(part.words)) \(value), “\(oneLine(pattern))” is asked for"
    }
  }
}
