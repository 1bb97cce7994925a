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
}
