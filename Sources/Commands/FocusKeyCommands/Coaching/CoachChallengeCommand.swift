internal import Coach
internal import CommandShell
internal import FocusSession

private let file = Operand<String>(.file(), "past challenges, a line each; - for standard input", count: .optional)

var coachChallengeCommand: ProgramCommand {
  ProgramCommand(
    "challenge", "Set the next daily challenge",
    discussion: """
      Each line is {"date":"2026-11-21","target":20,"done":23}, in the order of the days. After each, the challenge of \
      the day that follows is printed; without any, the first one.

      $ focuskey coach challenge - < days.jsonl
      """, takes: [file]
  ) { context throws(Failure) in
    let name = context.invocation[file] ?? "-"
    var lines = CoachLines(from: name)
    var records: [ChallengeRecord] = []
    try context.forEachLine(of: name, longestLine: 1 << 16) { line throws(Failure) in
      guard let members = try lines.read(line, among: ["date", "target", "done"]) else { return }
      let record = try lines.shaped { () throws(JSONShapeError) in
        (
          date: try members.required("date").string(), target: try members.required("target").integer(in: 1...100_000),
          done: try members.required("done").integer(in: 0...100_000)
        )
      }
      guard let day = ISO8601.day(record.date) else {
        throw lines.bad("not a date: \(oneLine(record.date))", "write 2026-11-21")
      }
      let number = CoachDay(Int(day.number))
      if let last = records.last, number <= last.day {
        throw lines.bad("this day is not after the one before", "put the days in order, each once")
      }
      records.append(ChallengeRecord(day: number, target: Int(record.target), done: Int(record.done)))
      try print(DailyChallenge.next(after: records), context)
    }
    if records.isEmpty { try print(DailyChallenge.next(after: []), context) }
    return .done
  }
}

private func print(_ challenge: DailyChallenge, _ context: CommandContext) throws(Failure) {
  let answer: JSONValue = ["target": JSONValue(challenge.target), "reason": .string(challenge.reason)]
  try context.write(answer.text + "\n")
}
