internal import Coach
internal import CommandShell
internal import ControlSocket
internal import FocusWire
internal import ServiceContract
internal import Session
internal import Sets

private let what = Operand<String>(.text("WHAT"), "hour or challenge")
private let value = Operand<String>(.text("VALUE"), "a time such as 18:30, or a number of repetitions")

var coachWhyCommand: ProgramCommand {
  ProgramCommand(
    "why", "Explain today's predictions",
    discussion: """
      The hour of exercise and the daily challenge, each with its reason. What you chose with `coach pin` is not \
      predicted.

      $ focuskey coach why
      """
  ) { context throws(Failure) in
    let answer = try ServiceCall(context).ask(SessionRequests.status())
    let pins = try SettingsEdit(context).settings["coach"]
    let zone = try context.zone()
    guard let challenge = answer["challenge"], let date = challenge["date"]?.string, let today = ISO8601.day(date)
    else {
      throw .control(.hungUp)
    }
    let hour = PredictedHour(
      on: today, from: try context.facts(["moved"]), in: zone,
      pinned: pins?["hour"]?.word.flatMap { TimeOfDay(text: $0) })
    try context.answer(
      PredictionAnswer(
        hour: hour, challenge: challenge, isPinned: pins?["challenge"] != nil,
        nudges: answer["nudges"], held: answer["exercise_window"])
    )
    return .done
  }
}

var coachPinCommand: ProgramCommand {
  ProgramCommand(
    "pin", "Choose an hour or challenge yourself",
    discussion: """
      $ focuskey coach pin hour 18:30
      $ focuskey coach pin challenge 30
      """, takes: [what, value]
  ) { context throws(Failure) in
    let text = try context.require(value)
    let chosen: JSONValue
    switch try context.require(what) {
    case "hour":
      guard let time = TimeOfDay(text: text) else {
        throw Failure(.usage, kind: "bad-time", what: "not a time", at: .text(text), advice: "write it like 18:30")
      }
      chosen = .string(time.text)
    case "challenge":
      guard let number = Int(text), CoachPins.challenges.contains(number) else {
        throw Failure(
          .usage, kind: "bad-number", what: "not a number of repetitions", at: .text(text),
          advice: "choose \(CoachPins.challenges.lowerBound) to \(CoachPins.challenges.upperBound)")
      }
      chosen = JSONValue(number)
    case let other: throw unknown(other)
    }
    return try pin(try context.require(what), chosen, context, "Chosen: \(text).")
  }
}

var coachUnpinCommand: ProgramCommand {
  ProgramCommand("unpin", "Go back to the prediction", takes: [what]) { context throws(Failure) in
    let name = try context.require(what)
    guard ["hour", "challenge"].contains(name) else { throw unknown(name) }
    return try pin(name, nil, context, "Predicted again.")
  }
}

private func pin(
  _ name: String, _ value: JSONValue?, _ context: CommandContext, _ words: String
) throws(Failure) -> ExitCode {
  var edit = try SettingsEdit(context)
  var pins = JSONObject()
  if case .object(let known) = edit.settings["coach"] { pins = known }
  pins[name] = value
  edit.set("coach", .object(pins))
  return try context.changed(edit, words)
}

private func unknown(_ name: String) -> Failure {
  Failure(
    .usage, kind: "unknown-prediction", what: "not a prediction", at: .text(name),
    advice: "use hour or challenge")
}

private struct PredictionAnswer: PrintedAnswer {
  let hour: PredictedHour
  let challenge: JSONNode
  let isPinned: Bool
  let nudges: JSONNode?
  /// The hours in which something waits for exercise, as the status gives them.
  let held: JSONNode?

  /// From half an hour before the hour to an hour and a half after it.
  private var window: (from: String, to: String) {
    // Where something waits for exercise, the hours have moved there by half an hour a day at most.
    if let from = held?["starts_at"]?.string, let to = held?["ends_at"]?.string {
      return (String(from.dropFirst(11).prefix(5)), String(to.dropFirst(11).prefix(5)))
    }
    return hour.window
  }

  /// Says that the hours in which something waits for exercise are not yet the predicted ones.
  private var onTheWay: String {
    guard window != hour.window else { return "" }
    let predicted = "\(hour.window.from) to \(hour.window.to)"
    return "\nThe predicted hours are \(predicted); these move there by at most 30 min a day."
  }

  var text: String {
    """
    Exercise from \(window.from) to \(window.to): \(hour.hour.reason)\(onTheWay)
    Challenge \(challenge["target"]?.integer ?? 0): \(challenge["reason"]?.string ?? "")
    \(suggestions)
    """
  }

  private var suggestions: String {
    guard let nudges, !nudges.isNull else {
      return "Reminders to move are off; turn them on with: focuskey coach nudges on"
    }
    let times = (nudges["at"]?.array ?? []).compactMap { node in
      // The time of day, as the clock of this computer shows it.
      node.string.map { String($0.dropFirst(11).prefix(5)) }
    }
    let when = times.isEmpty ? "none left today" : times.joined(separator: ", ")
    return "Reminders to move, \(when): \(nudges["reason"]?.string ?? "")"
  }

  var json: JSONValue {
    var hours = hour.json
    if case .object(var members) = hours {
      members["from"] = .string(window.from)
      members["to"] = .string(window.to)
      hours = .object(members)
    }
    return [
      "nudges": nudges?.value ?? .null,
      "hour": hours,
      "challenge": [
        "target": challenge["target"]?.value ?? .null, "reason": challenge["reason"]?.value ?? .null,
        "pinned": .bool(isPinned),
      ],
    ]
  }
}
