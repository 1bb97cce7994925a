import JSONText
import RealParts
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

  /// Equal files are told at once, however intricate their patterns are.
  @Test func aFileDoesNotDifferFromItself() {
    var dice = Dice(seed: 22)
    for shape in AssociationShape.allCases {
      let file = AppLinks.of(shape.pair(&dice).before.text)
      let diff = AssociationDiff(before: file, after: file, host: "example.com")
      #expect(diff.isComplete, "\(shape)")
      #expect(diff.changes.isEmpty, "\(shape)")
    }
    let stars = (0..<60).map { #"{"/":"*a\#($0)*b\#($0)*c*","exclude":true}"# }.joined(separator: ",") + #",{"/":"*"}"#
    #expect(diff(stars, stars).isComplete)
  }

  /// Where the comparison cannot end, plain links of every rule are tried, and it says that it is not whole.
  @Test(.longWork) func whatIsTooIntricateIsNotCalledEqual() {
    let stars = (100..<140).map { #"{"/":"*a\#($0)*b\#($0)*c\#($0)*","exclude":true}"# }
    let all = stars.joined(separator: ",") + #",{"/":"*"}"#
    // The order of rules that all exclude makes no difference.
    #expect(diff(all, stars.reversed().joined(separator: ",") + #",{"/":"*"}"#).isComplete)
    let open = stars.map { $0.replacing(#","exclude":true"#, with: "") }
    let mixed = (0..<40).map { $0.isMultiple(of: 2) ? stars[$0] : open[$0] }
    let same = diff(mixed.joined(separator: ","), mixed.reversed().joined(separator: ","))
    #expect(!same.isComplete)
    let without = diff(mixed.joined(separator: ","), mixed.dropLast().joined(separator: ","))
    #expect(without.changes.contains { $0.before.rule?.index == 39 })
  }

  /// What is compared decoded and what is not are not walked together, and a link that differs is found all the same.
  @Test func decodedRulesAreComparedOrSaidNotToBe() {
    let blank = diff(#"{"/":"/a b","percentEncoded":false}"#, #"{"/":"/b","percentEncoded":false}"#)
    #expect(blank.isComplete)
    #expect(Set(blank.changes.map(\.example)) == ["https://example.com/a%20b", "https://example.com/b"])
    let mixed = diff(#"{"/":"/a b","percentEncoded":false},{"/":"/c"}"#, #"{"/":"/c"}"#)
    #expect(!mixed.isComplete)
    #expect(mixed.changes.map(\.example) == ["https://example.com/a%20b"])
  }

  /// Queries are compared by every way in which they can fit, not by a few samples.
  @Test(arguments: [
    (#"{"/":"/a","?":{"x":"a*"}}"#, #"{"/":"/a","?":{"x":"a?*"}}"#, "https://example.com/a?x=a"),
    (#"{"?":{"x":"*a*b*"}}"#, #"{"?":{"x":"*a*b"}}"#, "https://example.com/?x=aba"),
    (
      #"{"?":{"x":"1"}},{"?":{"y":"2"},"exclude":true}"#, #"{"?":{"y":"2"},"exclude":true},{"?":{"x":"1"}}"#,
      "https://example.com/?x=1&y=2"
    ),
    (##"{"#":"a?"}"##, ##"{"#":"a$(digit)"}"##, "https://example.com/#ax"),
    (#"{"?":"a=*&b"}"#, #"{"?":"a=?*&b"}"#, "https://example.com/?a=&b"),
  ])
  func queriesAreComparedByWhatTheyMean(before: String, after: String, example: String) {
    let diff = diff(before, after)
    #expect(diff.isComplete)
    #expect(diff.changes.map(\.example).contains(example), "\(diff.changes.map(\.example))")
  }

  @Test(arguments: [
    (#"{"?":{"x":"1"}},{"?":{"x":"2"},"exclude":true}"#, #"{"?":{"x":"2"},"exclude":true},{"?":{"x":"1"}}"#),
    (#"{"?":{"x":"?*"}},{"?":{"x":"a*"}}"#, #"{"?":{"x":"?*"}}"#),
  ])
  func queriesThatMeanTheSameDoNotDiffer(before: String, after: String) {
    let diff = diff(before, after)
    #expect(diff.isComplete)
    #expect(diff.changes.isEmpty, "\(diff.changes.map(\.example))")
  }

  /// Links drawn from the rules of both files, put to both by ``AppLinks/decision(for:domain:app:)``: what differs is
  /// among the changes, unless the comparison says that it is not whole.
  @Test(.longWork, arguments: AssociationShape.allCases) func noLinkDiffersUnsaid(shape: AssociationShape) throws {
    var dice = Dice(seed: 23)
    var differing = 0
    for _ in 0..<(shape == .thousands ? 1 : 12) {
      let pair = shape.pair(&dice)
      let (before, after) = (AppLinks.of(pair.before.text), AppLinks.of(pair.after.text))
      let files = try [pair.before, pair.after].map { try JSONDocument($0.text).root }
      let diff = AssociationDiff(before: before, after: after, host: "example.com")
      for round in 0..<100 {
        let link = AssociationShape.link(for: files[round % 2], besides: files[1 - round % 2], &dice)
        let address = try #require(WebAddress(link))
        let old = before.decision(for: address, app: AssociationShape.app)
        let new = after.decision(for: address, app: AssociationShape.app)
        guard (old.outcome == .match) != (new.outcome == .match) else { continue }
        differing += 1
        let isTold = diff.changes.contains { change in
          change.app == AssociationShape.app && (old.outcome == .match ? change.before == old : change.after == new)
        }
        #expect(isTold || !diff.isComplete, "\(link)")
      }
    }
    #expect(differing > 0)
  }
}
