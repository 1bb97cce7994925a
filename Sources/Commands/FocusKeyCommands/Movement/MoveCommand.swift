internal import Allowance
internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import Movement
internal import Requests
internal import ServiceContract

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

/// `move`: a set of an exercise, or `move count` for poses from elsewhere.
var moveCommand: ProgramCommand {
  ProgramCommand(
    CommandSpec(
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
        """
    ) {
      what
      file
      exercise
      method
      repetitions
      poses
      frames
      follow
      since
    }
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

/// Lists what was done on each day.
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
  try PoseSource.file(name).forEachRepetition(asked, by: method, context) { time, _ throws(Failure) in
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
  let source: PoseSource
  if let name = context.invocation[poses] {
    source = .file(name)
  } else {
    guard asked != nil else {
      throw Failure(
        .usage, kind: "no-exercise", what: "the exercise is missing", at: .text("move"),
        advice: "name one: \(Exercise.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    source = .camera(try CameraHelper(frames: context.invocation[frames], context))
  }
  return try perform(asked, from: source, context)
}

/// Tells what is seen: the person what to change, and a page that draws it everything.
private func show(_ sight: Sight, _ context: CommandContext) throws(Failure) {
  if context.invocation[follow], context.wantsJSON {
    try context.write(sight.json.text + "\n")
    try context.flush()
  } else if case .trouble(let trouble) = sight {
    context.printNote(trouble.words)
  }
}

/// Counts a set from a source to its goal or end, and hands it to the service: before a camera as it is done, so that
/// what is blocked opens with the repetition that was needed, and nothing is lost if the camera fails.
private func perform(
  _ asked: Exercise?, from source: PoseSource, _ context: CommandContext
) throws(Failure) -> ExitCode {
  let goal = context.invocation[repetitions]
  var (set, record, source) = (MovementSet(asked ?? .jumpingJack), SetRecord(), source)
  func answer() throws(Failure) {
    try context.answer(SetAnswer(performed: set, goal: goal, record: record))
  }
  while true {
    let before = set.shown
    do throws(Failure) {
      let done = try source.forEachRepetition(
        asked, by: .phase, context, see: { sight throws(Failure) in try show(sight, context) }
      ) { time, exercise throws(Failure) in
        if set.exercise != exercise { set = MovementSet(exercise) }
        set.add()
        if case .camera = source { try record.take(set, context) }
        try context.answer(RepetitionAnswer(time: time, performed: set))
        try context.flush()
        return set.shown != goal
      }
      if set.shown == 0 { set = MovementSet(done) }
      break
    } catch {
      guard let helper = source.helper else { throw error }
      helper.end()
      // A camera that counted something may do so again. Pictures would begin from their start, and count twice.
      if error.isOfCamera, helper.isLive, set.shown > before {
        context.printNote("\(error.what); \(record.keeping(set)), and the camera is started again")
        source = .camera(try CameraHelper(frames: nil, context))
        continue
      }
      if record.recorded > 0 { try answer() }
      throw error.isOfCamera && set.shown > 0 ? error.after(set, record, goal: goal) : error
    }
  }
  try record.take(set, context)
  try answer()
  return set.shown < goal ?? 0 ? .no : .done
}

extension Failure {
  /// Whether the camera ended it, and not what was read or the service.
  fileprivate var isOfCamera: Bool { kind.hasPrefix("camera-") }

  /// The same, with what is kept of a set and how to go on.
  fileprivate func after(_ set: MovementSet, _ record: SetRecord, goal: Int?) -> Failure {
    let rest = goal.map { " --reps \($0 - set.shown)" } ?? ""
    return Failure(
      exitCode, kind: kind, what: what, at: place,
      advice: "\(record.keeping(set)); go on with: focuskey move \(set.exercise.rawValue)\(rest)",
      details: details + [("recorded", JSONValue(record.recorded))])
  }
}

extension SetRecord {
  /// `4 squats are recorded`.
  fileprivate func keeping(_ set: MovementSet) -> String {
    switch recorded {
    case 0: "\(set.exercise.words(set.shown)) not recorded"
    case 1: "\(set.exercise.words(1)) is recorded"
    default: "\(set.exercise.words(recorded)) are recorded"
    }
  }
}

/// One more.
private struct RepetitionAnswer: Answer {
  let time: JSONValue
  let performed: MovementSet

  var text: String { performed.exercise.words(performed.shown) }

  var json: JSONValue {
    ["t": time, "exercise": .string(performed.exercise.rawValue), "reps": JSONValue(performed.shown)]
  }
}

/// The whole set.
private struct SetAnswer: Answer {
  let performed: MovementSet
  let goal: Int?
  let record: SetRecord

  var text: String { ([sentence] + record.sentences).joined(separator: "\n") }

  private var sentence: String {
    let done = "Done: \(performed.exercise.words(performed.shown))"
    if performed.shown > 0, performed.booked == 0 {
      return done + ". Fewer than \(MovementSet.leastBooked) are not booked."
    }
    if let goal, performed.shown < goal { return done + " of \(goal)." }
    return done + "."
  }

  var json: JSONValue {
    [
      "exercise": .string(performed.exercise.rawValue), "reps": JSONValue(performed.shown),
      "booked": JSONValue(performed.booked),
      "goal": goal.map { JSONValue($0) } ?? nil, "recorded": .bool(record.isWhole(performed)),
      "events": .array(record.events),
    ]
  }
}
