import JSONText
import SiteAssociation
import Testing

/// Android's dynamic rules as Google describes them: each name in "?" must be in the link.
struct DynamicRuleTests {
  /// The five kinds of rules that Google's page shows together.
  private static let components =
    ##"[{"?":{"dl":"*"}},{"/":"/shop/*"},{"/":"/shoes/*","exclude":true},{"#":"app"},{"/":"*"}]"##

  private static func links(_ components: String) -> AssetLinks {
    AssetLinksReport(reading: Array(AssetLinksTests.dynamic(components).utf8)).links
  }

  private static func explain(_ components: String, _ path: String) throws -> AssetLinksExplanation {
    links(components).explanation(for: try #require(WebAddress("https://xyz.com" + path)))
  }

  @Test func aNameWithAStarMustBeThere() throws {
    let decisions = try ["/other?dl", "/other?x=1&dl=abc", "/other", "/shoes/a", "/shoes/a?dl=", "/shop/a", "/a#app"]
      .map { path in try Self.explain(Self.components, path).decision }
    #expect(decisions.map { $0.rule?.index } == [0, 0, 4, 2, 0, 1, 3])
    #expect(decisions.map { $0.outcome == .match } == [true, true, true, false, true, true, true])
  }

  @Test func nothingOfGooglesExampleIsUnreachable() {
    let report = AssetLinksReport(reading: Array(AssetLinksTests.dynamic(Self.components).utf8))
    #expect(report.findings.map(\.kind) == [.dynamicNeedsAndroid15])
    #expect(report.findings[0].message.contains("once a week"))
  }

  @Test(arguments: [
    ("?in_app=true&dl=abc", true), ("?lang=en&in_app=true&tz=pst&dl=abc", true), ("?lang=en&tz=pst&dl=abc", false),
    ("?in_app=true", false), ("?dl=1&in_app=false&in_app=true", true), ("", false),
  ])
  func everyEntryNeedsAMatch(_ query: String, _ opens: Bool) throws {
    let rules = #"[{"?":{"dl":"*","in_app":"true"}}]"#
    #expect(try (Self.explain(rules, "/a" + query).decision.outcome == .match) == opens)
  }

  /// A second way to the same answers: Google's sentence as a few lines.
  @Test func aThousandLinksAreDecidedAsTheSentenceSays() throws {
    let rules = #"[{"?":{"a":"x*","b":"*"}},{"?":{"c":"?"},"exclude":true},{"/":"/p"}]"#
    let links = Self.links(rules)
    var number: UInt64 = 7
    func dice(_ count: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % count
    }
    for _ in 0..<1000 {
      let items = (0..<dice(4)).map { _ in (["a", "b", "c"][dice(3)], ["", "x", "xy", "z"][dice(4)]) }
      let path = ["/p", "/q"][dice(2)]
      let query = items.map { "\($0)=\($1)" }.joined(separator: "&")
      func has(_ name: String, _ fits: (String) -> Bool) -> Bool { items.contains { $0.0 == name && fits($0.1) } }
      let expected: Int? =
        has("a", { $0.hasPrefix("x") }) && has("b", { _ in true })
        ? 0 : has("c", { $0.count == 1 }) ? 1 : path == "/p" ? 2 : nil
      let address = try #require(WebAddress("https://xyz.com\(path)?\(query)"))
      let decision = links.decision(for: address)
      #expect(decision.rule?.index == expected, "\(path)?\(query)")
      let explanation = links.explanation(for: address)
      #expect(explanation.decision == decision)
      #expect(explanation.trials.last?.took == (expected != nil), "\(path)?\(query)")
    }
  }

  @Test func anExplanationNamesWhatIsMissing() throws {
    let explanation = try Self.explain(#"[{"/":"/a","?":{"dl":"*"}},{"/":"/far/away"}]"#, "/a")
    #expect(explanation.decision.outcome == .noMatch)
    #expect(explanation.nearest?.rule?.index == 0)
    let json = try JSONDocument(explanation.json.text).root
    #expect(json["change"]?.array?.first?.string == "“dl” in the query must be there")
    let alone = AssetLinksReport(reading: Array(AssetLinksTests.sound.utf8)).links
    let any = alone.explanation(for: try #require(WebAddress("https://xyz.com/a")))
    #expect(any.trials.count == 1 && any.trials[0].rule == nil && any.trials[0].took)
    let other = alone.explanation(for: try #require(WebAddress("https://xyz.com/a")), package: "com.other")
    #expect(other.obstacle == .unknownApp("com.other") && other.trials.isEmpty)
  }

  /// A host with a sign that no host has is not an address.
  @Test(arguments: ["https://fo cus.app/", "https://<host>/", "https://a\tb/", "https://a|b/", "https://a\\b.c/"])
  func whatNoHostHasIsNotAnAddress(_ text: String) { #expect(WebAddress(text) == nil) }
}
