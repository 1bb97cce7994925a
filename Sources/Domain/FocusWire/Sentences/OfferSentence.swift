internal import Spelling

extension LiftOffer {
  /// What to do for how many minutes: `10 jumping jacks open this for 30 minutes.`
  package var sentence: String {
    let what =
      switch deed {
      case .jumpingJacks: counted(amount, "jumping jack")
      case .laps: counted(amount, "lap")
      case .cards: counted(amount, "learned card")
      }
    return "\(what) open this for \(counted(minutes, "minute"))."
  }

  /// The command that does it; `nil` for what is done at readers.
  package var command: String? {
    switch deed {
    case .jumpingJacks: "focuskey move jumping_jack --reps \(amount)"
    case .laps: nil
    case .cards: "focuskey learn \(amount)"
    }
  }

  var json: JSONValue {
    .members([
      "by": .string(deed == .cards ? "learn" : "move"), "amount": JSONValue(amount),
      "minutes": JSONValue(minutes),
      "text": .string(sentence), "command": command.map { .string($0) },
    ])
  }
}
