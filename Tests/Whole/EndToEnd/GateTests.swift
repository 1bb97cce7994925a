import ControlSocket
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Steps before a break and before the end, as `simulate`, the service and its commands have them (Contract.md).
@Suite(.realParts) struct GateTests {
  private let folder = TemporaryFolder()
  private let profiles = """
    { profiles: [{ id: "work", gate: { break: [{ learn: 5 }], end: [{ wait: "5s" }, { tap: "desk" }, { type: "Enough." }] } }],
      keys: [{ id: "desk", uid: "04A1B2C3D4E580", may: [] }] }
    """

  private func write(_ name: String, _ text: String) throws -> String {
    try Files.replace(folder(name), with: Array(text.utf8))
    return folder(name)
  }

  private func simulate(_ script: String, profiles: String? = nil) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run([
      "simulate", try write("script", script), "--profiles", try write("profiles.json5", profiles ?? self.profiles),
    ])
  }

  @Test("learned cards open one break each, and the question waits for every step")
  func rehearsed() throws {
    let outcome = try simulate(
      """
      2026-11-23T09:00:00+01:00 start work
      +1m break
      +1m learned 4
      +0s expect breaks.steps.0.done 4
      +0s expect breaks.steps.0.state open
      +0s break
      +1m crash 10s
      +1m learned 1
      +0s break
      +0s expect state break
      +1m resume
      +0s break
      +0s expect state focusing
      +1m stop
      +6s confirm
      +0s expect question.steps.0.state done
      +0s expect question.steps.1.state open
      +0s tap key=desk
      +1s type enough
      +0s type Enough.
      +0s reboot 1s
      +0s expect question.steps.2.state done
      +0s confirm
      +0s expect state idle
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let events = try outcome.lines.map { try JSONDocument($0).root }
    let refused = events.filter { $0["event"]?.string == "refused" }
    #expect(refused.map { $0["rule"]?.string } == ["gate", "gate", "gate", "gate", "sentence"])
    #expect(refused.first?["message"]?.string == "before a break: learn 5 cards")
    #expect(events.filter { $0["event"]?.string == "question-opened" }.count == 1)
    #expect(events.last?["event"]?.string == "session-ended")
  }

  @Test("a gate with a slip, or with a key that is not there, is refused before anything happens")
  func slips() throws {
    for (gate, words) in [
      ("{ brake: [] }", "break"), ("{ break: [{ lern: 5 }] }", "learn"), ("{ end: [{ tap: \"hall\" }] }", "hall"),
      ("{ end: [{ scan: \"hall\" }] }", "hall"),
    ] {
      let outcome = try simulate("+0s look\n", profiles: "{ profiles: [{ id: \"work\", gate: \(gate) }] }")
      #expect(outcome.exitCode == 65)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("a service refuses a gate without cards, keeps the progress through kills, and falls back when the deck goes")
  func served() throws {
    try Files.replace(folder("config.json5"), with: Array("{ port: 0 }".utf8))
    let file = try write("p.json5", profiles)
    var service = try RunningService(home: folder.path)
    #expect(try service("key", "import", file).exitCode == 0)
    let early = try service("profile", "import", file)
    #expect(early.exitCode == 1)
    #expect(early.errors.contains("there are no cards to learn"), "\(early.errors)")
    let cards = (1...9).map { "{\"id\":\"\($0)\",\"title\":\"\($0)\",\"content\":\"c\"}" }.joined(separator: ",")
    #expect(try service("deck", "import", try write("numbers.json", "{\"cards\":[\(cards)]}")).exitCode == 0)
    #expect(try service("profile", "import", file).exitCode == 0)
    #expect(try service("start", "work").exitCode == 0)
    let refused = try service("break", "--json")
    #expect(refused.exitCode == 1)
    #expect(try JSONDocument(refused.output).root["error"]?["kind"]?.string == "gate")
    for card in 1...5 {
      try learn(card, at: service)
      if card == 3 {
        service.kill()
        service = try RunningService(home: folder.path)
        let status = try JSONDocument(try service("status", "--json").output).root
        #expect(status["breaks"]?["steps"]?.array?.first?["done"]?.integer == 3)
        #expect(try service("status").output.contains("  [ ] learn 2 more cards"))
      }
    }
    #expect(try service("break").exitCode == 0)
    #expect(try service("resume").exitCode == 0)
    #expect(try service("deck", "remove", "numbers").exitCode == 0)
    #expect(try service("break").errors.contains("because there are no cards to learn"))
    #expect(try service("stop").exitCode == 0)
    #expect(try service("type", "Not yet").exitCode == 1)
    #expect(try service("type", "Enough.").exitCode == 0)
    #expect(try service("tap", "desk").exitCode == 0)
    let status = try JSONDocument(try service("status", "--json").output).root
    let steps = status["question"]?["steps"]?.array ?? []
    #expect(steps.dropFirst().map { $0["state"]?.string } == ["done", "done"])
    service.stop()
  }

  private func learn(_ card: Int, at service: RunningService) throws {
    var client = try ControlClient(path: "\(service.home)/control.sock")
    let answer = try client.ask(
      Array(
        #"{"command":"learned","facts":[{"fact":"card-reviewed","deck":"numbers","card":"\#(card)","grade":3,"took":2500}]}"#
          .utf8))
    #expect(try JSONDocument(answer).root["ok"]?.bool == true, "\(String(decoding: answer, as: UTF8.self))")
  }
}
