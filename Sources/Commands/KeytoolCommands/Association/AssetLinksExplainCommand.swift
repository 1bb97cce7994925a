internal import CommandShell
internal import SiteAssociation

var assetLinksExplainCommand: ProgramCommand {
  ProgramCommand(
    "explain", "Explain why Android may open a link",
    discussion: """
      The rules are listed in order, each with the reason why it does not match; a name in “?” must be in the link, as Google has it. If the \
      link stays in the browser, the nearest rule is named, with what would have to change.

      $ keytool assetlinks explain assetlinks.json https://focuskey.app/start
      """, takes: [LinkQuestion.arguments, assetLinksPackage, assetLinksManifestOnly, LiveSiteSource.fetching]
  ) { context throws(Failure) in
    let question = try LinkQuestion(context)
    let address = try webAddress(question.link)
    let explanation = try await context.assetLinks(in: question.source).explanation(
      for: address, package: context.invocation[assetLinksPackage],
      usesDynamicRules: !context.invocation[assetLinksManifestOnly])
    try context.answerInPages(AssetLinksExplanationAnswer(explanation: explanation))
    return explanation.decision.outcome == .match ? .done : .no
  }
}

private struct AssetLinksExplanationAnswer: PrintedAnswer {
  let explanation: AssetLinksExplanation

  var json: JSONValue { explanation.json }

  var text: String {
    var lines: [String] = []
    if let obstacle = explanation.obstacle { lines.append(oneLine(obstacle.words)) }
    var statement: Int?
    for trial in explanation.trials {
      if trial.detail != statement { lines.append("\(oneLine(trial.app)), statement \(trial.detail):") }
      statement = trial.detail
      lines.append("  \(trial.rule == nil ? "no rules: its manifest decides" : trial.words)")
    }
    lines.append(explanation.decision.words)
    lines += explanation.nearest?.advice ?? []
    lines.append("after a change of the file: \(AssetLinksExplanation.refresh)")
    return lines.joined(separator: "\n")
  }
}
