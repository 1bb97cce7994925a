import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Movement
internal import Octets
internal import ServiceContract

/// Counts a set that somebody began on the page: by `focuskey move`, as they would in a terminal, so that it is
/// counted, recorded and refused in the same way. One at a time: there is one camera.
struct SetBeforeCamera: Sendable {
  private let home: Home
  private let running = Locked<ChildProcess?>(nil)

  init(_ home: Home) { self.home = home }

  /// Begins one. The first line names the exercise, the last has `ok`; a listener that lets the stream go ends the set.
  @Sendable func begin(_ wish: ControlRequest.SetWish) -> AsyncStream<[UInt8]> {
    let (lines, told) = AsyncStream.makeStream(of: [UInt8].self)
    func refuse(_ kind: String, _ what: String, _ advice: String) -> AsyncStream<[UInt8]> {
      told.yield(Self.fault(kind, what, advice).octets)
      told.finish()
      return lines
    }
    guard let exercise = Self.exercise(wish.exercise) else {
      let known = Exercise.allCases.map(\.rawValue).joined(separator: ", ")
      return refuse("unknown-exercise", "no such exercise: \(wish.exercise ?? "")", "use \(known)")
    }
    guard let program = Environment.programPath() else { return refuse("no-camera", "focuskey was not found", "") }
    let began: (child: ChildProcess, lines: Int32)?
    do throws(SystemError) {
      began = try start(program, exercise, wish.repetitions)
    } catch {
      return refuse("no-camera", "the set could not be started", error.reason)
    }
    guard let began else { return refuse("set-under-way", "a set is being counted already", "end that one first") }
    told.onTermination = { [running] end in
      guard case .cancelled = end else { return }
      // With the camera's helper, which is in its group.
      running.withLock { $0?.signalGroup(SIGKILL) }
    }
    let greeting: JSONValue = [
      "exercise": .string(exercise.rawValue), "goal": JSONValue(wish.repetitions),
      "words": .string(exercise.words(wish.repetitions)),
    ]
    told.yield(greeting.octets)
    startThread(named: "set") { [self] in relay(began.child, began.lines, to: told) }
    return lines
  }

  /// The exercise of a name; without one, any that is done standing.
  private static func exercise(_ name: String?) -> Exercise? {
    if let name { return Exercise(rawValue: name) }
    return Exercise.standing[Int(SystemRandom.octets(1)[0]) % Exercise.standing.count]
  }

  /// - Returns: `nil` where one is under way.
  private func start(
    _ program: String, _ exercise: Exercise, _ repetitions: Int
  ) throws(SystemError) -> (child: ChildProcess, lines: Int32)? {
    try running.withLock { running throws(SystemError) in
      guard running == nil else { return nil }
      let pipe = try makePipe()
      defer { close(pipe.writing) }
      let words = ["move", exercise.rawValue, "--reps", String(repetitions), "--json", "--follow"]
      do throws(SystemError) {
        let child = try ChildProcess.start(
          program, words + (home.folder.map { ["--home", $0] } ?? []), output: .descriptor(pipe.writing),
          errors: .descriptor(pipe.writing), ownSession: true)
        running = child
        return (child, pipe.reading)
      } catch {
        close(pipe.reading)
        throw error
      }
    }
  }

  /// Hands on each line until the set is over, and how it ended.
  private func relay(_ child: ChildProcess, _ lines: Int32, to told: AsyncStream<[UInt8]>.Continuation) {
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
    // Another may begin before this one is told to be over.
    running.withLock { running in
      child.wait()
      running = nil
    }
    told.yield(Self.ending(last, complaint: complaint).octets)
    told.finish()
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
