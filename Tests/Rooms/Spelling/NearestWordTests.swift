import Spelling
import Testing

@Suite struct NearestWordTests {
  static let commands = ["start", "stop", "status", "stats", "history", "break", "resume"]

  @Test(arguments: [
    ("strat", "start"), ("sotp", "stop"), ("statsu", "status"), ("histroy", "history"), ("brake", "break"),
    ("STOP", "stop"), ("resum", "resume"),
    // What it goes on to comes before what it is like: nobody who asks for the status starts a session.
    ("stat", "status"), ("hist", "history"),
  ])
  func aSlipOfTheFingerIsUnderstood(written: String, meant: String) {
    #expect(nearestWord(to: written, among: Self.commands) == meant)
  }

  @Test(arguments: ["", "x", "banana", "focus", String(repeating: "s", count: 100_000)])
  func aWordThatIsFarFromAllGetsNoSuggestion(written: String) {
    #expect(nearestWord(to: written, among: Self.commands) == nil)
  }

  @Test func aWordOfOneLetterIsNeverReplacedWhole() {
    #expect(nearestWord(to: "q", among: ["a", "b"]) == nil)
  }
}
