import SiteAssociation
import Testing

@Suite struct ExplanationTests {
  static let links = AppLinks.of(
    ##"""
    {"applinks":{"details":[
      {"appIDs":["AAAAAAAAAA.one"],"components":[
        {"/":"/start","?":{"profile":"?*","minutes":"$(digit)*"}},
        {"/":"/focus/old*","exclude":true},
        {"/":"/focus/?*"},
        {"/":"/x","#":"frag","?":"a=b"}]},
      {"appIDs":["BBBBBBBBBB.two"],"paths":["NOT /b",7,"/b*"]},
      {"appIDs":["CCCCCCCCCC.three"]}
    ]}}
    """##)

  private func explain(_ path: String, _ app: String? = nil, domain: String? = nil) throws -> LinkExplanation {
    Self.links.explanation(
      for: try #require(WebAddress("https://example.com" + path)), domain: domain.map { AssociatedDomain($0) }, app: app
    )
  }

  @Test func everyRuleBeforeTheDecidingOneSaysWhyNot() throws {
    let explanation = try explain("/focus/work", "AAAAAAAAAA.one")
    #expect(explanation.decision.outcome == .match)
    #expect(explanation.trials.map(\.took) == [false, false, true])
    #expect(
      explanation.trials[0].mismatches.map(asked) == [
        asked(.path, "/start", "/focus/work/", 1),
        asked(.item("profile"), "?*", "", 0),
        asked(.item("minutes"), "$(digit)*", "", 0),
      ])
    #expect(explanation.trials[1].mismatches.map(asked) == [asked(.path, "/focus/old*", "/focus/work/", 7)])
    #expect(explanation.nearest == nil)
  }

  @Test func aNoNamesTheNearestRule() throws {
    let close = try explain("/focsu/work", "AAAAAAAAAA.one")
    #expect(close.decision.outcome == .noMatch)
    #expect(close.nearest?.rule?.index == 2)
    #expect(close.nearest?.mismatches.first?.reach == 4)
    let query = try explain("/start?profile=work&minutes=x", "AAAAAAAAAA.one")
    #expect(query.nearest?.rule?.index == 0)
    #expect(query.nearest?.mismatches.map(\.part) == [.item("minutes")])
    let two = try explain("/x#frag", "AAAAAAAAAA.one")
    #expect(two.nearest?.mismatches.map(asked) == [asked(.query, "a=b", "", 0)])
  }

  @Test func anExclusionIsATrialThatTook() throws {
    let explanation = try explain("/focus/older", "AAAAAAAAAA.one")
    #expect(explanation.decision.outcome == .excluded)
    #expect(explanation.trials.last?.took == true)
    #expect(explanation.trials.last?.excludes == true)
  }

  @Test func legacyEntriesAndEntriesWithoutRulesAreExplainedToo() throws {
    let legacy = try explain("/bc", "BBBBBBBBBB.two")
    #expect(legacy.trials.map(\.took) == [false, false, true])
    #expect(legacy.trials[1].mismatches.map(\.part) == [.nothing])
    let open = try explain("/anything", "CCCCCCCCCC.three")
    #expect(open.trials.map(\.took) == [true])
    #expect(open.trials.first?.rule == nil)
    #expect(try explain("/anything").trials.count == 4 + 3 + 1)
  }

  @Test func whatStandsBeforeTheRulesIsSaid() throws {
    #expect(try explain("/x", domain: "*.example.org").obstacle == .host("example.com", domain: "*.example.org"))
    #expect(try explain("/x", "DDDDDDDDDD.four").obstacle == .unknownApp("DDDDDDDDDD.four"))
    #expect(AppLinks.of("{}").explanation(for: try #require(WebAddress("https://a/"))).obstacle == .noApps)
    #expect(Self.links.explanation(for: try #require(WebAddress("ftp://a/"))).obstacle == .scheme("ftp"))
  }

  private func asked(_ part: LinkExplanation.Part, _ pattern: String, _ text: String, _ reach: Int) -> String {
    "\(part) \(pattern) \(text) \(reach)"
  }

  private func asked(_ mismatch: LinkExplanation.Mismatch) -> String {
    asked(mismatch.part, mismatch.pattern, mismatch.text, mismatch.reach)
  }
}
