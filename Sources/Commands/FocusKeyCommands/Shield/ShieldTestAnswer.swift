internal import CommandShell
internal import SystemShield

struct ShieldTestAnswer: PrintedAnswer {
  struct Trial {
    /// What a working shield does.
    enum Expectation {
      case opened
      case refused
    }

    let what: String
    let name: String
    let expected: Expectation
    let outcome: ShieldTrial.Outcome

    init(_ what: String, _ name: String, expects expected: Expectation, _ body: () -> ShieldTrial.Outcome) {
      self.what = what
      self.name = name
      self.expected = expected
      outcome = body()
    }

    /// Whether it came out as expected; a trial that was not tried did not.
    var held: Bool {
      switch (outcome, expected) {
      case (.opened, .opened), (.refused, .refused): true
      case (.opened, .refused), (.refused, .opened), (.notTried, _): false
      }
    }

    var word: String {
      switch outcome {
      case .opened: "opened"
      case .refused: "refused"
      case .notTried: "not-tried"
      }
    }

    var how: String? { if case .refused(let refusal) = outcome { refusal.rawValue } else { nil } }
    var why: String? { if case .notTried(let why) = outcome { why } else { nil } }
  }

  let trials: [Trial]

  var held: Bool { trials.allSatisfy(\.held) }

  var text: String {
    trials.map { trial in
      let mark = trial.held ? "held     " : trial.why == nil ? "FAILED   " : "not tried"
      let how = trial.how.map { " (\($0))" } ?? ""
      let end = trial.why ?? "\(trial.word)\(how)"
      return "\(mark)  \(trial.what) \(trial.name): \(end)"
    }.joined(separator: "\n")
  }

  func screen(_ terminal: TerminalStyle) -> String {
    terminal.table(
      trials.map { trial in
        let how = trial.how.map { " (\($0))" } ?? ""
        let mark: TerminalCell =
          trial.held
          ? TerminalCell("held", .good)
          : trial.why == nil ? TerminalCell("FAILED", .bad) : TerminalCell("not tried", .faint)
        return [
          mark, TerminalCell(trial.what), TerminalCell(trial.name, .strong),
          TerminalCell(trial.why ?? trial.word + how, .faint),
        ]
      }
    ).joined(separator: "\n")
  }

  var json: JSONValue {
    [
      "ok": .bool(held),
      "trials": .array(
        trials.map { trial in
          .members([
            "what": .string(trial.what), "name": .string(trial.name), "outcome": .string(trial.word),
            "held": .bool(trial.held), "how": trial.how.map(JSONValue.string), "why": trial.why.map(JSONValue.string),
          ])
        }),
    ]
  }
}
