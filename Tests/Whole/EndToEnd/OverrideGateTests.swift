import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Steps before a condition lifts an allowance, by commands and in a rehearsal (Contract.md).
@Suite(.realParts) struct OverrideGateTests {
  private let folder = TemporaryFolder()
  private let profiles = profiles(moving: "{ move: 6 }, ")

  private static func profiles(moving: String) -> String {
    """
    { allowances: [{ id: "social", blocks: { categories: ["social"] }, minutesPerDay: 30,
        overrides: [{ name: "ill", perMonth: 2, wait: "1m", gate: [{ learn: 2 }, \(moving){ type: "I am ill." }] }] }] }
    """
  }

  private func simulate(_ script: String, profiles: String? = nil) throws -> BuiltProgram.Outcome {
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("profiles.json5"), with: Array((profiles ?? self.profiles).utf8))
    return try BuiltProgram.focuskey.run(["simulate", folder("script"), "--profiles", folder("profiles.json5")])
  }

  @Test("Learning, movement and a sentence count outside a session, from the asking on.") func rehearsed() throws {
    let outcome = try simulate(
      """
      2026-11-21T09:00:00+01:00 active app=firefox site=reddit.com
      +30m learned 2
      +0s override ill
      +0s expect allowances.0.state shut
      +0s expect allowances.0.asked.0.steps.1.done 0
      +1m learned 2
      +0s moved squat 6
      +1m crash 10s
      +0s expect allowances.0.asked.0.steps.1.state done
      +0s expect allowances.0.asked.0.steps.2.state done
      +0s override ill
      +0s expect allowances.0.state shut
      +0s type I am ill.
      +0s override ill
      +0s expect allowances.0.state open
      +0s expect shield.0.state down
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let refused = try outcome.lines.map { try JSONDocument($0).root }.filter { $0["event"]?.string == "refused" }
    #expect(refused.map { $0["rule"]?.string } == ["gate", "gate"])
    #expect(refused.map { $0["steps"]?.array?.count } == [4, 4])
  }

  @Test("A slip in the steps is refused with its place.") func slips() throws {
    for (gate, words) in [
      ("[{ lern: 5 }]", "learn"), ("[{ wait: \"5s\" }]", "wait"), ("[{ learn: 1 }, { learn: 2 }]", "twice"),
      ("[{ tap: \"hall\" }]", "hall"),
    ] {
      let wrong =
        "{ allowances: [{ id: 'a', blocks: { sites: ['a.example'] }, minutesPerDay: 5, overrides: [{ name: 'ill', perMonth: 1, gate: \(gate) }] }] }"
      let outcome = try simulate("+0s look\n", profiles: wrong)
      #expect(outcome.exitCode == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("By command: refused with what is missing, kept through a kill, then granted.") func served() throws {
    try Files.replace(folder("config.json5"), with: Array("{ port: 0 }".utf8))
    try Files.replace(folder("own.json5"), with: Array(Self.profiles(moving: "").utf8))
    var service = try RunningService(home: folder.path)
    let early = try service("allowance", "import", folder("own.json5"))
    #expect(early.exitCode == 1 && early.errors.contains("there are no cards to learn"), "\(early.errors)")
    let cards = #"{"cards":[{"id":1,"title":"a","content":"b"},{"id":2,"title":"c","content":"d"}]}"#
    try Files.replace(folder("n.json"), with: Array(cards.utf8))
    #expect(try service("deck", "import", folder("n.json")).exitCode == 0)
    #expect(try service("allowance", "import", folder("own.json5")).exitCode == 0)
    #expect(try service("type", "I am ill.").exitCode == 1)
    let first = try service("allowance", "override", "ill")
    #expect(first.exitCode == 1 && first.errors.contains("learn 2 cards"), "\(first.errors)")
    #expect(try service("type", "I am ill.").exitCode == 0)
    #expect(
      try service.program.run(["learn", "2", "--json", "--home", folder.path], input: Array("3\n3\n".utf8)).exitCode
        == 0)
    #expect(try service("allowance", "list").output.contains("  ill: wait "))
    service.kill()
    service = try RunningService(home: folder.path)
    let granted = try service("allowance", "override", "ill")
    #expect(granted.exitCode == 0, "\(granted.errors)")
    #expect(try service("allowance", "override", "ill").errors.contains("waiting already"))
    service.stop()
  }
}
