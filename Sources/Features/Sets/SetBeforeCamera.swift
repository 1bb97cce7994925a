import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Movement
internal import Octets
package import Requests
package import ServiceContract

/// Counts a set that somebody began on the page: by `focuskey move`, as they would in a terminal, so that it is
/// counted, recorded and refused in the same way. One at a time: there is one camera.
package struct SetBeforeCamera: Sendable {
  private let home: Home
  private let turn = CameraTurn()

  /// What becomes of a set that somebody listens to.
  private enum Stage: Sendable {
    case waiting
    case counting(ChildProcess)
    /// Nobody listens any more, or its program has ended.
    case over
  }

  package init(_ home: Home) { self.home = home }

  package var requests: [Request] {
    [
      SetRequests.move.stream { _, exercise, repetitions in
        begin(Wish(exercise: exercise, repetitions: repetitions))
      }
    ]
  }

  /// A set that somebody wants counted.
  private struct Wish: Sendable {
    /// The exercise; `nil` for one at random.
    var exercise: String?
    var repetitions: Int
  }

  /// Begins one. The first line names the exercise, the last has `ok`; a listener that lets the stream go ends the set.
  private func begin(_ wish: Wish) -> AsyncStream<[UInt8]> {
    let (lines, told) = AsyncStream.makeStream(of: [UInt8].self)
    let stage = Locked(Stage.waiting)
    told.onTermination = { end in
      guard case .cancelled = end else { return }
      stage.withLock { stage in
        // With the camera's helper, which is in its group.
        if case .counting(let child) = stage { child.signalGroup(SIGKILL) }
        stage = .over
      }
    }
    startThread(named: "set") { [self] in
      count(wish, stage, told)
      told.finish()
    }
    return lines
  }

  private func count(
    _ wish: Wish, _ stage: Locked<Stage>, _ told: AsyncStream<[UInt8]>.Continuation
  ) {
    func refuse(_ kind: String, _ what: String, _ advice: String) {
      told.yield(Self.fault(kind, what, advice).octets)
    }
    guard let exercise = Self.exercise(wish.exercise) else {
      let known = Exercise.allCases.map(\.rawValue).joined(separator: ", ")
      return refuse("unknown-exercise", "no such exercise: \(wish.exercise ?? "")", "use \(known)")
    }
    guard let program = Environment.programPath() else { return refuse("no-camera", "focuskey was not found", "") }
    guard turn.take() else {
      return refuse("set-under-way", "a set is being counted already", "end that one first")
    }
    do throws(SystemError) {
      // The person who began it may have let it go while it waited.
      guard let (child, source) = try start(program, exercise, wish.repetitions, stage) else { return turn.give() }
      let greeting: JSONValue = [
        "exercise": .string(exercise.rawValue), "goal": JSONValue(wish.repetitions),
        "words": .string(exercise.words(wish.repetitions)),
      ]
      told.yield(greeting.octets)
      relay(child, source, stage, to: told)
    } catch {
      turn.give()
      refuse("no-camera", "the set could not be started", error.reason)
    }
  }

  /// The exercise of a name; without one, any that is done standing.
  private static func exercise(_ name: String?) -> Exercise? {
    if let name { return Exercise(rawValue: name) }
    return Exercise.standing[Int(SystemRandom.octets(1)[0]) % Exercise.standing.count]
  }

  /// - Returns: `nil` where nobody listens any more.
  private func start(
    _ program: String, _ exercise: Exercise, _ repetitions: Int, _ stage: Locked<Stage>
  ) throws(SystemError) -> (child: ChildProcess, lines: Int32)? {
    try stage.withLock { stage throws(SystemError) in
      guard case .waiting = stage else { return nil }
      let pipe = try makePipe()
      defer { close(pipe.writing) }
      let words = ["move", exercise.rawValue, "--reps", String(repetitions), "--json", "--follow"]
      do throws(SystemError) {
        let child = try ChildProcess.start(
          program, words + (home.folder.map { ["--home", $0] } ?? []), output: .descriptor(pipe.writing),
          errors: .descriptor(pipe.writing), ownSession: true)
        stage = .counting(child)
        return (child, pipe.reading)
      } catch {
        close(pipe.reading)
        throw error
      }
    }
  }

  /// Hands on each line until the set is over, and how it ended.
  private func relay(
    _ child: ChildProcess, _ lines: Int32, _ stage: Locked<Stage>, to told: AsyncStream<[UInt8]>.Continuation
  ) {
    let source = Descriptor(owning: lines)
    var (last, complaint): (JSONNode?, String?)
    Self.eachLine(of: source.number) { line in
      guard let node = try? JSONDocument(line).root else {
        // What the helper says of itself, among words for a terminal.
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix(Self.helper) { complaint = String(text.dropFirst(Self.helper.utf8.count)) }
        return
      }
      // How it ended comes last, and is told with what the helper said.
      if node["ok"] != nil || node["recorded"] != nil { last = node } else { told.yield(line) }
    }
    stage.withLock { stage in
      child.wait()
      stage = .over
    }
    // Another may begin before this one is told to be over.
    turn.give()
    told.yield(Self.ending(last, complaint: complaint).octets)
  }

  private static func eachLine(of descriptor: Int32, _ body: ([UInt8]) -> Void) {
    var buffer = LineBuffer(longest: 1 << 20)
    var octets = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &octets, octets.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      buffer.add(octets[..<count])
      while let line = try? buffer.next() { body(Array(line)) }
    }
  }

  private static let helper = "focuskey-camera: "

  private static func ending(_ last: JSONNode?, complaint: String?) -> JSONValue {
    guard let last else { return fault("camera-failed", complaint ?? "the set ended", "") }
    guard last["ok"]?.bool == false else {
      guard case .object(var object) = last.value else { return last.value }
      object["ok"] = true
      return .object(object)
    }
    let error = last["error"]
    return fault(
      error?["kind"]?.string ?? "camera-failed", complaint ?? error?["message"]?.string ?? "the set ended", "",
      recorded: error?["recorded"])
  }

  private static func fault(_ kind: String, _ what: String, _ advice: String, recorded: JSONNode? = nil) -> JSONValue {
    [
      "ok": false,
      "error": .members([
        "kind": .string(kind), "message": .string(what), "advice": .string(advice), "recorded": recorded?.value,
      ]),
    ]
  }
}
