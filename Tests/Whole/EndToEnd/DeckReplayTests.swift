import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `deck replay` as scripts use it (Contract.md).
@Suite("Replaying reviews", .realParts)
struct DeckReplayTests {
  private func replay(_ lines: String, _ options: String...) throws -> BuiltProgram.Outcome {
    let folder = TemporaryFolder()
    try Files.replace(folder("log"), with: Array(lines.utf8))
    return try BuiltProgram.focuskey.run(["deck", "replay", folder("log")] + options)
  }

  @Test("the reviews of each card are replayed in their order, with the figures of the reference")
  func figures() throws {
    let outcome = try replay(
      """
      {"card":"b","at":"2026-11-22T09:00:00Z","grade":4}
      {"card":"a","at":"2026-11-24T09:10:00Z","grade":3,"took":3000}
      {"card":"a","at":"2026-11-22T10:00:00+01:00","grade":3}

      {"card":"a","at":"2026-11-22T09:10:00Z","grade":3}
      """)
    #expect(outcome.exitCode == 0)
    let cards = try outcome.lines.map { try JSONDocument($0).root }
    #expect(cards.map { $0["card"]?.string } == ["b", "a"])
    #expect(cards.map { $0["due"]?.string } == ["2026-11-30T09:00:00+00:00", "2026-12-05T09:10:00+00:00"])
    #expect(abs((cards[1]["stability"]?.number ?? 0) - 10.971) < 5e-4)
    #expect(abs((cards[1]["difficulty"]?.number ?? 0) - 2.1043) < 5e-5)
    #expect(cards[1]["reps"]?.integer == 3)
    #expect(cards[1]["lapses"]?.integer == 0)
  }

  @Test(
    "a damaged line is named with its column, and nothing is printed",
    arguments: [
      ("{\"card\":\"a\",\"at\":\"2026-11-22T09:00:00Z\",\"grade\":3}\n{\"card\"", "line 2, column 8"),
      ("{\"card\":\"a\",\"at\":\"yesterday\",\"grade\":3}", "line 1, column 18"),
      ("{\"card\":\"a\",\"at\":\"2026-11-22T09:00:00Z\",\"grade\":5}", "line 1, column 49"), ("[]", "line 1, column 1"),
    ])
  func damage(lines: String, place: String) throws {
    let outcome = try replay(lines, "--json")
    #expect(outcome.exitCode == 65)
    #expect(outcome.lines.count == 1)
    let error = try JSONDocument(outcome.lines[0]).root["error"]
    #expect(error?["kind"]?.string == "bad-review")
    #expect(error?["at"]?.string?.hasSuffix(place) == true)
  }
}
