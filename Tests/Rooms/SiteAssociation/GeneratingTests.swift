import FocusLinks
import JSONText
import SiteAssociation
import TestSupport
import Testing

@Suite struct GeneratingTests {
  static let routes =
    "routes: [{ name: 'lights', path: '/lights/:room/:level/on' }, { name: 'room', path: '/lights/:room' }, { name: 'home', path: '/' },"
    + " { name: 'umlaut', path: '/tür' }]"

  private func definition(_ more: String = "", oldest: String = "14") throws -> SiteDefinition {
    let text = """
      { domain: 'focus.example', apple: { team: 'QZ7WK3M9PD', apps: ['com.example.one', 'com.example.two'], oldestIOS: \(oldest) },
        android: { package: 'com.example.one', fingerprints: ['\(Self.fingerprint)'] }, \(more) }
      """
    return try SiteDefinition(JSONDocument(text, grammar: .json5))
  }

  static let fingerprint = (0..<32).map { _ in "A5" }.joined(separator: ":")

  private func octets(_ value: JSONValue) -> [UInt8] { Array(value.indentedText.utf8) }

  @Test(arguments: ["", routes]) func whatIsGeneratedHasNothingAgainstIt(more: String) throws {
    let definition = try definition(more)
    #expect(AssociationReport(reading: octets(definition.association)).findings.isEmpty)
    #expect(AssetLinksReport(reading: octets(definition.assetLinks)).findings.map(\.kind) == [.dynamicNeedsAndroid15])
  }

  @Test func oldSystemsGetTheirForm() throws {
    let definition = try definition(oldest: "12")
    let report = AssociationReport(reading: octets(definition.association))
    #expect(report.isSound)
    #expect(Set(report.findings.map(\.kind)) == [.detailBothAppIDAndAppIDs, .detailMixedFormats])
    #expect(report.links.apps == ["QZ7WK3M9PD.com.example.one", "QZ7WK3M9PD.com.example.two"])
    // Both forms say the same.
    let root = definition.association.text
    let legacy = AppLinks.of(
      root.replacing("\"components\"", with: "\"was\"").replacing("\"appIDs\"", with: "\"were\""))
    #expect(AssociationDiff(before: report.links, after: legacy, host: "focus.example").changes.isEmpty)
  }

  /// Every link that the table prints is taken by both systems.
  @Test func everyPrintedLinkIsTaken() throws {
    let definition = try definition(Self.routes)
    let apple = AssociationReport(reading: octets(definition.association)).links
    let android = AssetLinksReport(reading: octets(definition.assetLinks)).links
    var random = Dice(seed: 3)
    let words = ["work", "a/b", "Bücher", "x?y#z", "50%", "*", "a b", "😀", "NOT", "..", "a//b", "%2F"]
    func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
    for _ in 0..<300 {
      let links: [FocusLink] = [
        .start(profile: word(), minutes: Int.random(in: 1...1440, using: &random), task: word()), .stop,
        .break(minutes: 5),
        .resume, .focus(profile: word()), .status,
        .own(OwnLink(route: "lights", arguments: [.init("room", word()), .init("level", word())])),
        .own(OwnLink(route: "room", arguments: [.init("room", word())])), .own(OwnLink(route: "home", arguments: [])),
        .own(OwnLink(route: "umlaut", arguments: [])),
      ]
      for link in links {
        guard let printed = try? definition.routes.print(link) else { continue }
        let address = try #require(WebAddress(printed))
        #expect(apple.decision(for: address, domain: AssociatedDomain("focus.example")).outcome == .match, "\(printed)")
        #expect(android.decision(for: address).outcome == .match, "\(printed)")
      }
    }
  }

  /// No path that the table does not know is taken; slashes that devices pass over do not count as a difference.
  @Test func noOtherPathIsTaken() throws {
    let definition = try definition(Self.routes)
    let links = AssociationReport(reading: octets(definition.association)).links
    var random = Dice(seed: 4)
    let words = ["start", "focus", "lights", "on", "stop", "a", "%2F", "t%C3%BCr", "START", "startx", "on*"]
    var taken = 0
    for _ in 0..<3_000 {
      let segments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }
      let path = "/" + segments.joined(separator: "/")
      let isKnown = definition.routes.routes.contains { route in
        route.path.segments.count == segments.count
          && zip(route.path.segments, segments).allSatisfy { known, written in
            guard case .word(let word) = known else { return true }
            return word == written || (word == "tür" && written == "t%C3%BCr")
          }
      }
      let address = try #require(WebAddress("https://focus.example" + path))
      #expect((links.decision(for: address).outcome == .match) == isKnown, "\(path)")
      taken += isKnown ? 1 : 0
    }
    #expect(taken > 100)
  }

  @Test(arguments: [
    ("{ domain: 'a.example' }", "no app is named: add “apple” or “android”"),
    (
      "{ domain: 'https://a.example', android: {} }",
      "a domain is a host name in small letters, without scheme, port and path"
    ),
    ("{ domain: 'a.example', appel: {} }", "unknown name “appel”: did you mean “apple”?"),
    (
      "{ domain: 'a.example', apple: { team: 'SHORT', apps: ['com.a'] } }",
      "“SHORT.com.a” is not an app id: the prefix “SHORT” has 5 characters instead of 10"
    ),
    (
      "{ domain: 'a.example', apple: { team: 'QZ7WK3M9PD', apps: ['com.flutter_app'] } }",
      "“QZ7WK3M9PD.com.flutter_app” is not an app id: the bundle id contains “_”, but only letters, digits, hyphens and dots are allowed"
    ),
    (
      "{ domain: 'a.example', apple: { team: 'qz7wk3m9pd', apps: ['com.a'] } }",
      "“qz7wk3m9pd.com.a” is not an app id: the prefix has small letters; Apple's have capitals and digits"
    ),
    (
      "{ domain: 'a.example', apple: { team: 'QZ7WK3M9PD', apps: ['com.a.*'] } }",
      "“QZ7WK3M9PD.com.a.*” is not an app id: an app id has no “*”"
    ),
    (
      "{ domain: 'a.example', apple: { team: 'TEAMID1234', apps: ['com.a'] } }",
      "“TEAMID1234.com.a” is not an app id: this is a placeholder; use the team and bundle id of your app"
    ),
    ("{ domain: 'a.example', apple: { team: 'QZ7WK3M9PD', apps: [] } }", "list at least one bundle identifier"),
    (
      "{ domain: 'a.example', apple: { team: 'QZ7WK3M9PD', apps: ['com.a'], oldestIOS: 8 } }",
      "a version of iOS is written like 14 or 13.5; links work from 9 on"
    ),
    ("{ domain: 'a.example', android: { package: 'one', fingerprints: ['x'] } }", "“one” is not a package name"),
    (
      "{ domain: 'a.example', android: { package: 'a.b', fingerprints: ['x'] } }",
      "a SHA-256 fingerprint is 32 pairs of hex digits in capitals with colons"
    ),
    (
      "{ domain: 'a.example', android: { package: 'a.b', fingerprints: ['\(fingerprint)'] }, routes: [{ name: 'x', path: '/start' }] }",
      ""
    ),
  ])
  func aUselessDefinitionIsRefused(text: String, message: String) throws {
    let refusal = try #require(throws: JSONShapeError.self) { try SiteDefinition(JSONDocument(text, grammar: .json5)) }
    #expect(message.isEmpty ? !refusal.message.isEmpty : refusal.message == message)
  }
}
