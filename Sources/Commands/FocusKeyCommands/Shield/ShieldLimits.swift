internal import CommandShell

var shieldLimitsCommand: ProgramCommand {
  ProgramCommand(
    "limits", "List the known ways around blocking",
    discussion: """
      Blocking protects you from a reflex, not from a decision: the owner of a computer can always get around it. This
      lists every way that is known, what somebody has to do to take it, and what stops it, if anything does.
      """
  ) { context throws(Failure) in
    try context.answer(ShieldLimitsAnswer())
    return .done
  }
}

/// A way around blocking.
struct ShieldLimit: Sendable {
  /// What it opens.
  enum Area: String, CaseIterable {
    case sites, apps, session

    var title: String {
      switch self {
      case .sites: "Blocked sites"
      case .apps: "Blocked apps"
      case .session: "The session"
      }
    }
  }

  /// The way's name in kebab case.
  let kind: String
  let area: Area
  let way: String
  /// What somebody has to do.
  let takes: String
  /// What stops it; `nil` where nothing of FocusKey does.
  let stop: String?
}

private struct ShieldLimitsAnswer: PrintedAnswer {
  private let limits = ShieldLimit.all(calling: Environment.sudoCommand)

  var json: JSONValue {
    [
      "ok": true,
      "limits": .array(
        limits.map { limit in
          [
            "kind": .string(limit.kind), "area": .string(limit.area.rawValue), "way": .string(limit.way),
            "takes": .string(limit.takes), "stop": JSONValue(limit.stop),
          ]
        }),
    ]
  }

  var text: String {
    ShieldLimit.Area.allCases.map { area in
      let ways = limits.filter { $0.area == area }.map { limit in
        "  \(limit.way)\n    It takes: \(limit.takes)\n    \(limit.stop.map { "To stop it: \($0)" } ?? "Nothing stops it.")"
      }
      return ([area.title] + ways).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
