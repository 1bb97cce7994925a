package import Movement
package import Requests

package struct PoseStream {
  package typealias Lines = (_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void

  /// The camera's helper; `nil` for a file.
  let helper: CameraHelper?
  private let shown: String
  private let forEachLine: Lines

  package init(named shown: String, _ forEachLine: @escaping Lines) {
    helper = nil
    self.shown = shown
    self.forEachLine = forEachLine
  }

  package init(_ helper: CameraHelper, _ forEachLine: @escaping Lines) {
    self.helper = helper
    shown = "focuskey-camera"
    self.forEachLine = forEachLine
  }

  /// Calls `body` until it has had enough; `see` gets each frame. Returns the counted exercise.
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

package enum Sight {
  case pose(Pose)
  case nobody
  case trouble(SetView.Trouble)

  /// A line for a page that draws it.
  package var json: JSONValue {
    switch self {
    case .pose(let pose): ["pose": .array(pose.places.map { [.number($0.x), .number($0.y)] })]
    case .nobody: ["pose": .null]
    case .trouble(let trouble): ["remark": .string(trouble.words)]
    }
  }
}
