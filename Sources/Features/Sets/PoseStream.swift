package import JSONText
package import Movement
package import Requests

/// Where poses come from, line by line.
package struct PoseStream {
  package typealias Lines = (_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void

  /// The helper before the camera; `nil` for a file.
  let helper: CameraHelper?
  /// What it is called in messages.
  private let shown: String
  private let forEachLine: Lines

  /// The lines of a file.
  ///
  /// - Parameter forEachLine: calls its body with each line until there are no more.
  package init(named shown: String, _ forEachLine: @escaping Lines) {
    helper = nil
    self.shown = shown
    self.forEachLine = forEachLine
  }

  /// The lines of the helper before the camera.
  package init(_ helper: CameraHelper, _ forEachLine: @escaping Lines) {
    self.helper = helper
    shown = "focuskey-camera"
    self.forEachLine = forEachLine
  }

  /// Calls `body` at each repetition until it has had enough.
  ///
  /// - Parameter see: is told each frame, and what keeps the person in front from being seen.
  /// - Returns: the exercise that was counted.
  @discardableResult
  package func forEachRepetition(
    _ asked: Exercise?, by method: CountingMethod,
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
    try forEachLine { line throws(Failure) in
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
package enum Sight {
  case pose(Pose)
  case nobody
  /// What keeps a person from being counted.
  case trouble(SetView.Trouble)

  /// It as a line, for a page that draws it.
  package var json: JSONValue {
    switch self {
    case .pose(let pose): ["pose": .array(pose.places.map { [.number($0.x), .number($0.y)] })]
    case .nobody: ["pose": .null]
    case .trouble(let trouble): ["remark": .string(trouble.words)]
    }
  }
}
