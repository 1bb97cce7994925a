import JSONText
import SiteAssociation
import Testing

@Suite struct AssetLinksTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: AssetLinksFindingKind
    let file: String
    let pointer: String
    let sibling: String
    var testDescription: String { kind.rawValue }

    init(_ kind: AssetLinksFindingKind, _ file: String, at pointer: String, not sibling: String = AssetLinksTests.sound)
    {
      (self.kind, self.file, self.pointer, self.sibling) = (kind, file, pointer, sibling)
    }
  }

  static let links = "delegate_permission/common.handle_all_urls"
  static let print = (0..<32).map { _ in "A5" }.joined(separator: ":")

  static func app(_ package: String = "\"com.example.app\"", _ prints: String = "[\"\(print)\"]") -> String {
    "{\"namespace\":\"android_app\",\"package_name\":\(package),\"sha256_cert_fingerprints\":\(prints)}"
  }
  static func statement(_ target: String, relation: String = "[\"\(links)\"]", more: String = "") -> String {
    "[{\"relation\":\(relation),\"target\":\(target)\(more)}]"
  }
  static func dynamic(_ components: String) -> String {
    statement(app(), more: ",\"relation_extensions\":{\"\(links)\":{\"dynamic_app_link_components\":\(components)}}")
  }
  static let sound = statement(app())
  static let extended = "/0/relation_extensions/delegate_permission~1common.handle_all_urls/dynamic_app_link_components"

  static let rows: [Row] = [
    Row(.fileEmpty, "", at: ""), Row(.fileNotJSON, "[{},]", at: ""), Row(.fileBOM, "\u{FEFF}" + sound, at: ""),
    Row(.fileDuplicateKey, "[{\"include\":\"https://a/b\",\"include\":\"https://a/c\"}]", at: "/0/include"),
    Row(.rootNotList, "{\"applinks\":{}}", at: ""), Row(.rootEmpty, "[]", at: ""),
    Row(.statementNotObject, "[7]", at: "/0"),
    Row(.statementUnknownKey, statement(app(), more: ",\"targets\":1"), at: "/0/targets"),
    Row(.includeWrongType, "[{\"include\":7}]", at: "/0/include", not: "[{\"include\":\"https://a.example/b.json\"}]"),
    Row(.relationMissing, "[{\"target\":\(app())}]", at: "/0"),
    Row(.relationWrongType, statement(app(), relation: "\"\(links)\""), at: "/0/relation"),
    Row(.relationWrongType, statement(app(), relation: "[1]"), at: "/0/relation/0"),
    Row(.relationEmpty, statement(app(), relation: "[]"), at: "/0/relation"),
    Row(.relationUnknown, statement(app(), relation: "[\"\(links)s\"]"), at: "/0/relation/0"),
    Row(.targetMissing, "[{\"relation\":[\"\(links)\"]}]", at: "/0"),
    Row(.targetNotObject, statement("[]"), at: "/0/target"),
    Row(.targetUnknownNamespace, statement("{\"namespace\":\"android\"}"), at: "/0/target"),
    Row(
      .targetUnknownKey, statement("{\"namespace\":\"web\",\"site\":\"https://a.example\",\"package_name\":\"a.b\"}"),
      at: "/0/target/package_name"),
    Row(.packageMissing, statement("{\"namespace\":\"android_app\"}"), at: "/0/target"),
    Row(.packageMalformed, statement(app("\"app\"")), at: "/0/target/package_name"),
    Row(.packageMalformed, statement(app("\"com.1app\"")), at: "/0/target/package_name"),
    Row(.fingerprintsMissing, statement("{\"namespace\":\"android_app\"}"), at: "/0/target"),
    Row(.fingerprintsWrongType, statement(app("\"a.b\"", "\"\(print)\"")), at: "/0/target/sha256_cert_fingerprints"),
    Row(.fingerprintsEmpty, statement(app("\"a.b\"", "[]")), at: "/0/target/sha256_cert_fingerprints"),
    Row(
      .fingerprintMalformed, statement(app("\"a.b\"", "[\"\(print.replacing(":", with: ""))\"]")),
      at: "/0/target/sha256_cert_fingerprints/0"),
    Row(.fingerprintMalformed, statement(app("\"a.b\"", "[5]")), at: "/0/target/sha256_cert_fingerprints/0"),
    Row(
      .fingerprintNotSHA256, statement(app("\"a.b\"", "[\"\(print.prefix(59))\"]")),
      at: "/0/target/sha256_cert_fingerprints/0"),
    Row(
      .fingerprintLowerCase, statement(app("\"a.b\"", "[\"\(print.lowercased())\"]")),
      at: "/0/target/sha256_cert_fingerprints/0"),
    Row(
      .fingerprintRepeated, statement(app("\"a.b\"", "[\"\(print)\",\"\(print)\"]")),
      at: "/0/target/sha256_cert_fingerprints/1"),
    Row(.siteMissing, statement("{\"namespace\":\"web\"}"), at: "/0/target"),
    Row(
      .siteMalformed, statement("{\"namespace\":\"web\",\"site\":\"https://a.example/\"}"), at: "/0/target/site",
      not: statement("{\"namespace\":\"web\",\"site\":\"https://a.example:444\"}")),
    Row(.linksNotGranted, statement(app(), relation: "[\"delegate_permission/common.get_login_creds\"]"), at: ""),
    Row(.dynamicWrongType, statement(app(), more: ",\"relation_extensions\":[]"), at: "/0/relation_extensions"),
    Row(.dynamicWrongType, dynamic("{}"), at: extended), Row(.dynamicEmpty, dynamic("[]"), at: extended),
    Row(.dynamicNeedsAndroid15, dynamic("[{\"/\":\"/a\"}]"), at: extended),
    Row(.dynamicComponentWrongType, dynamic("[7]"), at: extended + "/0"),
    Row(.dynamicComponentWrongType, dynamic("[{\"/\":7}]"), at: extended + "/0/~1", not: dynamic("[{\"/\":\"7\"}]")),
    Row(
      .dynamicUnknownKey, dynamic("[{\"/\":\"/a\",\"caseSensitive\":false}]"), at: extended + "/0/caseSensitive",
      not: dynamic("[{\"/\":\"/a\"}]")),
    Row(
      .dynamicMatchesEverything, dynamic("[{\"exclude\":true}]"), at: extended + "/0", not: dynamic("[{\"/\":\"*\"}]")),
    Row(
      .dynamicUnreachable, dynamic("[{\"/\":\"/a/*\"},{\"/\":\"/a/b\"}]"), at: extended + "/1",
      not: dynamic("[{\"/\":\"/a/b\"},{\"/\":\"/a/*\"}]")),
    Row(
      .dynamicQueryText, dynamic("[{\"?\":\"dl=*\"}]"), at: extended + "/0/?",
      not: dynamic("[{\"?\":{\"dl\":\"*\"}}]")),
    Row(
      .dynamicRepeated,
      "[" + dynamic("[{\"/\":\"/a\"}]").dropFirst().dropLast() + ","
        + dynamic("[{\"/\":\"/b\"}]").dropFirst().dropLast() + "]",
      at: "/1/relation_extensions", not: dynamic("[{\"/\":\"/a\"}]")),
    Row(
      .dynamicWithoutRelation, statement(app(), more: ",\"relation_extensions\":{\"x\":{}}"),
      at: "/0/relation_extensions/x"),
  ]

  @Test(arguments: rows) func aFileHasItAndItsSiblingHasNot(_ row: Row) {
    let report = AssetLinksReport(reading: Array(row.file.utf8))
    #expect(
      report.findings.filter { $0.kind == row.kind }.map(\.pointer.text).contains(row.pointer),
      "\(report.findings.map(\.pointer.text))")
    #expect(!AssetLinksReport(reading: Array(row.sibling.utf8)).findings.contains { $0.kind == row.kind })
  }

  @Test func noKindIsForgotten() {
    let missing = Set(AssetLinksFindingKind.allCases).subtracting(Self.rows.map(\.kind)).subtracting([.fileUTF16])
    #expect(missing.isEmpty, "\(missing)")
    #expect(AssetLinksReport(reading: Array(Self.sound.utf8)).findings.isEmpty)
  }

  private func decide(_ file: String, _ path: String, package: String? = nil, dynamic: Bool = true) throws
    -> AssetLinksDecision
  {
    AssetLinksReport(reading: Array(file.utf8)).links.decision(
      for: try #require(WebAddress("https://example.com" + path)), package: package, usesDynamicRules: dynamic)
  }

  @Test func theManifestDecidesAloneWithoutRules() throws {
    let decision = try decide(Self.sound, "/anything")
    #expect(decision.outcome == .match)
    #expect(decision.package == "com.example.app")
    #expect(decision.rule == nil)
    #expect(try decide(Self.sound, "/a", package: "com.example.other").outcome == .noMatch)
    #expect(try decide("[]", "/a").outcome == .noMatch)
  }

  @Test func rulesNarrowWhatIsTaken() throws {
    let file = Self.dynamic(#"[{"/":"/a/b","exclude":true},{"/":"/a/*","?":{"x":"?*"}},{"/":"/c"}]"#)
    #expect(try decide(file, "/a/b").outcome == .excluded)
    #expect(try decide(file, "/a/c?x=1").rule == RuleReference(kind: .components, index: 1))
    #expect(try decide(file, "/a/c").outcome == .noMatch)
    #expect(try decide(file, "/c").outcome == .match)
    #expect(try decide(file, "/a/b", dynamic: false).outcome == .match)
  }
}
