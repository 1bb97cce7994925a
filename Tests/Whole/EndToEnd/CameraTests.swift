import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import RealParts
import TestSupport
import Testing

/// A set before the camera, with a program in the place of the helper that says what a camera would see.
@Suite(.realParts) struct CameraTests {
  private let folder = TemporaryFolder()

  /// A helper that says the poses of ten squats, then does something.
  private func helper(_ ending: String, seed: UInt64 = 30_000_010) throws -> [String: String?] {
    let stream = MovementStream(.squat, Condition("camera") { $0.framesPerSecond = 15 }, seed: seed)
    var text = JSONValue.members(["joints": JSONValue(Joint.allCases.map(\.name))]).text
    for pose in stream.poses {
      let places: [JSONValue] = pose.places.map { [.number($0.x), .number($0.y)] }
      text += "\n" + (["t": .number(pose.time), "xy": .array(places), "c": .null] as JSONValue).text
    }
    try Files.replace(folder("lines"), with: Array((text + "\n").utf8))
    let script = "#!/bin/sh\necho $$ > \(folder("process"))\necho \"$@\" > \(folder("words"))\n\(ending)\n"
    try Files.replace(folder("helper"), with: Array(script.utf8), mode: 0o755)
    return ["FOCUSKEY_CAMERA": folder("helper")]
  }

  private func move(_ environment: [String: String?], _ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      ["move"] + words + ["--home", folder("home")], environment: TrialEnvironment.lines(environment))
  }

  @Test func aSetEndsAtItsGoalAndTheHelperWithIt() async throws {
    let places = try helper("cat \(folder("lines"))\nexec sleep 1000")
    let outcome = try move(places, "squat", "--reps", "6", "--frames", folder.path, "--json")
    #expect(outcome.exitCode == 0 && outcome.lines.count == 7, "\(outcome.errors)")
    #expect(try JSONDocument(outcome.lines[6]).root["booked"]?.integer == 6)
    let words = String(decoding: try Files.read(folder("words")), as: UTF8.self)
    #expect(words == "--frames \(folder.path)\n")
    let process = try #require(Int32(String(decoding: try Files.read(folder("process")), as: UTF8.self).dropLast()))
    #expect(await eventually { kill(process, 0) != 0 })
  }

  @Test func aHelperThatEndsByItselfEndsTheSet() throws {
    let whole = try move(try helper("cat \(folder("lines"))"), "squat", "--json")
    #expect(whole.exitCode == 0 && whole.lines.count == 11, "\(whole.errors)")
    let broken = try move(
      try helper("head -n 20 \(folder("lines"))\necho 'camera: it is gone' >&2\nexit 69"), "squat", "--json")
    #expect(broken.exitCode == 69 && broken.errors.contains("it is gone") && broken.errors.contains("ended"))
    #expect(try move(try helper("exit 65"), "squat", "--frames", "/nowhere").exitCode == 65)
    #expect(try move(try helper("echo rubbish"), "squat").exitCode == 65)
    #expect(try move(["FOCUSKEY_CAMERA": "/nowhere/camera"], "squat").exitCode == 69)
    #expect(try move(try helper("exit 0")).exitCode == 64)
    #expect(try move(try helper("exit 0"), "squat", "--frames", "a", "--poses", "b").exitCode == 64)
  }

  // MARK: A helper that is lost in the middle of a set

  private func text(seed: UInt64 = 30_000_010) -> PoseText {
    PoseText(MovementStream(.squat, Condition("camera") { $0.framesPerSecond = 15 }, seed: seed), .squat)
  }

  private func service() throws -> RunningService {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    return try RunningService(home: folder("home"))
  }

  private func recorded(_ service: RunningService) throws -> Int? {
    try JSONDocument(service("challenge", "--json").output).root["repetitions"]?.integer.map { Int($0) }
  }

  @Test func aKilledHelperLosesNothingAndCountsNothingTwice() throws {
    let service = try service()
    let text = text()
    var random = Dice(seed: 20261123)
    var total = 0
    for _ in 0..<20 {
      let cut = Int.random(in: 0...text.octets.count, using: &random)
      let seen = text.repetitions(inFirst: cut)
      let places = try helper("head -c \(cut) \(folder("lines"))\nkill -9 $$")
      try Files.replace(folder("lines"), with: text.octets)
      let outcome = try move(places, "squat", "--reps", "11", "--frames", folder.path, "--json")
      #expect(outcome.exitCode == 69 && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      total += MovementSet.booked(seen)
      #expect(try recorded(service) == total, "\(seen) of \(cut) bytes")
      guard seen >= MovementSet.leastBooked else { continue }
      #expect(
        outcome.errors.contains(
          "\(seen) squats are recorded; go on with: focuskey move squat --reps \(11 - seen)"), "\(outcome.errors)")
      let answers = try outcome.lines.map { try JSONDocument($0).root }
      #expect(answers.dropLast().last?["booked"]?.integer == Int64(seen))
      #expect(answers.last?["error"]?["recorded"]?.integer == Int64(seen))
    }
    #expect(total > 50)
  }

  /// A camera sees what happens now: its set goes on in a helper that is started again.
  @Test func aSetGoesOnAfterItsHelperWasKilled() throws {
    let service = try service()
    let text = text()
    // In the middle of a line.
    let cut = text.octets.count / 2
    let rest = text.rest(after: cut)
    let first = text.repetitions(inFirst: cut)
    #expect(first > 2 && rest.repetitions > 2)
    let places = try helper(
      """
      if [ ! -e \(folder("again")) ]; then touch \(folder("again")); head -c \(cut) \(folder("lines")); kill -9 $$; fi
      cat \(folder("rest"))
      """)
    try Files.replace(folder("lines"), with: text.octets)
    try Files.replace(folder("rest"), with: rest.octets)
    let outcome = try move(places, "squat", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("\(first) squats are recorded, and the camera is started again"))
    let set = try JSONDocument(outcome.lines.last ?? "").root
    #expect(set["booked"]?.integer == Int64(first + rest.repetitions) && set["recorded"]?.bool == true)
    #expect(try recorded(service) == first + rest.repetitions)
  }

  @Test func whatIsCountedIsRecordedWhileTheSetGoesOn() async throws {
    let service = try service()
    let places = try helper("cat \(folder("lines"))\nexec sleep 1000")
    let set = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["move", "squat", "--home", folder("home")],
      environment: TrialEnvironment.lines(places), output: .nothing)
    let isRecorded = try await eventually { try recorded(service) == 10 }
    set.signal(SIGKILL)
    set.wait()
    #expect(isRecorded)
    let process = try #require(Int32(String(decoding: try Files.read(folder("process")), as: UTF8.self).dropLast()))
    kill(process, SIGKILL)
  }
}
