internal import Coach
internal import CommandShell
internal import FocusSession

private let file = Operand<String>(.file(), "past exercise, a line each; - for standard input", count: .optional)
private let date = Option("for", value: .text("DATE"), "the day to predict (default: the next)")

var coachHourCommand: ProgramCommand {
  ProgramCommand(
    "hour", "Predict the hour of exercise",
    discussion: """
      Each line is {"at":"2026-11-21T18:30:00+01:00"}, a past exercise by the person's own clock. With fewer than ten \
      on seven days, or at no steady hour, the prediction is 18.

      $ focuskey coach hour --for 2026-11-22 - < exercise.jsonl
      """, takes: [file, date]
  ) { context throws(Failure) in
    let name = context.invocation[file] ?? "-"
    var lines = CoachLines(from: name)
    var past: [PastExercise] = []
    try context.forEachLine(of: name, longestLine: 1 << 16) { line throws(Failure) in
      guard let members = try lines.read(line, among: ["at"]) else { return }
      let text = try lines.shaped { () throws(JSONShapeError) in try members.required("at").string() }
      guard let exercise = PastExercise(civil: text) else {
        throw lines.bad("not a time: \(oneLine(text))", "write 2026-11-21T18:30:00+01:00")
      }
      past.append(exercise)
    }
    let day: CoachDay
    if let text = context.invocation[date] {
      guard let given = ISO8601.day(text) else {
        throw Failure(.usage, kind: "bad-date", what: "not a date", at: .text(text), advice: "write it like 2026-11-21")
      }
      day = CoachDay(Int(given.number))
    } else {
      day = CoachDay((past.map { $0.day.number }.max() ?? 0) + 1)
    }
    try context.answer(HourAnswer(predicted: ExerciseHour.predicted(for: day, from: past)))
    return .done
  }
}

extension PastExercise {
  /// A time as the person's own clock showed it.
  fileprivate init?(civil text: String) {
    guard let moment = ISO8601.moment(text) ?? ISO8601.moment(text + "Z") else { return nil }
    let offset = ISO8601.offset(of: text) ?? 0
    let seconds = Int(moment.milliseconds / 1000) + offset
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    self.init(day: CoachDay(day), hour: Double(seconds - day * 86_400) / 3_600)
  }
}

private struct HourAnswer: PrintedAnswer {
  let predicted: ExerciseHour

  /// JSON for people too, because the input is JSON as well.
  var text: String { json.text }

  var json: JSONValue {
    [
      "hour": .number((predicted.hour * 1000).rounded() / 1000),
      "sure": .number((predicted.sure * 1000).rounded() / 1000),
      "reason": .string(predicted.reason),
    ]
  }
}
