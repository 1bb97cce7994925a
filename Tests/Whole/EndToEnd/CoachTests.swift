import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `coach hour|challenge|message`: the pure parts by line (Contract.md).
@Suite(.realParts) struct CoachCommandTests {
  private func coach(_ input: String, _ arguments: String...) throws -> BuiltProgram.Outcome {
    let folder = TemporaryFolder()
    try Files.replace(folder("lines"), with: Array(input.utf8))
    return try BuiltProgram.focuskey.run(["coach"] + arguments + [folder("lines")])
  }

  private func number(_ line: String, _ name: String) throws -> Double? { try JSONDocument(line).root[name]?.number }

  @Test func theHourIsThatOfThePersonsOwnClock() throws {
    let past = (1...20).map { day in "{\"at\":\"2026-10-\(day < 10 ? "0" : "")\(day)T18:24:00+02:00\"}" }
    let outcome = try coach(past.joined(separator: "\n") + "\n", "hour", "--for", "2026-10-22")
    #expect(outcome.exitCode == 0 && outcome.lines.count == 1)
    #expect(abs((try number(outcome.lines[0], "hour") ?? 0) - 18.4) < 0.01)
    let few = try coach(past[..<5].joined(separator: "\n"), "hour")
    #expect(try number(few.lines[0], "hour") == 18)
    #expect(try coach("{\"at\":\"yesterday\"}\n", "hour").exitCode == 65)
    #expect(try coach("{\"when\":1}\n", "hour").errors.contains("line 1"))
  }

  @Test func theChallengeFollowsWhatWasDone() throws {
    let outcome = try coach(
      "{\"date\":\"2026-11-20\",\"target\":20,\"done\":25}\n{\"date\":\"2026-11-21\",\"target\":21,\"done\":3}\n",
      "challenge")
    #expect(try outcome.lines.map { try number($0, "target") } == [21, 19])
    #expect(try number(try coach("", "challenge").lines[0], "target") == 20)
    let unordered = "{\"date\":\"2026-11-20\",\"target\":20,\"done\":1}\n"
    #expect(try coach(unordered + unordered, "challenge").errors.contains("line 2"))
  }

  @Test func messagesAreChosenWithTheirChance() throws {
    let input = String(repeating: "{\"choose\":true}\n{\"message\":2,\"moved\":true}\n", count: 30)
    let outcome = try coach(input, "message", "--messages", "4", "--seed", "7")
    #expect(outcome.lines.count == 30)
    let picks = try outcome.lines.map { try number($0, "message") ?? -1 }
    #expect(picks.count { $0 == 2 } >= 10)
    #expect(zip(picks, picks.dropFirst()).allSatisfy { $0 != $1 })
    for line in outcome.lines { #expect((0...1).contains(try number(line, "chance") ?? -1)) }
    #expect(try coach(input, "message", "--messages", "4", "--seed", "7").output == outcome.output)
    #expect(try coach("{\"message\":4,\"moved\":true}\n", "message", "--messages", "4", "--seed", "7").exitCode == 65)
    #expect(try coach("{\"choose\":false}\n", "message", "--messages", "4", "--seed", "7").exitCode == 65)
    #expect(try coach("", "message", "--messages", "0", "--seed", "7").exitCode == 64)
  }
}
