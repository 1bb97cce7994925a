import FocusLinks
import JSONText
import SiteAssociation
import TestSupport
import Testing

/// The forecast of a link without a file and the forecast by the file that the same routes generate are one.
@Suite struct GeneratedClaimTests {
  @Test func theForecastKnowsWhatTheGeneratedFileSays() throws {
    let definition = try SiteDefinition(
      JSONDocument(
        Array(
          """
          { domain: "focuskey.app", apple: { team: "ABCDE12345", apps: ["app.focuskey"] },
            routes: [{ name: "lights", path: "/lights/:room" }, { name: "scene", path: "/scene/:a/off" }] }
          """.utf8), grammar: .json5))
    let report = AssociationReport(reading: definition.association.octets)
    let table = definition.routes
    let links = report.links
    let byFile = LinkForecaster(table: table) { uri in
      guard let address = WebAddress(uri), address.host == "focuskey.app" else { return nil }
      return switch links.decision(for: address).outcome {
      case .match: .taken
      case .excluded: .excluded
      case .noMatch: .notTaken
      }
    }
    let byTable = LinkForecaster(table: table)
    let segments = [
      "start", "stop", "focus", "lights", "scene", "work", "off", "a%2Fb", "st%61rt", "Start", "", ".", "%2e",
    ]
    var dice = Dice(seed: 5)
    for _ in 0..<5000 {
      let count = Int.random(in: 0...4, using: &dice)
      let path = (0..<count).map { _ in segments.randomElement(using: &dice) ?? "" }.joined(separator: "/")
      let end = ["", "?minutes=5", "#x", "/"].randomElement(using: &dice) ?? ""
      let uri = "https://focuskey.app/" + path + end
      #expect(byFile.forecast(uri: uri).iPhone == byTable.forecast(uri: uri).iPhone, "\(uri)")
    }
  }
}
