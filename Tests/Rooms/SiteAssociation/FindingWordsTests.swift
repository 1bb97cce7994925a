import JSONText
import SiteAssociation
import Testing

/// What findings say about files in the shapes that sites have: the cause by its name, and advice that can be followed.
@Suite struct FindingWordsTests {
  static let app = FindingTableTests.app

  private func findings(_ file: String) -> [Finding<AssociationFindingKind>] {
    AssociationReport(reading: Array(file.utf8)).findings
  }

  private func finding(_ kind: AssociationFindingKind, in file: String) throws -> Finding<AssociationFindingKind> {
    try #require(findings(file).first { $0.kind == kind }, "\(findings(file).map(\.kind))")
  }

  @Test(arguments: [
    ("com.boats.app", "it has no prefix; “com” is the beginning of a bundle id"),
    ("QZ7WK3M9P.com.boats.app", "the prefix “QZ7WK3M9P” has 9 characters instead of 10"),
    (" QZ7WK3M9PD.com.boats.app", "it begins or ends with a space"),
    ("QZ7WK3M9PD.com.sail_app", "the bundle id contains “_”, but only letters, digits, hyphens and dots are allowed"),
    ("QZ7WK3-M9P.com.boats.app", "the prefix contains “-”, but only letters and digits are allowed"),
    ("QZ7WK3M9PD", "it has no bundle id after the prefix"), ("QZ7WK3M9PD.com..app", "the bundle id has a dot too many"),
    ("QZ7WK3M9PD.com.böte", "the bundle id contains “ö”, but only letters, digits, hyphens and dots are allowed"),
  ])
  func theCauseOfABadIDIsNamed(id: String, cause: String) throws {
    let finding = try finding(.appIDMalformed, in: FindingTableTests.file(appID: "\"\(id)\""))
    #expect(finding.message == "No app has the id “\(id)”: \(cause).")
  }

