import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import RealParts
import TestSupport
import Testing

/// `move count` and a set from poses, as scripts and the camera helper use them (Contract.md).
@Suite(.realParts) struct MoveTests {
  private func lines(_ exercise: Exercise, _ stream: MovementStream, shuffled: Bool = false) -> String {
    let joints = shuffled ? Joint.allCases.reversed() : Joint.allCases
    var text = JSONValue.members([
      "exercise": .string(exercise.rawValue), "joints": JSONValue(joints.map(\.name)),
    ]).text
    let frames =
      stream.poses.map { ($0.time, Optional($0)) } + stream.unseen.map { ($0, nil) }
    for (time, pose) in frames.sorted(by: { $0.0 < $1.0 }) {
      let places = pose.map { pose in joints.map { pose.places[$0.rawValue] } }
      let frame: JSONValue = [
        "t": .number(time),
        "xy": places.map { .array($0.map { [.number($0.x), .number($0.y)] }) } ?? .null,
        "c": places.map { .array($0.map { .number($0.confidence) }) } ?? .null,
      ]
      text += "\n" + frame.text
    }
    return text + "\n"
  }

  private func count(_ input: String, _ options: String...) throws -> BuiltProgram.Outcome {
    let folder = TemporaryFolder()
    try Files.replace(folder("poses"), with: Array(input.utf8))
    return try BuiltProgram.focuskey.run(["move", "count"] + options + [folder("poses")])
  }

  @Test(arguments: Exercise.allCases) func eachRepetitionIsOneLine(_ exercise: Exercise) throws {
    let stream = MovementStream(exercise, Condition("lost") { $0.lostFrames = 0.1 }, seed: 30_000_000)
    let outcome = try count(lines(exercise, stream, shuffled: true))
    #expect(outcome.exitCode == 0)
    let times = try outcome.lines.map { try JSONDocument($0).root["t"]?.number ?? -1 }
    #expect(times.count == 10)
    for (time, end) in zip(times, stream.ends) { #expect(time <= end + 0.3 && time > end - 1.5) }
  }

  @Test func theMethodsOfThePaperCountWindows() throws {
    let stream = MovementStream(.jumpingJack, Condition("jacks"), seed: 30_000_001)
    let input = lines(.jumpingJack, stream)
    #expect((7...9).contains(try count(input, "--method", "sliding").lines.count))
    #expect((5...6).contains(try count(input, "--method", "static").lines.count))
    #expect(try count(input, "--exercise", "squat").lines.isEmpty)
  }

  @Test func badInputIsRefusedWithItsLine() throws {
    let head = "{\"exercise\":\"squat\",\"joints\":\(JSONValue(Joint.allCases.map(\.name)).text)}\n"
    let pairs = "[" + Array(repeating: "[1,2]", count: 13).joined(separator: ",") + "]"
    let wrong: [(String, String)] = [
      ("", "no line that names the joints"), ("[]\n", "line 1"), ("{\"joints\":[\"nose\"]}\n", "line 1"),
      ("{\"exercise\":\"yoga\",\"joints\":[]}\n", "line 1"), (head + "{\"xy\":null}\n", "line 2"),
      (head + "{\"t\":1,\"xy\":[[1,2]]}\n", "line 2"), (head + "{\"t\":1,\"xy\":\(pairs),\"c\":[1]}\n", "line 2"),
      (head + "{\"t\":1,\"xy\":null}\n{\"t\":0,\"xy\":null}\n", "line 3"), (head + "{\"t\":1,\n", "line 2"),
      (head + "{\"t\":1e999,\"xy\":null}\n", "line 2"),
      (head + "{\"t\":1,\"xy\":\(pairs.replacing("[1,2]", with: "[1,\"2\"]", maxReplacements: 1))}\n", "line 2"),
    ]
    for (input, place) in wrong {
      let outcome = try count(input)
      #expect(outcome.exitCode == 65, "\(input)")
      #expect(outcome.errors.contains(place), "\(input): \(outcome.errors)")
    }
    let missing = try BuiltProgram.focuskey.run(["move", "count", "/nowhere/poses"])
    #expect(missing.exitCode == 66)
    #expect(try count(head, "--method", "magic").exitCode == 64)
  }

  @Test func aSetEndsAtItsGoalAndSaysWhatIsBooked() throws {
    let folder = TemporaryFolder()
    let stream = MovementStream(.squat, Condition("plain"), seed: 30_000_002)
    try Files.replace(folder("poses"), with: Array(lines(.squat, stream).utf8))
    let done = try BuiltProgram.focuskey.run(["move", "--poses", folder("poses"), "--reps", "5", "--json"])
    #expect(done.exitCode == 0)
    #expect(done.lines.count == 6)
    #expect(try JSONDocument(done.lines[5]).root["booked"]?.integer == 5)
    let short = try BuiltProgram.focuskey.run(["move", "squat", "--poses", folder("poses"), "--reps", "50"])
    #expect(short.exitCode == 1)
    #expect(short.lines.last == "Done: 10 squats of 50.")
    #expect(try BuiltProgram.focuskey.run(["move", "squat"]).exitCode == 69)
    #expect(try BuiltProgram.focuskey.run(["move", "yoga", "--poses", folder("poses")]).exitCode == 64)
  }

  /// A person who cannot be seen, or not alone, is told so in one line; what is counted does not change.
  @Test func aDarkRoomAndASecondPersonAreSaidInOneLine() throws {
    let folder = TemporaryFolder()
    func set(_ stream: MovementStream) throws -> BuiltProgram.Outcome {
      try Files.replace(folder("poses"), with: Array(lines(.squat, stream).utf8))
      return try BuiltProgram.focuskey.run(["move", "--poses", folder("poses"), "--home", folder("home")])
    }
    func count(_ words: String, in outcome: BuiltProgram.Outcome) -> Int {
      outcome.errors.split(separator: "\n").count { $0.contains(words) }
    }
    let (dark, two) = ("the camera cannot see you", "two people are in the picture")
    let stream = MovementStream(.squat, Condition("plain"), seed: 30_000_002)
    let plain = try set(stream)
    #expect(plain.lines.last?.hasPrefix("Done: 10 squats") == true)
    #expect(count(dark, in: plain) == 0 && count(two, in: plain) == 0)
    // The light goes out for six seconds before the set; four are not worth a word.
    for (seconds, told) in [(6.0, 1), (4.0, 0)] {
      var late = stream
      late.poses = stream.poses.map { Pose(time: $0.time + seconds + 1, places: $0.places) }
      late.unseen = stride(from: 0, to: seconds, by: 0.1).map { $0 }
      let outcome = try set(late)
      #expect(count(dark, in: outcome) == told, "\(seconds): \(outcome.errors)")
      #expect(outcome.lines.last?.hasPrefix("Done: 10 squats") == true)
    }
    // A second person is beside: in each tenth picture they are found in place of the first.
    var both = stream
    for index in both.poses.indices where index % 10 == 9 {
      let pose = both.poses[index]
      both.poses[index] = Pose(
        time: pose.time,
        places: pose.places.map { JointPlace(x: $0.x + 400, y: $0.y, confidence: $0.confidence) })
    }
    let shared = try set(both)
    #expect(count(two, in: shared) == 1 && count(dark, in: shared) == 0, "\(shared.errors)")
    let counted = try BuiltProgram.focuskey.run(["move", "count", folder("poses")])
    #expect(counted.errors.isEmpty)
  }
}
