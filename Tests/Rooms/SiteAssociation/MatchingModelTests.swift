import JSONText
import RealParts
import SiteAssociation
import TestSupport
import Testing

/// The product against ``PlainModel`` on random rules and links.
@Suite struct MatchingModelTests {
  static let pieces = [
    "a", "b", "A", "7", "/", "/", "//", "*", "*", "?", "?*", "**", "de", "GB", "De", "haw", "-", "$(v)", "$(w)",
    "$(empty)",
    "$(unknown)", "$(digit)", "$(alpha)", "$(upper)", "$(lower)", "$(alnum)", "$(xdigit)", "$(region)", "$(lang)",
  ]
  static let variables = ["v": ["a", "ab", "a/b", ""], "w": ["*", "b?", "7*a", "de"], "empty": []]

  static func pattern(_ random: inout Dice) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
      .joined()
  }

  static func text(_ random: inout Dice) -> String {
    let pieces = ["a", "b", "A", "B", "7", "/", "//", "de", "GB", "De", "us", "US", "haw", "-", "*"]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }.joined()
  }

  @Test(.longWork, arguments: [false, true]) func patternsMatchAsTheModelSays(foldsCase: Bool) throws {
    var random = Dice(seed: foldsCase ? 11 : 12)
    let model = PlainModel(variables: Self.variables, foldsCase: foldsCase)
    var matched = 0
    for _ in 0..<600 {
      let pattern = Self.pattern(&random)
      let links = AppLinks.of(
        component: ["/": .string(pattern), "caseSensitive": .bool(!foldsCase)], variables: Self.variables)
      let fragments = AppLinks.of(
        component: ["#": .string(pattern), "caseSensitive": .bool(!foldsCase)], variables: Self.variables)
      for _ in 0..<6 {
        let text = Self.text(&random)
        let path = try #require(WebAddress("https://example.com/" + text))
        let expected = model.pathMatches(pattern, "/" + text)
        #expect((links.decision(for: path).outcome == .match) == expected, "\(pattern) against /\(text)")
        let fragment = try #require(WebAddress("https://example.com/x#" + text))
        #expect(
          (fragments.decision(for: fragment).outcome == .match) == model.textMatches(pattern, text),
          "\(pattern) against #\(text)")
        matched += expected ? 1 : 0
      }
    }
    #expect(matched > 150)
  }

  /// Places in a text are kept 64 to a word: what is on, before and behind the seams is found as anywhere.
  @Test(arguments: [false, true]) func longTextsMatchAsTheModelSays(foldsCase: Bool) throws {
    var random = Dice(seed: foldsCase ? 14 : 15)
    let model = PlainModel(variables: Self.variables, foldsCase: foldsCase)
    var matched = 0
    for length in Array(55...70) + Array(118...134) {
      for _ in 0..<6 {
        let text = Self.text(&random)
        let long = String(repeating: "x", count: max(0, length - text.utf8.count)) + text
        // The variable keeps the plain comparison out of it. One star alone: the model takes exponential time.
        let rest = Self.pattern(&random).replacing("*", with: "").replacing("$(w)", with: "$(v)")
        let pattern = "?*$(v)" + rest
        let links = AppLinks.of(
          component: ["#": .string(pattern), "caseSensitive": .bool(!foldsCase)], variables: Self.variables)
        let address = try #require(WebAddress("https://example.com/x#" + long))
        let expected = model.textMatches(pattern, long)
        #expect((links.decision(for: address).outcome == .match) == expected, "\(pattern) against \(long)")
        matched += expected ? 1 : 0
      }
    }
    #expect(matched > 20)
  }

  /// Several rules: the first that fits decides.
  @Test func theFirstRuleThatFitsDecides() throws {
    var random = Dice(seed: 13)
    let model = PlainModel(variables: Self.variables)
    for _ in 0..<250 {
      let rules = (0..<5).map { _ in (Self.pattern(&random), Bool.random(using: &random)) }
      let links = AppLinks.of(
        components: rules.map { ["/": .string($0.0), "exclude": .bool($0.1)] }, variables: Self.variables)
      for _ in 0..<4 {
        let text = Self.text(&random)
        let decision = links.decision(for: try #require(WebAddress("https://example.com/" + text)))
        let expected = rules.firstIndex { model.pathMatches($0.0, "/" + text) }
        #expect(decision.rule?.index == expected)
        #expect(decision.outcome == expected.map { rules[$0].1 ? .excluded : .match } ?? .noMatch)
      }
    }
  }
}

extension AppLinks {
  static let testApp = "QZ7WK3M9PD.com.example.app"

  static func of(component: JSONObject, variables: [String: [String]] = [:]) -> AppLinks {
    of(components: [component], variables: variables)
  }

  static func of(components: [JSONObject], variables: [String: [String]] = [:]) -> AppLinks {
    var table = JSONObject()
    for (name, values) in variables { table.append(name, JSONValue(values)) }
    let file: JSONValue = [
      "applinks": [
        "substitutionVariables": .object(table),
        "details": [["appIDs": [.string(testApp)], "components": .array(components.map { .object($0) })]],
      ]
    ]
    return of(file.text)
  }

  static func of(_ file: String) -> AppLinks {
    (try? JSONDocument(file)).map { AppLinks($0.root) } ?? AppLinks(JSONNode(place: .start, content: .null))
  }
}
