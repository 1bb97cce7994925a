internal import Allowance
internal import CommandShell
internal import Movement
internal import Sets

private let what = Operand<String>(
  .text("EXERCISE"), "jumping_jack, squat, arm_raise, push_up, sit_up; count or history", count: .optional)
private let file = Operand<String>(.file("FILE"), "for count: the poses; - for standard input", count: .optional)
private let exercise = Option(
  "exercise", value: .choice("EXERCISE", of: Exercise.allCases.map(\.rawValue)),
  "what to count (default: as the poses say)")
private let method = Option(
  "method", value: .choice("METHOD", of: CountingMethod.allCases.map(\.rawValue)),
  "how to count (default: phase)")
private let repetitions = Option("reps", value: .number(in: 1...10_000), "end the set after N repetitions")
private let poses = Option("poses", value: .file(), "poses in place of a camera, or -")
private let frames = Option("frames", value: .file(), "pictures in place of a camera (Y4M, PPM)")
private let follow = Flag("follow", "with --json: also each pose seen")
private let since = Option("since", value: .text("DAY"), "the first day of history, such as 7d")

var moveCommand: ProgramCommand {
  ProgramCommand(
    "move", "Count the repetitions of an exercise",
    discussion: """
      A set is counted as it happens, and before a camera the service records each repetition from the third on: it \
      counts for the day's challenge and earns minutes of allowances. Fewer than three are not booked.

      $ focuskey move squat --reps 10

      `move count` only counts. The first line of its input is {"exercise":"squat","joints":[13 names]}, each other \
      line a frame: {"t":SECONDS,"xy":[[x,y],...],"c":[...]}, with null for both where nobody is seen. It prints \
      {"t":SECONDS} for each repetition, at the frame that completed it.

      $ focuskey move count --exercise squat - < poses.jsonl

      `move history` lists what was done on each day.
      """, takes: [what, file, exercise, method, repetitions, poses, frames, follow, since]
  ) { context throws(Failure) in
    if context.invocation[what] == "history" { return try listDays(context) }
    try context.usage { invocation throws(UsageError) in
      if invocation[since] != nil { throw invocation.conflict(invocation[what] ?? "a set", "--since") }
    }
    guard context.invocation[what] == "count" else { return try performSet(context) }
    try context.usage { invocation throws(UsageError) in
      if invocation[poses] != nil { throw invocation.conflict("count", "--poses") }
      if invocation[frames] != nil { throw invocation.conflict("count", "--frames") }
      if invocation[repetitions] != nil { throw invocation.conflict("count", "--reps") }
    }
    return try countPoses(context)
  }
}

private func listDays(_ context: CommandContext) throws(Failure) -> ExitCode {
  try context.usage { invocation throws(UsageError) in
    for (name, isGiven) in [
      ("--exercise", invocation[exercise] != nil), ("--method", invocation[method] != nil),
      ("--reps", invocation[repetitions] != nil), ("--poses", invocation[poses] != nil),
      ("--frames", invocation[frames] != nil),
      ("FILE", invocation[file] != nil),
    ] where isGiven { throw invocation.conflict("history", name) }
  }
  return try printMovement(since: context.invocation[since], context)
}

/// Prints each repetition at the frame that completed it.
private func countPoses(_ context: CommandContext) throws(Failure) -> ExitCode {
  let name = context.invocation[file] ?? "-"
  let method = context.invocation[method].flatMap { CountingMethod(rawValue: $0) } ?? .phase
  let asked = context.invocation[exercise].flatMap { Exercise(rawValue: $0) }
  try poses(in: name, context).forEachRepetition(asked, by: method) { time, _ throws(Failure) in
    let line: JSONValue = ["t": time]
    try context.write(line.text + "\n")
    try context.flush()
    return true
  }
  return .done
}

