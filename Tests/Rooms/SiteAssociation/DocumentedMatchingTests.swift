import JSONText
import SiteAssociation
import Testing

/// What Apple says about matching, each with the page or the session that says it, in files and links of our own; and
/// what public records of `swcutil` show where the documentation is silent or at odds with it.
@Suite struct DocumentedMatchingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    /// The insides of a component, the patterns of legacy paths, or a whole file.
    let rules: String
    let opens: [String]
    let stays: [String]
    var testDescription: String { source }

    init(_ source: String, _ rules: String, opens: [String] = [], stays: [String] = []) {
      (self.source, self.rules, self.opens, self.stays) = (source, rules, opens, stays)
    }

    var links: AppLinks {
      if rules.contains("applinks") { return AppLinks.of(rules) }
      let key = rules.hasPrefix("\"") || rules.isEmpty ? "paths" : "components"
      return AppLinks.of(
        "{\"applinks\":{\"details\":[{\"appID\":\"\(AppLinks.testApp)\",\"\(key)\":[\(rules)]}]}}")
    }
  }

  static func file(_ applinks: String) -> String { "{\"applinks\":{\(applinks)}}" }
  static func entry(_ insides: String) -> String { "{\"appIDs\":[\"\(AppLinks.testApp)\"],\(insides)}" }

  static let components: [Case] = [
    Case(
      "applinks.Details.Components: the path's pattern is compared with the path alone", #"{"/":"abc"}"#,
      opens: ["/abc", "/abc?def", "/abc#def"], stays: ["/abcd", "/ab", "/abc/def"]),
    Case(
      "WWDC19-717: a component without path, query and fragment fits every link", #"{"comment":"all"}"#,
      opens: ["/", "", "/a/b?c=d#e"]),
    Case(
      "WWDC19-717: the first component that fits decides",
      #"{"/":"/buy/old*","exclude":true},{"/":"/buy/*"}"#, opens: ["/buy/new", "/buy"],
      stays: ["/buy/old", "/buy/older"]),
    Case(
      "WWDC19-717: ? is one character, * any number, ?* at least one", #"{"/":"/a?b/c*d/e?*"}"#,
      opens: ["/axb/cd/ef", "/axb/c123d/e", "/a/b/cd/e/"], stays: ["/ab/cd/ef", "/axxb/cd/ef"]),
    Case(
      "WWDC19-717: every item that repeats must fit", #"{"?":{"a":"x?"}}"#, opens: ["/?a=x1", "/?a=x1&b=2&a=x2"],
      stays: ["/?a=x1&a=y2", "/?a=x", "/"]),
    Case(
      "WWDC19-717 and swcutil: a missing item counts as empty, so that * demands nothing", #"{"?":{"a":"*"}}"#,
      opens: ["/", "/?a", "/?a=", "/?a=1", "/?b=1"]),
    Case(
      "WWDC19-717: ?* demands a value", #"{"?":{"a":"?*"}}"#, opens: ["/?a=1", "/?b=2&a=11"],
      stays: ["/", "/?a", "/?a=", "/?b=1"]),
    Case(
      "applinks.Details.Components: all keys must fit", ##"{"/":"/a","?":{"b":"c"},"#":"d"}"##, opens: ["/a?b=c#d"],
      stays: ["/a?b=c", "/a#d", "/x?b=c#d", "/a?b=x#d", "/a?b=c#x"]),
    Case(
      "applinks.Details.Components: a text for the query covers the whole of it", #"{"?":"a=1&b=*"}"#,
      opens: ["/?a=1&b=2", "/?a=1&b="], stays: ["/?b=2&a=1", "/?a=1", "/", "/?a=1&b"]),
    Case(
      "applinks.Details.Components: the whole fragment must fit", ##"{"#":"a*"}"##, opens: ["/#a", "/x#abc"],
      stays: ["/", "/#", "/#ba"]),
    Case("swcutil: a missing fragment counts as empty", ##"{"#":""}"##, opens: ["/", "/#", "/a"], stays: ["/#a"]),
    Case(
      "applinks.Details.Components: case matters unless caseSensitive is false", #"{"/":"/Buy"}"#, opens: ["/Buy"],
      stays: ["/buy", "/BUY"]),
    Case(
      "applinks.Details.Components: caseSensitive false",
      ##"{"/":"/Buy","?":{"q":"Aa"},"#":"Bb","caseSensitive":false}"##,
      opens: ["/bUY?q=aA#bB"], stays: ["/buy?Q=aa#bb", "/buyx?q=aa#bb"]),
    Case(
      "WWDC20-10098: links are compared in their encoded form", #"{"/":"/%C3%A4"}"#, opens: ["/%C3%A4", "/ä"],
      stays: ["/%c3%a4", "/a"]),
    Case(
      "WWDC20-10098: percentEncoded false compares decoded", #"{"/":"/ä b/?","percentEncoded":false}"#,
      opens: ["/%C3%A4%20b/x", "/ä b/é"], stays: ["/%C3%A4%20b/xy"]),
    Case(
      "swcutil: with percentEncoded false a pattern with escapes never fits", #"{"/":"/a%20b","percentEncoded":false}"#,
      stays: ["/a%20b", "/a b"]),
    Case("swcutil: an encoded slash is none", #"{"/":"/a/b"}"#, opens: ["/a/b"], stays: ["/a%2Fb"]),
    Case(
      "TN3155: * crosses slashes, and /test/* takes /test", #"{"/":"/test/*"}"#,
      opens: ["/test", "/test/", "/test/a", "/test/a/b"], stays: ["/tests", "/"]),
    Case("TN3155: /buy/*", #"{"/":"/buy/*"}"#, opens: ["/buy", "/buy/", "/buy/1/2"], stays: ["/buyer"]),
    Case(
      "swcutil: leading and trailing slashes do not matter, runs count as one", #"{"/":"a//b"}"#,
      opens: ["/a/b", "/a/b/", "//a///b"], stays: ["/ab", "/a"]),
    Case("swcutil: an empty path is the root page", #"{"/":""}"#, opens: ["", "/"], stays: ["/a"]),
    Case(
      "applinks.Details.Components: exclude alone keeps everything", #"{"exclude":true},{"/":"/a"}"#,
      stays: ["/a", "/"]),
    Case(
      "swcutil: a value that is no text voids the whole query object", #"{"/":"/a","?":{"x":"1","y":true}}"#,
      opens: ["/a", "/a?x=2"]),
    Case("listings: a path of a wrong type asks for nothing", #"{"/":["/a"]}"#, opens: ["/a", "/b"]),
    Case("listings: a component that is no object asks for nothing", #"{"/":"/a"},7"#, opens: ["/b"]),
    Case(
      "listings: flags are read loosely", #"{"/":"/a","exclude":"yes"},{"/":"/*","exclude":0}"#, opens: ["/b"],
      stays: ["/a"]),
    Case(
      "listings: names of query items stay exact", #"{"?":{"a":"x"},"caseSensitive":false}"#, opens: ["/?a=X"],
      stays: ["/?A=x"]),
    Case(
      "listings: beyond 64 stars a device gives up", "{\"/\":\"\(String(repeating: "*a", count: 65))*\"}",
      stays: [
        "/" + String(repeating: "a", count: 70)
      ]),
  ]

  static let paths: [Case] = [
    Case("WWDC15-509: * is the whole site", #""*""#, opens: ["/", "/a/b", "/a?b#c"]),
    Case("App Search Programming Guide: / is the root page only", #""/""#, opens: ["/", "", "/?a=b"], stays: ["/a"]),
    Case(
      "App Search Programming Guide: NOT excludes, order decides", #""NOT /a/b/*","/a/*""#, opens: ["/a/c"],
      stays: ["/a/b/c", "/a/b"]),
    Case(
      "App Search Programming Guide: behind a wide rule NOT never decides", #""/a/*","NOT /a/b/*""#, opens: ["/a/b/c"]),
    Case("listings: NOT in any case of letters", #""not /a","*""#, opens: ["/b"], stays: ["/a"]),
    Case("NOT without a blank is a path", #""NOT/a""#, opens: ["/NOT/a"], stays: ["/a", "/b"]),
    Case("a legacy path never sees the query", #""/start?profile=*""#, stays: ["/start?profile=work", "/start"]),
    Case(
      "what is no text among the paths opens nothing", #""/a",7,{"/":"/b"}"#, opens: ["/a"], stays: ["/7", "/b", "/"]),
  ]

  static let variables: [Case] = [
    Case(
      "applinks.SubstitutionVariables: every value is tried",
      file(
        "\"substitutionVariables\":{\"food\":[\"burrito\",\"pizza\",\"p*\"]},\"details\":[\(entry(#""components":[{"/":"/$(food)/$(food)x"}]"#))]"
      ),
      opens: ["/burrito/pizzax", "/pizza/puttanescax", "/p/a/b/px"], stays: ["/sushi/pizzax", "/pizza/pizza"]),
    Case(
      "applinks.SubstitutionVariables: names are case-sensitive",
      file(
        "\"substitutionVariables\":{\"food\":[\"a\"]},\"details\":[\(entry(#""components":[{"/":"/$(Food)","caseSensitive":false}]"#))]"
      ),
      stays: ["/a", "/A", "/$(Food)"]),
    Case(
      "applinks.SubstitutionVariables: names may hold blanks",
      file(
        "\"substitutionVariables\":{\"my food\":[\"a\"]},\"details\":[\(entry(#""components":[{"/":"/$(my food)"}]"#))]"
      ),
      opens: ["/a"]),
    Case(
      "applinks.SubstitutionVariables: in queries and fragments too",
      file(
        "\"substitutionVariables\":{\"v\":[\"a\",\"b\"]},\"details\":[\(entry(##""components":[{"?":{"q":"$(v)"},"#":"$(v)$(digit)"}]"##))]"
      ),
      opens: ["/?q=a#b7"], stays: ["/?q=c#b7", "/?q=a#b", "/"]),
    Case(
      "applinks.SubstitutionVariables: predefined ones stand for one character each",
      #"{"/":"/$(alpha)$(upper)$(lower)$(alnum)$(digit)$(xdigit)"}"#,
      opens: ["/aBc97d", "/ZBcz0F"], stays: ["/1Bc97d", "/abc97d", "/aBC97d", "/aBc-7d", "/aBc9ad", "/aBc97g"]),
    Case(
      "applinks.SubstitutionVariables: lang and region", #"{"/":"/$(lang)-$(region)/*"}"#,
      opens: ["/en-US/a", "/de-de/", "/DE-AT"], stays: ["/en/a", "/xx-US/a", "/En-US/a", "/en-Us/a"]),
    Case(
      "swcutil: GB is a region, UK is not, whatever the documentation's sample says", #"{"/":"/$(region)"}"#,
      opens: ["/GB", "/gb"], stays: ["/UK", "/uk"]),
    Case(
      "listings: a variable of one's own shadows a predefined one",
      file(
        "\"substitutionVariables\":{\"digit\":[\"x\"]},\"details\":[\(entry(#""components":[{"/":"/$(digit)"}]"#))]"),
      opens: ["/x"], stays: ["/7"]),
    Case(
      "listings: an unknown variable never fits", #"{"/":"/$(no)"},{"/":"/b"}"#, opens: ["/b"],
      stays: ["/no", "/$(no)", "/"]),
    Case("listings: nor does one without its bracket", #"{"/":"/$(lang"}"#, stays: ["/en", "/$(lang"]),
    Case(
      "listings: a text in place of the list of values is a list of one",
      file("\"substitutionVariables\":{\"v\":\"a\"},\"details\":[\(entry(#""components":[{"/":"/$(v)"}]"#))]"),
      opens: ["/a"]),
    Case(
      "a value names no other variable",
      file(
        "\"substitutionVariables\":{\"v\":[\"$(w)\"],\"w\":[\"a\"]},\"details\":[\(entry(#""components":[{"/":"/$(v)"}]"#))]"
      ),
      opens: ["/$(w)"], stays: ["/a"]),
  ]

  static let entries: [Case] = [
    Case(
      "applinks.Defaults: component before entry before file",
      file(
        "\"defaults\":{\"caseSensitive\":false},\"details\":["
          + entry(#""defaults":{"caseSensitive":true},"components":[{"/":"/A"},{"/":"/B","caseSensitive":false}]"#)
          + "]"),
      opens: ["/A", "/b", "/B"], stays: ["/a"]),
    Case(
      "applinks.Defaults: for the whole file",
      file("\"defaults\":{\"caseSensitive\":false},\"details\":[\(entry(#""components":[{"/":"/A"}]"#))]"),
      opens: ["/a"]),
    Case(
      "TN3155: next to components paths are ignored",
      file("\"details\":[\(entry(#""components":[{"/":"/a"}],"paths":["/b"]"#))]"),
      opens: ["/a"], stays: ["/b"]),
    Case(
      "swcutil: no components, no links", file("\"details\":[\(entry(#""components":[],"paths":["*"]"#))]"),
      stays: ["/", "/a"]),
    Case(
      "listings: an entry without rules opens everything", file("\"details\":[\(entry(#""x":1"#))]"),
      opens: ["/", "/a?b"]),
    Case(
      "listings: components of a wrong type leave the paths",
      file("\"details\":[\(entry(#""components":{"/":"/a"},"paths":["/b"]"#))]"),
      opens: ["/b"], stays: ["/a"]),
    Case(
      "swcutil: of two entries for one app the first counts",
      file("\"details\":[\(entry(#""components":[{"/":"/a"}]"#)),\(entry(#""components":[{"/":"/b"}]"#))]"),
      opens: ["/a"],
      stays: ["/b"]),
    Case(
      "swcutil: appIDs hides appID, even when empty",
      file("\"details\":[{\"appIDs\":[],\"appID\":\"\(AppLinks.testApp)\",\"paths\":[\"*\"]}]"), stays: ["/"]),
    Case(
      "App Search Programming Guide: the dictionary of 2015",
      file("\"details\":{\"\(AppLinks.testApp)\":{\"paths\":[\"/a\"]}}"), opens: ["/a"], stays: ["/b"]),
    Case(
      "an app id beside components",
      file("\"details\":[{\"appID\":\"\(AppLinks.testApp)\",\"components\":[{\"/\":\"/a\"}]}]"), opens: ["/a"],
      stays: ["/b"]),
  ]

  @Test(arguments: components + paths + variables + entries) func asDocumented(_ given: Case) throws {
    let links = given.links
    for (paths, outcome) in [(given.opens, true), (given.stays, false)] {
      for path in paths {
        let address = try #require(WebAddress("https://example.com" + path))
        let decision = links.decision(for: address, domain: AssociatedDomain("example.com"), app: AppLinks.testApp)
        #expect((decision.outcome == .match) == outcome, "\(path)")
      }
    }
  }

  @Test(arguments: [
    ("example.com", "https://example.com/a", true), ("example.com", "http://EXAMPLE.com/a", true),
    ("example.com", "https://www.example.com/a", false), ("example.com", "ftp://example.com/a", false),
    ("example.com", "focuskey://example.com/a", false), ("*.example.com", "https://a.example.com/a", true),
    ("*.example.com", "https://a.b.example.com/a", true), ("*.example.com", "https://example.com/a", false),
    ("*.example.com", "https://badexample.com/a", false),
    ("applinks:example.com?mode=developer", "https://example.com/a", true),
    ("example.com", "https://user:pass@example.com:8443/a", true),
    ("bücher.example", "https://xn--bcher-kva.example/a", false),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example/a", true),
  ])
  func schemeAndHostDecideFirst(domain: String, link: String, opens: Bool) throws {
    let links = Case("", #"{"/":"/a"}"#).links
    let decision = links.decision(for: try #require(WebAddress(link)), domain: AssociatedDomain(domain))
    #expect((decision.outcome == .match) == opens)
  }

  @Test func theDecisionNamesAppEntryAndRule() throws {
    let links = AppLinks.of(
      """
      {"applinks":{"details":[
        {"appIDs":["AAAAAAAAAA.one"],"components":[{"/":"/x","exclude":true},{"/":"/a"}]},
        {"appIDs":["AAAAAAAAAA.one","BBBBBBBBBB.two"],"paths":["/b","NOT /c","*"]}
      ]}}
      """)
    func decide(_ path: String, _ app: String? = nil) throws -> LinkDecision {
      links.decision(for: try #require(WebAddress("https://example.com" + path)), app: app)
    }
    #expect(
      try decide("/a")
        == LinkDecision(
          outcome: .match, app: "AAAAAAAAAA.one", detail: 0, rule: RuleReference(kind: .components, index: 1)))
    #expect(
      try decide("/x")
        == LinkDecision(outcome: .match, app: "BBBBBBBBBB.two", detail: 1, rule: RuleReference(kind: .paths, index: 2)))
    #expect(try decide("/x", "AAAAAAAAAA.one").outcome == .excluded)
    #expect(try decide("/b", "AAAAAAAAAA.one").outcome == .noMatch)
    #expect(try decide("/c", "BBBBBBBBBB.two").rule == RuleReference(kind: .paths, index: 1))
    #expect(try decide("/c").outcome == .excluded)
    #expect(try decide("/c").app == "BBBBBBBBBB.two")
    #expect(try decide("/a", "CCCCCCCCCC.three").outcome == .noMatch)
    #expect(links.apps == ["AAAAAAAAAA.one", "BBBBBBBBBB.two"])
  }

  @Test(arguments: [
    "", "example.com/a", "https:", "https:/a", "https://", "https:///a", "://a", "1a://b", "https://a:b/",
    "https://a:99999/", "https://a:123456/",
  ])
  func whatIsNoWebAddressIsNone(text: String) {
    #expect(WebAddress(text) == nil)
  }
}
