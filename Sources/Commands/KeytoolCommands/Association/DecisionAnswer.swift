internal import CommandShell
internal import JSONText
internal import SiteAssociation

/// Whether a link opens an app.
struct DecisionAnswer: Answer {
  let decision: LinkDecision

  var json: JSONValue { decision.json }

  var text: String { decision.words }
}

extension LinkDecision {
  var words: String {
    let place = rule.map { rule in ", \(rule.words) of entry \(detail ?? 0)" } ?? ", entry \(detail ?? 0) without rules"
    switch outcome {
    case .match: return "opens \(oneLine(app ?? ""))\(place)"
    case .excluded: return "stays in the browser: \(oneLine(app ?? "")) excludes it\(place)"
    case .noMatch: return "stays in the browser: no rule takes it"
    }
  }

  /// 0 for a link that opens the app, 1 for one that does not.
  var exitCode: ExitCode { outcome == .match ? .done : .no }
}

extension RuleReference {
  var words: String { kind == .components ? "component \(index)" : "path \(index)" }
}
