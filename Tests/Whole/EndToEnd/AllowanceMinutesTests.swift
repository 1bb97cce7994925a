import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Minutes by weekday, by week and carried over, as `simulate` tells them and as the commands set them (Contract.md).
@Suite(.realParts) struct AllowanceMinutesTests {
  private func simulate(_ members: String, _ script: String) throws -> BuiltProgram.Outcome {
    let folder = TemporaryFolder()
    let profiles = "{ allowances: [{ id: 'social', blocks: { sites: ['forum.example'] }, \(members) }] }"
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    return try BuiltProgram.focuskey.run(["simulate", folder("script"), "--profiles", folder("profiles.json5")])
  }

  private func told(_ outcome: BuiltProgram.Outcome) throws -> [String] {
    try outcome.lines.map { try JSONDocument($0).root }.compactMap { event in
      guard let name = event["event"]?.string, name.hasPrefix("allowance") else { return nil }
      return name + (event["by"]?.string.map { " \($0)" } ?? "")
    }
  }

  @Test("A week that is used up is shut until Monday, and what was left goes over.") func weekAndRest() throws {
    // The 20th is a Friday.
    let outcome = try simulate(
      "minutesPerDay: { default: 30, weekend: 60 }, minutesPerWeek: 90, rollOver: { most: 20 }",
      """
      2026-11-20T09:00:00+01:00 expect allowances.0.minutes_today 30
      +0s expect allowances.0.week_left_seconds 5400
      +0s active app=firefox site=forum.example
      +10m active app=editor
      +19h expect allowances.0.minutes_today 60
      +0s expect allowances.0.minutes 60
      +0s expect allowances.0.rolled_over_seconds 1200
      +0s expect allowances.0.left_seconds 4800
      +0s active app=firefox site=forum.example
      +80m expect allowances.0.state shut
      +0s expect allowances.0.week_left_seconds 0
      +0s active app=editor
      +24h expect allowances.0.state shut
      +0s crash 2h
      +0s reboot 1h
      +0s clock 200h
      +0s expect allowances.0.state shut
      +0s clock -200h
      +20h expect allowances.0.state open
      +0s expect allowances.0.minutes_today 30
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      try told(outcome) == ["allowance-warned", "allowance-reached", "allowance-lifted week"], "\(outcome.output)")
  }

  @Test("A day of no minutes is shut from its beginning, and tables with slips are refused.") func emptyDay() throws {
    let outcome = try simulate(
      "minutesPerDay: { sat: 0 }",
      """
      2026-11-20T09:00:00+01:00 expect allowances.0.state open
      +18h expect allowances.0.state open
      +2h expect allowances.0.state shut
      +0s expect shield.0.state up
      +24h expect allowances.0.state open
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try told(outcome) == ["allowance-reached", "allowance-lifted day"])
    for slip in ["minutesPerDay: { funday: 3 }", "minutesPerDay: {}", "minutesPerDay: 3, rollOver: { least: 3 }"] {
      let refused = try simulate(slip, "2026-11-20T09:00:00+01:00 look\n")
      #expect(refused.exitCode == 65 && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
  }

  @Test("The command sets tables, weeks, what goes over and exceptions, and says what waits for the next day.")
  func commands() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path, environment: ["FOCUSKEY_SHIELD": "none"])
    let added = try service(
      "allowance", "add", "social", "--site", "forum.example", "--minutes", "30", "--on", "weekend=60", "--on",
      "fri=25", "--week", "100", "--roll-over", "10", "--except", "docs.forum.example", "--except", "news.example")
    #expect(added.exitCode == 0, "\(added.errors)")
    #expect(added.errors.contains("social does not block news.example"))
    #expect(!added.errors.contains("docs.forum.example"))
    let set = try JSONDocument(service("allowance", "show", "social", "--json").output).root
    #expect(set["minutesPerDay"]?["default"]?.integer == 30 && set["minutesPerDay"]?["fri"]?.integer == 25)
    #expect(set["minutesPerWeek"]?.integer == 100 && set["rollOver"]?["most"]?.integer == 10 && set["from"] == nil)
    var now = try JSONDocument(service("allowance", "list", "--json").output).root
    #expect(now["week_left_seconds"]?.integer == 6000 && now["rolled_over_seconds"]?.integer == 0)
    #expect(now["minutes_today"]?.integer == now["minutes"]?.integer)

    // Stricter at once, wider with the next day.
    #expect(try service("allowance", "edit", "social", "--minutes", "20", "--week", "90").exitCode == 0)
    #expect(try service("allowance", "edit", "social", "--minutes", "45").exitCode == 0)
    now = try JSONDocument(service("allowance", "list", "--json").output).root
    let wider = try JSONDocument(service("allowance", "show", "social", "--json").output).root
    #expect(wider["minutesPerDay"]?.integer == 45 && wider["from"]?.string == now["from"]?.string)
    #expect(now["minutes_today"]?.integer ?? 99 <= 20 && now["from"]?.string != nil)
    let list = try service("allowance", "list").output
    #expect(list.contains("left this week"), "\(list)")

    let slip = try service("allowance", "edit", "social", "--on", "funday=3")
    #expect(slip.exitCode == 65 && slip.errors.contains("funday"), "\(slip.errors)")
    #expect(try service("allowance", "edit", "social", "--on", "monday").exitCode == 64)
    #expect(try service("allowance", "edit", "social", "--week", "10081").exitCode == 64)
  }
}
