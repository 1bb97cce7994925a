import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Suggestions to move: turned on in a real service, and a day of them as `simulate` tells it (Contract.md).
@Suite(.realParts) struct NudgeTests {
  private let folder = TemporaryFolder()

  @Test func aDayHasItsSuggestions() throws {
    let script = """
      2026-11-23T09:00:00+01:00 look
      +0s expect nudges.at.0 2026-11-23T10:00:00+01:00
      +61m moved squat 5
      +10m crash 5m
      +23h look
      """
    try Files.replace(folder("script"), with: Array(script.utf8))
    func told(_ coach: String) throws -> [JSONNode] {
      try Files.replace(folder("profiles.json5"), with: Array("{ \(coach) }".utf8))
      let outcome = try BuiltProgram.focuskey.run(
        ["simulate", folder("script"), "--profiles", folder("profiles.json5")])
      return try outcome.lines.map { try JSONDocument($0).root }.filter { $0["event"]?.string == "nudged" }
    }
    let day = try told("coach: { nudges: true }")
    #expect(day.count == 4)
    #expect(day.first?["at"]?.string?.hasPrefix("2026-11-23T10:00:00") == true)
    for one in day {
      #expect((0..<6).contains(one["message"]?.integer ?? -1))
      #expect((0...1).contains(one["chance"]?.number ?? -1))
    }
    #expect(try told("coach: {}").isEmpty)
  }

  @Test func theyAreTurnedOnAndExplained() async throws {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    var service = try RunningService(home: folder("home"))
    func why() throws -> JSONNode { try JSONDocument(service("coach", "why", "--json").output).root }
    #expect(try why()["nudges"]?.isNull == true)
    #expect(try service("coach", "why").output.contains("Reminders to move are off"))
    #expect(try service("coach", "nudges", "on").exitCode == 0)
    #expect(try await eventually { try why()["nudges"]?["reason"]?.string != nil })
    let reason = try #require(try why()["nudges"]?["reason"]?.string)
    #expect(reason.hasPrefix("Only 0 days known, so the usual times."))
    let times = try why()["nudges"]?["at"]?.array?.count ?? -1
    #expect((0...4).contains(times))
    // The plan of the day is kept: a service that is killed makes no other.
    #expect(try service("coach", "pin", "hour", "9:00").exitCode == 0)
    service.kill()
    service = try RunningService(home: folder("home"))
    #expect(try why()["nudges"]?["reason"]?.string == reason)
    #expect(try service("coach", "nudges", "off").exitCode == 0)
    #expect(try why()["nudges"]?.isNull == true)
    #expect(try service("coach", "nudges", "maybe").exitCode == 64)
    #expect(try service("coach", "nudges").exitCode == 64)
  }
}
