import Glibc
internal import JSONText
internal import LinuxRuntime
internal import Movement
internal import ServiceContract

/// Counts a set that somebody began on the page: by `focuskey move`, as they would in a terminal, so that it is
/// counted, recorded and refused in the same way. One at a time: there is one camera.
struct SetBeforeCamera: Sendable {
  private let home: Home
  private let words: ServiceLog
  private let running = Locked<ChildProcess?>(nil)

  /// What the camera can tell from another without a doubt.
  private static let exercises = ["jumping_jack", "squat", "arm_raise"]

  init(_ home: Home, _ words: ServiceLog) {
    self.home = home
    self.words = words
  }

  /// Begins one. The first line names the exercise, the last has `ok`; a listener that lets the stream go ends the set.
  @Sendable func begin(_ wish: ControlRequest.SetWish) -> AsyncStream<[UInt8]> {
    let (lines, told) = AsyncStream.makeStream(of: [UInt8].self)
    let exercise = wish.exercise ?? Self.exercises[Int(SystemRandom.octets(1)[0]) % Self.exercises.count]
    func refuse(_ kind: String, _ what: String, _ advice: String) -> AsyncStream<[UInt8]> {
      told.yield(Self.fault(kind, what, advice).octets)
      told.finish()
      return lines
    }
    guard Exercise(rawValue: exercise) != nil else {
      let known = Exercise.allCases.map(\.rawValue).joined(separator: ", ")
      return refuse("unknown-exercise", "there is no exercise “\(exercise)”", "use \(known)")
    }
    guard let program = Environment.programPath() else { return refuse("no-camera", "focuskey was not found", "") }
    let began: (child: ChildProcess, output: Int32, errors: Int32)?
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
    told.yield((["exercise": .string(exercise), "goal": JSONValue(wish.repetitions)] as JSONValue).octets)
    startThread(named: "set") { [self] in
      relay(began.child, began.output, began.errors, to: told)
    }
    return lines
  }

  /// - Returns: `nil` where one is under way.
  private func start(
    _ program: String, _ exercise: String, _ repetitions: Int
  ) throws(SystemError) -> (child: ChildProcess, output: Int32, errors: Int32)? {
    try running.withLock { running throws(SystemError) in
      guard running == nil else { return nil }
      let (output, errors) = (try makePipe(), try makePipe())
      defer {
        close(output.writing)
        close(errors.writing)
      }
      let words = ["move", exercise, "--reps", String(repetitions), "--json", "--follow"]
      do throws(SystemError) {
        let child = try ChildProcess.start(
          program, words + (home.folder.map { ["--home", $0] } ?? []), output: .descriptor(output.writing),
          errors: .descriptor(errors.writing), ownSession: true)
        running = child
        return (child, output.reading, errors.reading)
      } catch {
        close(output.reading)
        close(errors.reading)
        throw error
      }
    }
  }

  /// Hands on each line until the set is over, and how it ended.
  private func relay(
    _ child: ChildProcess, _ output: Int32, _ errors: Int32, to told: AsyncStream<[UInt8]>.Continuation
  ) {
    let complaint = Locked<String?>(nil)
    let reading = Locked(true)
    startThread(named: "set errors") {
      PipeLines.each(of: errors) { line in
        // The helper's own line says more than that it ended.
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix(Self.helper) { complaint.withLock { $0 = String(text.dropFirst(Self.helper.utf8.count)) } }
      }
      reading.withLock { $0 = false }
    }
    var last: JSONNode?
    PipeLines.each(of: output) { line in
      guard let node = try? JSONDocument(line).root else { return }
      // How it ended comes last, and is told with what the helper said.
      if node["ok"] != nil || node["recorded"] != nil { return last = node }
      told.yield(line)
    }
    child.wait()
    while reading.withLock({ $0 }) { usleep(1000) }
    // Another may begin before this one is told to be over.
    running.withLock { $0 = nil }
    told.yield(Self.ending(last, complaint: complaint.withLock { $0 }).octets)
    told.finish()
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

/// The lines that come through a pipe.
private enum PipeLines {
  /// Calls `body` with each until the other end is closed, and closes this one.
  static func each(of descriptor: Int32, _ body: ([UInt8]) -> Void) {
    defer { close(descriptor) }
    var rest: [UInt8] = []
    var octets = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(descriptor, &octets, octets.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += octets[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        body(Array(rest[..<end]))
        rest.removeSubrange(...end)
      }
    }
    if !rest.isEmpty { body(rest) }
  }
}
