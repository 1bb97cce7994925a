import JSONText
import SiteAssociation
import TestSupport
import Testing

@Suite struct DiffTests {
  private func links(_ components: String) -> AppLinks {
    AppLinks.of("{\"applinks\":{\"details\":[{\"appIDs\":[\"\(AppLinks.testApp)\"],\"components\":[\(components)]}]}}")
  }

  private func diff(_ before: String, _ after: String) -> AssociationDiff {
    AssociationDiff(before: links(before), after: links(after), host: "example.com")
  }

  @Test(arguments: [
    (#"{"/":"/a"}"#, #"{"/":"/b"}"#, ["https://example.com/a", "https://example.com/b"]),
    (#"{"/":"/a/*"}"#, #"{"/":"/a/?*"}"#, ["https://example.com/a"]),
    (#"{"/":"/a"}"#, #"{"/":"/A","caseSensitive":false}"#, ["https://example.com/A"]),
    (#"{"/":"/$(alnum)"}"#, #"{"/":"/$(alpha)"}"#, ["https://example.com/1"]),
    (#"{"/":"/a/b","exclude":true},{"/":"/a/*"}"#, #"{"/":"/a/*"}"#, ["https://example.com/a/b"]),
    (#"{"/":"/a","?":{"x":"?*"}}"#, #"{"/":"/a"}"#, ["https://example.com/a"]),
    (#"{"/":"/a"}"#, #"{"/":"/a","?":{"x":"1"},"exclude":true},{"/":"/a"}"#, ["https://example.com/a?x=1"]),
    (##"{"#":"top"}"##, #"{"/":"/none"}"#, ["https://example.com/#top", "https://example.com/none"]),
  ])
  func changesAreShownByTheirShortestLink(before: String, after: String, examples: [String]) {
    let diff = diff(before, after)
    #expect(diff.isComplete)
    #expect(diff.changes.map(\.example).sorted() == examples.sorted())
    for change in diff.changes { #expect(change.before.outcome != change.after.outcome) }
  }

  @Test(arguments: [
    (#"{"/":"/a"}"#, #"{"/":"a//"}"#), (#"{"/":"/a"},{"/":"/b"}"#, #"{"/":"/b"},{"/":"/a"}"#),
    (#"{"/":"/$(alnum)"}"#, #"{"/":"/$(digit)"},{"/":"/$(alpha)"}"#), (#"{"/":"*"}"#, #"{"comment":"all"}"#),
    (#"{"/":"/a","?":{"x":"*"}}"#, #"{"/":"/a"}"#),
  ])
  func filesThatMeanTheSameDoNotDiffer(before: String, after: String) {
    #expect(diff(before, after).changes.isEmpty)
  }

  @Test func appsComeAndGo() {
    let one = AppLinks.of("{\"applinks\":{\"details\":[{\"appID\":\"AAAAAAAAAA.one\",\"paths\":[\"/a\"]}]}}")
    let two = AppLinks.of("{\"applinks\":{\"details\":[{\"appID\":\"BBBBBBBBBB.two\"}]}}")
    let diff = AssociationDiff(before: one, after: two, host: "example.com")
    #expect(diff.changes.map(\.app) == ["AAAAAAAAAA.one", "BBBBBBBBBB.two"])
    #expect(diff.changes.map(\.example) == ["https://example.com/a", "https://example.com/"])
  }

  /// Where random links tell two files apart, the comparison does too.
  @Test func nothingIsMissed() throws {
    var random = Dice(seed: 21)
    var differing = 0
    for _ in 0..<30 {
      func pattern() -> String {
        // Without the tables of codes, which make hundreds of states each.
        MatchingModelTests.pattern(&random).replacing("$(region)", with: "?").replacing("$(lang)", with: "b")
      }
      func rules() -> [JSONObject] {
        (0..<3).map { _ in
          ["/": .string(pattern()), "exclude": .bool(Int.random(in: 0..<4, using: &random) == 0)]
        }
      }
      let variables = ["v": ["a", "ab", ""], "w": ["b?"]]
      let before = AppLinks.of(components: rules(), variables: variables)
      let after = AppLinks.of(components: rules(), variables: variables)
      let diff = AssociationDiff(before: before, after: after, host: "example.com")
      var differs = false
      for _ in 0..<100 {
        let address = try #require(WebAddress("https://example.com/" + MatchingModelTests.text(&random)))
        differs =
          differs
          || (before.decision(for: address).outcome == .match) != (after.decision(for: address).outcome == .match)
      }
      if differs { differing += 1 }
      #expect(!differs || !diff.changes.isEmpty || !diff.isComplete)
    }
    #expect(differing > 5)
  }
}
