import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import RealParts
import TestSupport
import Testing

/// A suggestion to move on a real notification daemon: from the day's plan to what the person sees and does.
@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct NudgeDesktopTests {
  /// The words of the messages, in the order in which they are numbered.
  private static let titles = [
    "Time to move", "A minute for your back?", "20 repetitions to go today", "Stretch your legs?", "A short set now?",
    "Move before you continue",
  ]

  /// A home whose plan of the day has one suggestion left, some seconds from now; it is two in the afternoon there.
  private struct Home {
    let folder = TemporaryFolder()
    let zone: String
    let bus: PrivateBus
    let dunst: Dunst
    private let now = Int(time(nil)) * 1000

    /// - Parameters:
    ///   - seconds: from now to the suggestion.
    ///   - done: what was done of the day's challenge three quarters of an hour ago.
    ///   - facts: names and members of what is known beside it, each with how many seconds ago it was.
    init(in seconds: Int, done: Int = 0, facts: [(ago: Int, rest: String)] = []) throws {
      bus = try PrivateBus(in: folder)
      dunst = try Dunst(on: bus, in: folder, keeps: true)
      let ahead = (14 - now / 3_600_000 % 24 + 36) % 24 - 12
      zone = ahead == 0 ? "Etc/UTC" : "Etc/GMT\(ahead > 0 ? "-" : "+")\(abs(ahead))"
      let day = try BuiltProgram(at: "/bin/date").run(["+%F"], environment: ["TZ=\(zone)"]).lines[0]
      // The quarter of an hour that begins at two, counted from a midnight that lets it begin when it is to.
      let (quarter, due) = (56, now + seconds * 1000)
      let plan = """
        "fact":"nudges-planned","day":"\(day)","began":\(due - quarter * 900_000),"ends":\(due + 12 * 3_600_000),\
        "quarters":[\(quarter)],"reason":"Known."
        """
      var past = [(3000, plan)] + facts
      if done > 0 {
        past += [
          (2700, #""fact":"challenge-set","day":"\#(day)","target":20,"ends":\#(now + 12 * 3_600_000)"#),
          (
            2700,
            #""fact":"moved","kind":"squat","amount":\#(done),"trust":"measured","booked":\#(done),"points":100"#
          ),
        ]
      }
      if done >= 20 { past.append((2700, #""fact":"challenge-met","day":"\#(day)","target":20"#)) }
      let lines = past.sorted { $0.0 > $1.0 }.map { [now] ago, rest in
        let at = now - ago * 1000
        return #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(rest)}"#
      }
      let settings = #"{"profiles":[{"id":"work","name":"Work"}],"coach":{"nudges":true}}"#
      let head = [#"{"export":"focuskey","v":1}"#, #"{"at":\#(now - 3_600_000),"settings":\#(settings)}"#]
      let text = (head + lines + [#"{"end":{"facts":\#(lines.count),"settings":1}}"#]).joined(separator: "\n")
      try Files.makeFolder(folder("home"))
      try Files.replace(folder("home/config.json5"), with: Array("{port: 0, desktop: {}}".utf8))
      try Files.replace(folder("log.jsonl"), with: Array(text.utf8) + [0x0A])
      let outcome = try BuiltProgram.focuskey("import", folder("log.jsonl"), "--home", folder("home"))
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
    }

    func service() throws -> RunningService {
      try RunningService(home: folder("home"), environment: bus.variables.merging(["TZ": zone]) { $1 })
    }

    /// Everything of one name that is in the log.
    func facts(_ name: String) throws -> [JSONNode] {
      let outcome = try BuiltProgram.focuskey("export", "--home", folder("home"))
      return try outcome.lines.map { try JSONDocument($0).root }.filter { $0["fact"]?.string == name }
    }

    /// The titles of all that the daemon ever showed, oldest first; what it shows goes.
    func titles() throws -> [String] {
      try dunst.ctl("close-all")
      let history = try JSONDocument(try dunst.ctl("history").output).root["data"]?.array?.first?.array ?? []
      return history.reversed().compactMap { $0["summary"]?["data"]?.string }
    }

    /// Ten squats, five of which are counted.
    func move() throws -> BuiltProgram.Outcome {
      let text = PoseText(MovementStream(.squat, Condition("plain"), seed: 30_000_003), .squat)
      try Files.replace(folder("poses"), with: text.octets)
      return try BuiltProgram.focuskey(
        "move", "squat", "--poses", folder("poses"), "--reps", "5", "--home", folder("home"))
    }
  }

  private func isSuggestion(_ title: String) -> Bool { Self.titles.contains(title) }

  @Test("A suggestion is seen once at its time, and a set that follows answers it and takes it away")
  func seenAndAnswered() async throws {
    let home = try Home(in: 4)
    var service = try home.service()
    #expect(try await eventually { try home.dunst.shown() == 1 })
    let told = try home.facts("nudged")
    let message = try #require(told.first?["message"]?.integer)
    #expect(told.count == 1 && told[0]["quarter"]?.integer == 56)
    #expect(try home.facts("nudge-answered").isEmpty)
    // There is nothing to press: what counts is what the person does.
    #expect(try home.move().lines.contains("Done: 5 squats."))
    let answer = try #require(try home.facts("nudge-answered").first)
    #expect(answer["moved"]?.bool == true && answer["message"]?.integer == message)
    #expect(try await eventually { try home.dunst.shown() == 0 })
    #expect(try home.titles() == [Self.titles[Int(message)]])
    // A crash suggests nothing again.
    service.kill()
    service = try home.service()
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await eventually { try home.dunst.shown() == 1 })
    #expect(try home.titles().count(where: isSuggestion) == 1)
    #expect(try home.facts("nudged").count == 1 && home.facts("nudge-answered").count == 1)
  }

  @Test("A suggestion that was due while the service came up is seen as well")
  func dueAtTheStart() async throws {
    let home = try Home(in: -5)
    let service = try home.service()
    #expect(try await eventually { try home.dunst.shown() == 1 })
    #expect(try home.titles().count(where: isSuggestion) == 1)
    #expect(try home.facts("nudged").count == 1)
    service.stop()
  }

  @Test("It is unanswered after half an hour, and a set that comes later answers nothing")
  func unanswered() async throws {
    let now = Int(time(nil)) * 1000
    let told = """
      "fact":"nudged","message":3,"chance":200,"quarter":40,"idle":24,"until":\(now + 3000)
      """
    let home = try Home(in: 3600, facts: [(1797, told)])
    let service = try home.service()
    #expect(try await eventually { try home.facts("nudge-answered").count == 1 })
    #expect(try home.facts("nudge-answered")[0]["moved"]?.bool == false)
    #expect(try home.move().exitCode == 0)
    #expect(try home.facts("moved").count == 1 && home.facts("nudge-answered").count == 1)
    // It was told by another run, and is not news to this one.
    #expect(try !home.titles().contains(where: isSuggestion))
    #expect(service.stop() == 0)
  }

  @Test("None is shown while a session runs") func noneInASession() async throws {
    let home = try Home(in: 8)
    let service = try home.service()
    #expect(try service("start", "work").exitCode == 0)
    #expect(try home.facts("nudged").isEmpty && home.facts("nudge-passed").isEmpty)
    #expect(try await eventually { try home.facts("nudge-passed").count == 1 })
    #expect(try service("stop").exitCode == 0)
    let titles = try home.titles()
    #expect(!titles.isEmpty && !titles.contains(where: isSuggestion), "\(titles)")
    #expect(try home.facts("nudged").isEmpty)
  }

  @Test("None is shown once the day's challenge is met, and one is while it is not", arguments: [20, 19])
  func noneOnceTheChallengeIsMet(done: Int) async throws {
    let home = try Home(in: 3, done: done)
    let service = try home.service()
    #expect(try await eventually { try home.facts(done < 20 ? "nudged" : "nudge-passed").count == 1 })
    if done < 20 { #expect(try await eventually { try home.dunst.shown() == 1 }) }
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await eventually { try home.dunst.shown() == (done < 20 ? 2 : 1) })
    let titles = try home.titles()
    #expect(titles.count == (done < 20 ? 2 : 1), "\(titles)")
    // One is left of the twenty: the message that says so counts them.
    #expect(titles.contains { isSuggestion($0) || $0 == "1 repetition to go today" } == (done < 20), "\(titles)")
  }
}
