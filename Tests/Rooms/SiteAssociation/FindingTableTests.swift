import JSONText
import SiteAssociation
import Testing

/// Every kind of finding: a file that has it, where it is found, and a sibling that differs by little and does not have
/// it.
@Suite struct FindingTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: AssociationFindingKind
    let file: String
    let pointer: String
    let sibling: String
    var testDescription: String { kind.rawValue }

    init(_ kind: AssociationFindingKind, _ file: String, at pointer: String, not sibling: String) {
      (self.kind, self.file, self.pointer, self.sibling) = (kind, file, pointer, sibling)
    }

    /// Both files are the insides of one component.
    init(component kind: AssociationFindingKind, _ file: String, at pointer: String, not sibling: String) {
      self.init(
        kind, FindingTableTests.file(components: "[{\(file)}]"), at: "/applinks/details/0/components/0" + pointer,
        not: FindingTableTests.file(components: "[{\(sibling)}]"))
    }

    /// Both files are the insides of one entry, behind its app.
    init(entry kind: AssociationFindingKind, _ file: String, at pointer: String, not sibling: String) {
      self.init(
        kind, FindingTableTests.file(entry: file), at: "/applinks/details/0" + pointer,
        not: FindingTableTests.file(entry: sibling))
    }

    /// Both files are what is in `paths`.
    init(paths kind: AssociationFindingKind, _ file: String, at pointer: String, not sibling: String) {
      self.init(
        entry: kind, "\"appID\":\"\(FindingTableTests.app)\",\"paths\":[\(file)]", at: "/paths" + pointer,
        not: "\"appID\":\"\(FindingTableTests.app)\",\"paths\":[\(sibling)]")
    }
  }

  static let app = "QZ7WK3M9PD.com.example.app"

  static func file(entry: String) -> String { "{\"applinks\":{\"apps\":[],\"details\":[{\(entry)}]}}" }
  static func file(components: String) -> String { file(entry: "\"appIDs\":[\"\(app)\"],\"components\":\(components)") }
  static func file(applinks: String) -> String {
    "{\"applinks\":{\"apps\":[],\"details\":[{\"appIDs\":[\"\(app)\"],\"components\":[{\"/\":\"/a/$(alpha)\"}]}],\(applinks)}}"
  }
  static func file(appID: String) -> String { file(entry: "\"appIDs\":[\(appID)],\"components\":[{\"/\":\"/a\"}]") }
  static let sound = file(components: "[{\"/\":\"/a\"}]")

  static let rows = fileRows + applinksRows + detailRows + appIDRows + componentRows + patternRows + ruleRows

  @Test(arguments: rows) func aFileHasItAndItsSiblingHasNot(_ row: Row) throws {
    let report = AssociationReport(reading: Array(row.file.utf8))
    let found = report.findings.filter { $0.kind == row.kind }
    #expect(
      found.map(\.pointer.text).contains(row.pointer), "\(report.findings.map { "\($0.kind) \($0.pointer.text)" })")
    #expect(found.allSatisfy { $0.message.last == "." && ($0.fix.map { !$0.isEmpty } ?? true) })
    let sibling = AssociationReport(reading: Array(row.sibling.utf8))
    #expect(!sibling.findings.contains { $0.kind == row.kind }, "\(sibling.findings.map(\.pointer.text))")
  }

  @Test func noKindIsForgotten() {
    let elsewhere: Set<AssociationFindingKind> = [.fileUTF16, .fileCMSSigned, .ruleNotExamined]
    let missing = Set(AssociationFindingKind.allCases).subtracting(Self.rows.map(\.kind)).subtracting(elsewhere)
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func theSoundFileHasNothingToSay() {
    let report = AssociationReport(reading: Array(Self.sound.utf8))
    #expect(report.findings.isEmpty)
    #expect(report.isSound)
  }

  /// Names and levels are a promise to people's checks.
  static let promised: [FindingLevel: [String]] = [
    .error: [
      "file.empty", "file.not-json", "file.too-large", "root.not-object", "root.no-service", "applinks.not-object",
      "applinks.details-missing", "applinks.details-wrong-type", "detail.not-object", "detail.no-app-id",
      "detail.appids-wrong-type", "detail.appid-wrong-type", "detail.appids-empty", "detail.no-patterns",
      "detail.components-wrong-type", "detail.paths-wrong-type", "detail.path-not-string", "app-id.malformed",
      "app-id.placeholder", "app-id.wildcard", "app-id.wrong-type", "component.not-object",
      "component.path-wrong-type", "component.query-wrong-type", "component.query-value-not-string",
      "component.fragment-wrong-type", "component.flag-wrong-type", "component.not-prefix", "pattern.fragment-in-path",
      "pattern.full-url", "pattern.unknown-variable", "pattern.unterminated-variable", "subst.wrong-type",
      "subst.name-bad-chars", "subst.value-nested", "subst.value-not-string", "subst.values-wrong-type",
      "defaults.wrong-type", "service.not-object", "service.apps-missing", "service.apps-wrong-type",
    ],
    .warning: [
      "file.bom", "file.utf16", "file.cms-signed", "file.duplicate-key", "root.unknown-key", "applinks.details-empty",
      "applinks.details-dictionary", "applinks.apps-not-empty", "applinks.unknown-key", "detail.both-appid-and-appids",
      "detail.components-empty", "detail.paths-empty", "detail.mixed-formats", "detail.duplicate-app",
      "detail.unknown-key", "component.comment-wrong-type", "component.unknown-key", "component.matches-everything",
      "pattern.query-in-path", "pattern.whitespace", "pattern.unencoded-space", "pattern.unencoded-non-ascii",
      "pattern.encoded-with-decoding", "pattern.regex-like", "pattern.backslash", "pattern.not-without-space",
      "query.star-demands-nothing", "rule.unreachable", "rule.only-excludes", "subst.empty-list",
      "subst.shadows-predefined", "defaults.unknown-key", "service.empty", "service.apps-empty",
      "service.details-not-used",
    ],
    .info: [
      "applinks.apps-missing", "detail.legacy-paths", "pattern.no-leading-slash",
    ],
  ]

  @Test(arguments: promised.keys) func levelsAreKept(level: FindingLevel) throws {
    for name in try #require(Self.promised[level]) {
      #expect(try #require(AssociationFindingKind(rawValue: name)).level == level)
    }
  }

  @Test(arguments: [
    ("{\"a\":1,}", "trailing-comma"), ("{\u{201C}a\u{201D}:1}", "smart-quotes"), ("{\"a\":1 \"b\":2}", "missing-comma"),
    ("{/* a */}", "comment"), ("<!DOCTYPE html>", "html"), ("---\nlayout: none\n---\n{}", "front-matter"),
    ("{\"a\":\u{A0}1}", "non-breaking-space"), ("{'a':1}", "single-quotes"),
  ])
  func theCauseOfBrokenJSONIsNamed(file: String, hint: String) throws {
    let report = AssociationReport(reading: Array(file.utf8))
    let finding = try #require(report.findings.first)
    #expect(finding.kind == .fileNotJSON)
    #expect(finding.hint?.rawValue == hint)
    #expect(finding.place != nil)
    #expect(!report.isSound)
  }

  @Test func aReportOfAHostileFileStaysSmall() {
    let file = Self.file(components: "[" + String(repeating: "1,", count: 50_000) + "1]")
    #expect(AssociationReport(reading: Array(file.utf8)).findings.count == 1_000)
  }
}
