internal import CommandShell
internal import SiteAssociation

private let domain = Option("domain", value: .text("DOMAIN"), "host to use in the examples (default: example.com)")
private let before = Operand<String>(.file("OLD"), "the old file, or a domain")
private let after = Operand<String>(.file("NEW"), "the new file, or a domain")

var aasaDiffCommand: ProgramCommand {
  ProgramCommand(
    "diff", "Show which links open differently",
    discussion: """
      The files are compared by what they mean: the order of keys, slashes and rules that never decide make no difference. Each change has \
      an example link.

      The exit code is 0 if every link opens as before, 1 if there is a change, and 75 if no change was found but the rules are too intricate \
      to be compared wholly within about a second; links made from every rule were tried then. With --json, "complete" says whether the \
      comparison was whole.

      $ keytool aasa diff apple-app-site-association.old apple-app-site-association
      $ keytool aasa diff focuskey.app public/.well-known/apple-app-site-association
      """, takes: [domain, before, after, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    let (old, new) = try context.usage { invocation throws(UsageError) in
      (try invocation.require(before), try invocation.require(after))
    }
    let difference = AssociationDiff(
      before: try await context.appLinks(in: AssociationSource(old, context)),
      after: try await context.appLinks(in: AssociationSource(new, context)),
      host: context.invocation[domain].map { AssociatedDomain($0).name } ?? "example.com")
    try context.answerInPages(DiffAnswer(difference: difference))
    if !difference.changes.isEmpty { return .no }
    return difference.isComplete ? .done : .timedOut
  }
}

private struct DiffAnswer: PrintedAnswer {
  let difference: AssociationDiff

  var json: JSONValue {
    [
      "ok": .bool(difference.changes.isEmpty && difference.isComplete), "complete": .bool(difference.isComplete),
      "changes": .array(
        difference.changes.map { change in
          [
            "app": .string(change.app), "url": .string(change.example), "before": change.before.json,
            "after": change.after.json,
          ]
        }),
    ]
  }

  var text: String {
    var lines: [String] = []
    for change in difference.changes {
      lines.append("\(oneLine(change.app)): \(change.example): \(change.before.short), then \(change.after.short)")
    }
    switch (difference.changes.isEmpty, difference.isComplete) {
    case (true, true): lines.append("every link opens as before")
    case (true, false):
      lines.append("no change found, but the files were not compared wholly: too many intricate rules")
    case (false, true): break
    case (false, false): lines.append("there may be more changes: the files were not compared wholly")
    }
    return lines.joined(separator: "\n")
  }
}

extension LinkDecision {
  fileprivate var short: String {
    switch outcome {
    case .match: "opened" + (rule.map { " by \($0.words)" } ?? "")
    case .excluded: "excluded" + (rule.map { " by \($0.words)" } ?? "")
    case .noMatch: "not opened"
    }
  }
}