  @Test func samplesOfApplesPagesArePlaceholders() throws {
    for id in ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2", "A1B2C3D4E5.com.example.shop"] {
      // It could be an app's all the same, so the file stays sound.
      #expect(try finding(.appIDPlaceholder, in: FindingTableTests.file(appID: "\"\(id)\"")).level == .warning)
    }
    for id in ["ABCDE12345.net.boats.app", "QZ7WK3M9PD.com.example.app"] {
      #expect(!findings(FindingTableTests.file(appID: "\"\(id)\"")).contains { $0.kind == .appIDPlaceholder })
    }
  }

  @Test func anEmptyServiceIsNoError() throws {
    let file = "{\"applinks\":{},\"webcredentials\":{\"apps\":[\"\(Self.app)\"]}}"
    let finding = try finding(.serviceEmpty, in: file)
    #expect(finding.message == "“applinks” is empty; no link opens an app. The other services are not affected.")
    #expect(findings(file).count == 1)
  }

  @Test func whoReadsPathsIsSaidAsItIs() throws {
    let components = "\"components\":[{\"/\":\"/a\"}]"
    let both = FindingTableTests.file(entry: "\"appIDs\":[\"\(Self.app)\"],\(components),\"paths\":[\"/a\"]")
    #expect(
      try finding(.detailMixedFormats, in: both).message
        == "No system reads these paths: iOS 13 and later use “components”, and older systems need “appID”.")
    let paths = FindingTableTests.file(entry: "\"appIDs\":[\"\(Self.app)\"],\"paths\":[\"/a\"]")
    #expect(
      try finding(.detailMixedFormats, in: paths).message
        == "This works from iOS 13 on only: iOS 12 and older need “appID” beside “paths”.")
    let old = FindingTableTests.file(
      entry: "\"appID\":\"\(Self.app)\",\"appIDs\":[\"\(Self.app)\"],\"paths\":[\"/a\"]")
    #expect(!findings(old).contains { $0.kind == .detailMixedFormats })
  }

  @Test func olderSystemsUseTheEntryThatTheyCanRead() throws {
    let new = "{\"appIDs\":[\"\(Self.app)\"],\"components\":[{\"/\":\"/a\"}]}"
    let old = "{\"appID\":\"\(Self.app)\",\"paths\":[\"/a\"]}"
    func file(_ one: String, _ other: String) -> String { "{\"applinks\":{\"apps\":[],\"details\":[\(one),\(other)]}}" }
    let pair = try finding(.detailDuplicateApp, in: file(new, old))
    #expect(pair.message.contains("iOS 13 and later use only that one; older systems"))
    let twice = try finding(.detailDuplicateApp, in: file(new, new))
    #expect(twice.message.hasSuffix("devices use only the first entry, so these rules never apply to it."))
    #expect(try finding(.detailDuplicateApp, in: file(old, old)).message == twice.message)
  }

  @Test func aSignThatLinksEscapeIsNamedWithItsEscape() throws {
    let file = FindingTableTests.file(components: "[{\"?\":{\"id\":\"mail|shop\"}}]")
    let finding = try finding(.patternUnencodedCharacter, in: file)
    #expect(finding.message == "Links have %7C where “mail|shop” has “|”, so none fits.")
    #expect(finding.fix == "Write %7C. If either part is meant, write a rule for each.")
    #expect(!findings(file).contains { $0.kind == .patternRegexLike })
  }

  @Test func namesInAnotherCaseAreRecognized() throws {
    let finding = try finding(
      .detailUnknownKey, in: FindingTableTests.file(entry: "\"appid\":\"\(Self.app)\",\"paths\":[\"/a\"]"))
    #expect(finding.fix == "Did you mean “appID”?")
  }

  @Test(arguments: [
    ("[{\"/\":\"/a/*\"},{\"/\":\"/a/b\"}]", FindingBasis.documented), ("[{\"/\":\"\"},{\"/\":\"/\"}]", .inferred),
    ("[{\"/\":\"/a\",\"?\":{\"x\":true}},{\"/\":\"/a\"}]", .observed),
    ("[{\"/\":\"/a\",\"?\":[]},{\"/\":\"/a\"}]", .inferred),
    ("[7,{\"/\":\"/a\"}]", .inferred),
  ])
  func aRuleIsUnreachableAsSurelyAsWhatIsBeforeIt(components: String, basis: FindingBasis) throws {
    #expect(try finding(.ruleUnreachable, in: FindingTableTests.file(components: components)).basis == basis)
  }

  @Test func whatFollowsFromAWrongQueryIsInferred() throws {
    let file = FindingTableTests.file(components: "[{\"?\":[]}]")
    #expect(try finding(.componentQueryWrongType, in: file).basis == .inferred)
  }

  @Test func findingsComeInTheOrderOfLines() {
    let file = """
      {"applinks": {"details": [
        {"appID": "x",
         "paths": ["/a", "/a",
           "/b?c=d"]}],
        "detail": 1}}
      """
    let places = findings(file).compactMap(\.place)
    #expect(places.map(\.line) == places.map(\.line).sorted())
    #expect(places.count > 4)
  }

  @Test(arguments: [
    (
      "---\nlayout: none\n---\n{}",
      "Not JSON: line 1, column 1: found ‘-’ instead of a value. Devices ignore the whole file.",
      "This begins with the front matter of a site generator: remove it."
    ),
    (
      "curl http://127.0.0.1/",
      "Not JSON: line 1, column 1: found ‘c’ instead of a value. Devices ignore the whole file.",
      "This is a shell command, not the file."
    ),
    (
      "{",
      "Not JSON: line 1, column 2: the text ends where a name in quotation marks is expected. "
        + "Devices ignore the whole file.", "Something is missing at the end."
    ),
  ])
  func brokenJSONIsSaidOnce(file: String, message: String, fix: String) throws {
    let finding = try finding(.fileNotJSON, in: file)
    #expect(finding.message == message)
    #expect(finding.fix == fix)
  }

  @Test(arguments: [
    ("SHA_CERT", "“S” is not a hex digit"), ("TODO", "“T” is not a hex digit"),
    ("A5A5A5", "the colons between the pairs of hex digits are missing"), ("5:A5", "pair 1 has 1 digit instead of 2"),
    ("A5:A5B:A5", "pair 2 has 3 digits instead of 2"), ("A5:", "pair 2 has 0 digits instead of 2"),
  ])
  func whatIsAmissInAFingerprintIsSaid(text: String, cause: String) throws {
    let file = AssetLinksTests.statement(AssetLinksTests.app("\"a.b\"", "[\"\(text)\"]"))
    let found = AssetLinksReport(reading: Array(file.utf8)).findings.first { $0.kind == .fingerprintMalformed }
    #expect(found?.message == "“\(text)” is not a fingerprint: \(cause).")
  }

  @Test func aForeignNamespaceIsQuoted() throws {
    let file = AssetLinksTests.statement("{\"namespace\":\"com.boats.app\"}")
    let found = AssetLinksReport(reading: Array(file.utf8)).findings.first { $0.kind == .targetUnknownNamespace }
    #expect(found?.message == "The namespace “com.boats.app” is neither “android_app” nor “web”.")
    #expect(found?.fix == "Write \"android_app\"; the package goes into “package_name”.")
  }
}