/// Counts one set, aloud.
private func performSet(_ context: CommandContext) throws(Failure) -> ExitCode {
  try context.usage { invocation throws(UsageError) in
    for option in ["exercise": invocation[exercise], "method": invocation[method]] where option.value != nil {
      throw invocation.conflict("a set", "--\(option.key)")
    }
    if invocation[file] != nil { throw invocation.conflict("a set", "FILE") }
    if invocation[poses] != nil, invocation[frames] != nil { throw invocation.conflict("--poses", "--frames") }
  }
  var asked: Exercise?
  if let word = context.invocation[what] {
    guard let known = Exercise(rawValue: word) else {
      throw Failure(
        .usage, kind: "unknown-exercise", what: "no such exercise", at: .text(word),
        advice: "use \(Exercise.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    asked = known
  }
  let source: PoseStream
  if let name = context.invocation[poses] {
    source = poses(in: name, context)
  } else {
    guard asked != nil else {
      throw Failure(
        .usage, kind: "no-exercise", what: "the exercise is missing", at: .text("move"),
        advice: "name one: \(Exercise.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    source = try camera(frames: context.invocation[frames], context)
  }
  return try perform(asked, from: source, context)
}

/// Tells a person what to change, or a page that draws it everything that is seen.
private func show(_ sight: Sight, _ context: CommandContext) throws(Failure) {
  if context.invocation[follow], context.wantsJSON {
    try context.write(sight.json.text + "\n")
    try context.flush()
  } else if case .trouble(let trouble) = sight {
    context.printNote(trouble.words)
  }
}

private func poses(in name: String, _ context: CommandContext) -> PoseStream {
  PoseStream(named: name == "-" ? "standard input" : name) { body throws(Failure) in
    try context.forEachLine(of: name, longestLine: 1 << 20, body)
  }
}

/// The camera, or pictures in its place.
private func camera(frames: String?, _ context: CommandContext) throws(Failure) -> PoseStream {
  let helper = try CameraHelper(
    program: context.surroundings.variable("FOCUSKEY_CAMERA"), frames: frames.map { context.surroundings.path(of: $0) })
  return PoseStream(helper) { body throws(Failure) in
    try context.forEachLine(of: helper.lines, longestLine: 1 << 20, body)
  }
}

/// Counts a set from a source to its goal or end, and hands it to the service.
private func perform(
  _ asked: Exercise?, from source: PoseStream, _ context: CommandContext
) throws(Failure) -> ExitCode {
  var set = PerformedSet(asked, goal: context.invocation[repetitions])
  var isNoServiceTold = false
  let service = SetTaker { exercise, amount, earlier throws(Failure) in
    do throws(Failure) {
      return try ServiceCall(context).ask(SetRequests.moved(exercise.rawValue, amount, .measured, earlier))
    } catch {
      guard error.kind == "no-service" else { throw error }
      if !isNoServiceTold {
        context.printNote("no service is running, so this set is not recorded; start one with: focuskey up")
      }
      isNoServiceTold = true
      return nil
    }
  }
  do throws(Failure) {
    try set.count(
      from: source, again: { () throws(Failure) in try camera(frames: nil, context) }, into: service
    ) { news throws(Failure) in
      switch news {
      case .sight(let sight): try show(sight, context)
      case .restarted(let words): context.printNote(words)
      case .repetition(let time, let set, _):
        try context.answer(RepetitionAnswer(time: time, performed: set))
        try context.flush()
      }
    }
  } catch {
    if set.record.recorded > 0 { try context.answer(SetAnswer(ended: set)) }
    throw error
  }
  try context.answer(SetAnswer(ended: set))
  return set.hasReachedGoal ? .done : .no
}

private struct RepetitionAnswer: PrintedAnswer {
  let time: JSONValue
  let performed: MovementSet

  var text: String { performed.exercise.words(performed.shown) }

  var json: JSONValue { performed.json(at: time) }
}

private struct SetAnswer: PrintedAnswer {
  let ended: PerformedSet

  var text: String { ([sentence] + ended.record.sentences).joined(separator: "\n") }
  var json: JSONValue { ended.json }

  private var sentence: String {
    let performed = ended.performed
    let done = "Done: \(performed.exercise.words(performed.shown))"
    if performed.shown > 0, performed.booked == 0 {
      return done + ". Fewer than \(MovementSet.leastBooked) are not booked."
    }
    if let goal = ended.goal, performed.shown < goal { return done + " of \(goal)." }
    return done + "."
  }
}
