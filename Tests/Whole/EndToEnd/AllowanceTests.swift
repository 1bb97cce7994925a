import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Allowances as `simulate` tells them, and their commands (Contract.md).
@Suite(.realParts) struct AllowanceTests {
  private let profiles = """
    { allowances: [{ id: "social", blocks: { categories: ["social"], sites: ["forum.example", "!docs.forum.example"] },
        minutesPerDay: 30, dayStarts: "04:00", warn: "5m",
        lift: { by: ["move", "learn"], trust: "measured", pointsPerMinute: 5, most: 60 },
        overrides: [{ name: "ill", perMonth: 2, wait: "1m" }] }] }
    """

  private func simulate(_ script: String, profiles: String? = nil) throws -> BuiltProgram.Outcome {
    let folder = TemporaryFolder()
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("profiles.json5"), with: Array((profiles ?? self.profiles).utf8))
    return try BuiltProgram.focuskey.run(["simulate", folder("script"), "--profiles", folder("profiles.json5")])
  }

  private func events(_ outcome: BuiltProgram.Outcome) throws -> [String] {
    try outcome.lines.map { line in
      let event = try JSONDocument(line).root
      let by = event["by"]?.string.map { " \($0)" } ?? ""
      return (event["event"]?.string ?? "?") + by
    }
  }

  @Test func minutesAreCountedWarnedOfAndLifted() throws {
    let outcome = try simulate(
      """
      2026-11-21T09:00:00+01:00 active app=firefox site=old.reddit.com
      +10m active app=firefox site=docs.forum.example
      +10m active app=firefox site=www.forum.example
      +4m quiet
      +30m input
      +14m expect allowances.0.state warned
      +1m expect allowances.0.state shut
      +0s expect shield.0.state up
      +1m moved jumping_jack 2
      +1m moved jumping_jack 10 trust=claimed
      +0s expect allowances.0.state shut
      +1m clock 26h
      +1m crash 5m
      +1m reboot 10m
      +0s expect allowances.0.state shut
      +0s moved jumping_jack 20
      +0s expect allowances.0.earned_minutes 60
      +0s expect allowances.0.state open
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let told = try events(outcome).filter { $0.hasPrefix("allowance") || $0.hasPrefix("challenge") || $0 == "moved" }
    #expect(
      told == [
        "allowance-warned", "allowance-reached", "challenge-set", "moved", "moved", "moved", "challenge-met",
        "allowance-lifted move",
      ])
  }

  @Test func overridesWaitAndLearningEarns() throws {
    let outcome = try simulate(
      """
      2026-11-21T09:00:00+01:00 active app=firefox site=reddit.com
      +30m override ill
      +59s expect allowances.0.state shut
      +1s expect allowances.0.state open
      +1m override ill
      +5m override ill
      +19h learned 5
      +0s expect allowances.0.earned_minutes 10
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let told = try events(outcome)
    #expect(told.contains("allowance-lifted override") && told.contains("allowance-lifted learn"))
    #expect(told.filter { $0 == "refused" }.count == 1)
  }

  @Test func slipsAreRefused() throws {
    #expect(try simulate("2026-11-21T09:00:00+01:00 override holiday\n").exitCode == 65)
    #expect(try simulate("2026-11-21T09:00:00+01:00 moved yoga 5\n").exitCode == 65)
    #expect(try simulate("2026-11-21T09:00:00+01:00 moved squat many\n").exitCode == 65)
    for wrong in [
      "{ allowances: [{ id: \"a\", minutesPerDay: 5 }] }",
      "{ allowances: [{ id: \"a\", blocks: { sites: [\"a.example\"] } }] }",
      "{ allowances: [{ id: \"a\", blocks: { sites: [\"a.example\"] }, minutesPerDay: 5, lift: { by: [\"pray\"] } }] }",
      "{ allowances: [{ id: \"a\", blocks: { categories: [\"socal\"] }, minutesPerDay: 5 }] }",
    ] {
      #expect(try simulate("2026-11-21T09:00:00+01:00 look\n", profiles: wrong).exitCode == 65, "\(wrong)")
    }
  }
}
