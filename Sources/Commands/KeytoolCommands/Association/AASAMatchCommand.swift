internal import CommandShell
internal import SiteAssociation

private let domain = Option("domain", value: .text("DOMAIN"), "the entitlement's domain (default: the link's host)")
private let app = Option("app", value: .text("ID"), "only ask about this app")
private let lines = Flag("lines", "answer each line of JSON with one")

var aasaMatchCommand: ProgramCommand {
  ProgramCommand(
    "match", "Check whether a link opens an app",
    discussion: """
      The exit code is 0 if it does, 1 if it stays in the browser. With --lines the questions are objects with aasa, url, and optionally \
      domain and app_id.

      $ keytool aasa match apple-app-site-association https://focuskey.app/start
      $ keytool aasa match focuskey.app https://focuskey.app/start
      $ keytool aasa match --lines < questions.jsonl > answers.jsonl
      """, takes: [LinkQuestion.arguments, domain, app, lines, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    if context.invocation[lines] {
      try context.usage { invocation throws(UsageError) in
        if invocation[LinkQuestion.file] != nil { throw invocation.conflict("--lines", "--file") }
        if invocation[LinkQuestion.source] != nil { throw invocation.conflict("--lines", "URL") }
      }
      return try context.answerEachLine { line throws(Failure) in try MatchQuestion(line: line).decision.json }
    }
    let question = try LinkQuestion(context)
    let address = try webAddress(question.link)
    let links = try await context.appLinks(in: question.source)
    let decision = links.decision(
      for: address, domain: context.invocation[domain].map { AssociatedDomain($0) },
      app: context.invocation[app])
    try context.answer(DecisionAnswer(decision: decision, pattern: links.pattern(of: decision)))
    return decision.exitCode
  }
}

/// One question of `aasa match --lines`: a link, and what it is compared with.
private struct MatchQuestion {
  let decision: LinkDecision

  init(line: [UInt8]) throws(Failure) {
    let document = try renaming(
      { (error: JSONError) in Self.badLine("not-json", error.message, error.place) }, JSONDocument(line))
    let root = document.root
    guard root.kind == .object else { throw Self.badLine("not-an-object", "a line is an object", root.place) }
    guard let file = root["aasa"] else { throw Self.badLine("missing", "aasa is missing", root.place) }
    guard let link = root["url"] else { throw Self.badLine("missing", "url is missing", root.place) }
    guard let text = link.string else { throw Self.badLine("wrong-type", "url is not a string", link.place) }
    let domain = try Self.optionalText(root, "domain")
    let app = try Self.optionalText(root, "app_id")
    decision = AppLinks(file).decision(for: try webAddress(text), domain: domain.map { AssociatedDomain($0) }, app: app)
  }

  private static func optionalText(_ root: JSONNode, _ name: String) throws(Failure) -> String? {
    guard let node = root[name], !node.isNull else { return nil }
    guard let text = node.string else { throw badLine("wrong-type", "\(name) is not a string", node.place) }
    return text
  }

  private static func badLine(_ kind: String, _ what: String, _ place: JSONPlace) -> Failure {
    Failure(
      .badData, kind: kind, what: what, at: .offset(place.offset),
      advice: #"write {"aasa":{...},"domain":"...","url":"...","app_id":"..."}"#)
  }
}
