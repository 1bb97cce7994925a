import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `rewards`: achievements from what a log holds.
@Suite(.realParts) struct RewardsCommandTests {
  private let folder = TemporaryFolder()

  private func run(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(words + ["--home", folder("home")])
  }

  /// A log with that many different cards, each seen twice.
  private func see(_ cards: Int) throws {
    var lines = [#"{"export":"focuskey","v":1}"#]
    for number in 0..<(2 * cards) {
      let at = 1_700_000_000_000 + number * 1000
      lines.append(
        """
        {"at":\(at),"boot":"b","steady":\(number),"tick":\(at),"v":4,"fact":"card-reviewed","deck":"Gone","card":"\(number % cards)","grade":3,"took":3000}
        """)
    }
    lines.append(#"{"end":{"facts":\#(2 * cards),"settings":0}}"# + "\n")
    try Files.replace(folder("log.jsonl"), with: Array(lines.joined(separator: "\n").utf8))
    let outcome = try run("import", "--replace", folder("log.jsonl"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test("Each achievement is told once, and its points stay, also when the deck is gone.")
  func told() throws {
    try see(12)
    let first = try run("rewards")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.lines.filter { $0.hasPrefix("New: ") }.count == 2, "\(first.output)")
    #expect(first.lines.contains("Level 1, 25 points"), "\(first.output)")
    #expect(try run("rewards").lines.first == "Level 1, 25 points")
    #expect(try JSONDocument(try run("rewards", "--json").output).root["points"]?.integer == 25)
    let facts = try run("export", "-").lines.filter { $0.contains("\"achievement\"") }
    #expect(facts.count == 2)
  }

  @Test("The points of all six steps are 230.") func all() throws {
    try see(100)
    let answer = try JSONDocument(try run("rewards", "--json").output).root
    #expect(answer["points"]?.integer == 230)
  }
}
