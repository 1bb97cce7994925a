import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `simulate` with signals, guards and nights (Contract.md).
@Suite(.realParts) struct SimulateGuardTests {
  private let profiles = """
    { profiles: [{ id: "work", apps: ["editor"], presence: true }], bedtime: { from: "23:00", to: "07:00" } }
    """

  /// What `simulate` prints, one value a line.
  private func simulate(_ script: String, _ options: String...) throws -> [JSONValue] {
    let folder = TemporaryFolder()
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("profiles"), with: Array(profiles.utf8))
    let outcome = try BuiltProgram.focuskey.run(
      ["simulate", folder("script"), "--profiles", folder("profiles")] + options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root.value }
  }

  private func events(_ lines: [JSONValue], _ names: String...) -> [JSONObject] {
    lines.compactMap { line in
      guard case .object(let object) = line, case .string(let name) = object["event"] else { return nil }
      return names.contains(name) ? object : nil
    }
  }

  @Test("a session strays, is excused, crashes and ends; the numbers count what was not excused")
  func straying() throws {
    let lines = try simulate(
      """
      2026-11-23T09:00:00+01:00 start work
      +10s active app=game
      +45s snooze
      +10s excuse
      +10s active app=chat site=example.org
      +25s crash 10s
      +30s active none
      +20s card-off
      +20s hush
      +1m end
      """, "--stats")
    let ended = events(lines, "stray-ended")
    #expect(ended.map { $0["why"] } == ["excused", "service-stopped", "returned", "session-ended"])
    #expect(ended.map { $0["rings"] } == [2, 0, 1, 1])
    #expect(ended.first?["causes"] == ["offTask"])
    #expect(ended.first?["began_at"] == "2026-11-23T09:00:10+01:00")
    #expect(ended.first?["ended_at"] == "2026-11-23T09:01:05+01:00")
    #expect(events(lines, "strayed").count == 4 && events(lines, "ring").count == 4)
    #expect(events(lines, "alarm-snoozed", "alarm-hushed").count == 2)
    guard case .object(let last) = lines.last, case .object(let stats) = last["stats"],
      case .object(let straying) = stats["straying"]
    else {
      Issue.record("no statistics")
      return
    }
    #expect(straying["episodes"] == 3 && straying["days"] == 1 && straying["free_days_percent"] == 0)
    #expect(straying["most_common_hour"] == 9 && straying["longest_seconds"] == 80)
    #expect(straying["average_seconds"] == 45)
  }

  @Test("a night's report is the same over suspend, crash and reboot")
  func nights() throws {
    for disturbance in ["wait 1h", "suspend 1h", "crash 1h", "reboot 1h"] {
      let lines = try simulate(
        """
        2026-11-23T22:30:00+01:00 input
        +50m quiet
        +2h \(disturbance)
        +1h input
        +15m bed
        +1h quiet
        +8h look
        """)
      let report = try #require(events(lines, "night-report").first)
      #expect(report["at"] == "2026-11-24T07:00:00+01:00")
      #expect(report["minutes"] == 35 && report["times"] == 2 && report["longest_seconds"] == 1200)
      #expect(events(lines, "awake-ended").count == 2 && events(lines, "night-report").count == 1)
    }
  }

  @Test("a slip in a signal is refused with its line")
  func slips() throws {
    for (verb, words) in [
      ("activ app=x", "active"), ("active", "missing"), ("active app=x sit=y", "site"), ("quiet now", "unexpected"),
    ] {
      let folder = TemporaryFolder()
      try Files.replace(folder("script"), with: Array("+0s \(verb)".utf8))
      let outcome = try BuiltProgram.focuskey.run(["simulate", folder("script")])
      #expect(outcome.exitCode == 65)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }
}
