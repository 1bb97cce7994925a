internal import CommandShell
internal import SiteAssociation

struct DecisionAnswer: PrintedAnswer {
  let decision: LinkDecision
  /// The path pattern of the rule that decided.
  let pattern: String?

  var json: JSONValue { decision.json }

  var text: String { decision.words + (pattern.map { " (\(oneLine($0)))" } ?? "") }
}

extension LinkDecision {
  var words: String {
    let place = rule.map { rule in ", \(rule.words) of entry \(detail ?? 0)" } ?? ", entry \(detail ?? 0) without rules"
    switch outcome {
    case .match: return "opens \(oneLine(app ?? ""))\(place)"
    case .excluded: return "stays in the browser: \(oneLine(app ?? "")) excludes it\(place)"
    case .noMatch: return "stays in the browser: no rule matches"
    }
  }

  /// 0 for a link that opens the app, 1 for one that does not.
  var exitCode: ExitCode { outcome == .match ? .done : .no }
}

extension RuleReference {
  var words: String { kind == .components ? "component \(index)" : "path \(index)" }
}
