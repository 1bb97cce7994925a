internal import CommandShell
internal import JSONText
internal import Movement
internal import Requests

/// Where poses come from.
enum PoseSource {
  /// A file, or `-` for standard input.
  case file(String)
  /// The helper before the camera.
  case camera(CameraHelper)

  /// Where its lines are read.
  var name: String {
    switch self {
    case .file(let name): name
    case .camera(let helper): helper.lines
    }
  }

  /// What it is called in messages.
  var shown: String {
    switch self {
    case .file(let name): name == "-" ? "standard input" : name
    case .camera: "focuskey-camera"
    }
  }

  var helper: CameraHelper? { if case .camera(let helper) = self { helper } else { nil } }

  /// Calls `body` at each repetition until it has had enough.
  ///
  /// - Parameter see: is told each frame, and what keeps the person in front from being seen.
  /// - Returns: the exercise that was counted.
  @discardableResult
  func forEachRepetition(
    _ asked: Exercise?, by method: CountingMethod, _ context: CommandContext,
    see: (Sight) throws(Failure) -> Void = { _ throws(Failure) in },
    _ body: (_ time: JSONValue, _ exercise: Exercise) throws(Failure) -> Bool
  ) throws(Failure) -> Exercise {
    var lines = PoseLines(from: shown)
    var exercise = asked
    var counter: RepetitionCounter?
    var isDone = false
    var view = SetView()
    // The last line of a helper that was killed may lack its end: whether a bad line was that, its end tells.
    var bad: Failure?
    try context.forEachLine(of: name, longestLine: 1 << 20) { line throws(Failure) in
      helper?.hear()
      if let bad { throw bad }
      guard !isDone else { return }
      let read: PoseLines.Line
      do throws(Failure) {
        read = try lines.read(line)
      } catch {
        if helper == nil { throw error }
        bad = error
        return
      }
      let trouble: SetView.Trouble? =
        switch read {
        case .nothing: nil
        case .unseen(let moment): view.miss(at: moment)
        case .pose(let pose, _): view.see(pose)
        }
      if let trouble { try see(.trouble(trouble)) }
      if case .unseen = read { try see(.nobody) }
      guard case .pose(let pose, let time) = read else { return }
      try see(.pose(pose))
      if counter == nil {
        guard let known = asked ?? lines.exercise else {
          throw Failure(
            .badData, kind: "bad-poses", what: "the exercise is missing", at: .text("\(shown) line 1"),
            advice: "name it in the first line or use --exercise")
        }
        exercise = known
        counter = RepetitionCounter(known, by: method)
      }
      if counter?.count(pose) == true, let exercise { isDone = try !body(time, exercise) }
      // A camera has no end of its own.
      if isDone { helper?.end() }
    }
    try helper?.finish()
    if let bad { throw bad }
    try lines.finish()
    return exercise ?? lines.exercise ?? .jumpingJack
  }
}

/// What a frame shows.
enum Sight {
  case pose(Pose)
  case nobody
  /// What keeps a person from being counted.
  case trouble(SetView.Trouble)

  /// It as a line, for a page that draws it.
  var json: JSONValue {
    switch self {
    case .pose(let pose): ["pose": .array(pose.places.map { [.number($0.x), .number($0.y)] })]
    case .nobody: ["pose": .null]
    case .trouble(let trouble): ["remark": .string(trouble.words)]
    }
  }
}
