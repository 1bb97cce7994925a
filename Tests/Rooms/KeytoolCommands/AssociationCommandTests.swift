import CommandShell
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// This repository.
private let repository = Repository.root

@Suite(.realParts) struct AssociationCommandTests {
  let keytool = Rehearsal(Keytool.program)

  static let file = """
    {"applinks":{"apps":[],"details":[{"appIDs":["QZ7WK3M9PD.com.example.app"],"components":[
    {"/":"/help/*","exclude":true},
    {"/":"/start","?":{"profile":"?*"}},
    {"/":"/focus/*"}]}]}}
    """

  private func write(_ text: String, _ name: String = "file") throws -> String {
    try Files.replace(keytool.folder(name), with: Array(text.utf8))
    return name
  }

  // MARK: validate

  @Test func aSoundFileIsSound() async throws {
    let outcome = try await keytool("aasa", "validate", write(Self.file), "--json")
    #expect(outcome.exitCode == .done)
    #expect(outcome.output == "{\"findings\":[],\"ok\":true}\n")
    #expect(
      try await keytool("aasa", "validate", "file").output
        == "file: valid: 1 app, 3 rules, \(Self.file.utf8.count) bytes (limit 128 kB)\n")
  }

  @Test func aFindingHasItsPlaceForPeopleAndForPrograms() async throws {
    let name = try write("{\"applinks\":{\"apps\":[],\"details\":\n[{\"appID\":\"com.x\",\"paths\":[\"/a\"]}]}}")
    let outcome = try await keytool("aasa", "validate", name, "--json")
    #expect(outcome.exitCode == .no)
    let answer = try JSONDocument(outcome.output).root
    #expect(answer["ok"]?.bool == false)
    let finding = try #require(answer["findings"]?.array?.first)
    #expect(finding["level"]?.string == "error")
    #expect(finding["kind"]?.string == "app-id.malformed")
    #expect(finding["path"]?.string == "/applinks/details/0/appID")
    #expect(finding["basis"]?.string == "documented")
    #expect(finding["line"]?.integer == 2)
    #expect(finding["column"]?.integer == 11)
    #expect(
      try await keytool("aasa", "validate", name).output == """
        file:2:11: error: No app has the id “com.x”: it has no prefix; “com” is the beginning of a bundle id. \
        [app-id.malformed, documented]
            [{"appID":"com.x","paths":["/a"]}]}}
                      ^
            Copy the value of “application-identifier” from the signed app: ten characters, a dot, the bundle id.
        file:2:27: note: “paths” is the form of iOS 9 to 12: it still works, but never sees the query or the fragment. \
        [detail.legacy-paths, documented]
            [{"appID":"com.x","paths":["/a"]}]}}
                                      ^
            Use “components” from iOS 13 on.
        file: 1 error, 1 note: 1 app, 1 rule, 70 bytes (limit 128 kB)

        """)
  }

  /// The bad inputs of the contract: a huge file, a list, numbers, a web page, nothing at all.
  @Test func badFilesGiveFindings() async throws {
    let cases: [(text: String, kind: String)] = [
      (Self.file + String(repeating: " ", count: 200_000), "file.too-large"),
      ("[{\"applinks\":{}}]", "root.not-object"),
      ("{\"applinks\":{\"details\":[{\"appIDs\":[1],\"components\":[{\"/\":2}]}]}}", "component.path-wrong-type"),
      ("<!DOCTYPE html><html><body>404</body></html>", "file.not-json"), ("", "file.empty"),
    ]
    for (text, kind) in cases {
      let outcome = try await keytool("aasa", "validate", write(text), "--json")
      #expect(outcome.exitCode == .no)
      #expect(outcome.errors.isEmpty)
      let findings = try #require(try JSONDocument(outcome.output).root["findings"]?.array)
      #expect(findings.contains { finding in finding["kind"]?.string == kind && finding["level"]?.string == "error" })
    }
    let page = try await keytool("aasa", "validate", write("{\"a\": 1,\n}"), "--json")
    let finding = try #require(try JSONDocument(page.output).root["findings"]?.array?.first)
    #expect(finding["hint"]?.string == "trailing-comma")
    #expect(finding["line"]?.integer == 2)
    #expect(finding["column"]?.integer == 1)
  }

  @Test func standardInputIsAFileToo() async throws {
    #expect(try await keytool("aasa", "validate", "-", input: Self.file).exitCode == .done)
  }

  @Test func noFileIs66AndNoWordsAre64() async throws {
    for command in [
      ["aasa", "validate", "none"], ["aasa", "match", "--file", "none", "https://a/"],
      ["assetlinks", "validate", "none"],
    ] {
      let outcome = try await keytool.run(command)
      #expect(outcome.exitCode == .noInput)
      #expect(outcome.errors == "keytool: no such file: none: check the name\n")
    }
    #expect(try await keytool("aasa", "validate").exitCode == .usage)
    #expect(try await keytool("aasa", "match", "--file", "file").exitCode == .usage)
    #expect(try await keytool("aasa", "match", "--lines", "--file", "file").exitCode == .usage)
    #expect(try await keytool("aasa", "diff", "one").exitCode == .usage)
  }

  // MARK: match, explain, diff

  @Test func matchSaysWhichRule() async throws {
    let name = try write(Self.file)
    func match(_ url: String, _ more: String...) async throws -> Rehearsal.Outcome {
      try await keytool.run(["aasa", "match", "--file", name, "--domain", "example.com", url, "--json"] + more)
    }
    let opens = try await match("https://example.com/start?profile=work")
    #expect(opens.exitCode == .done)
    #expect(
      opens.output
        == #"{"app":"QZ7WK3M9PD.com.example.app","detail":0,"result":"match","rule":{"index":1,"kind":"components"}}"#
        + "\n")
    let excluded = try await match("https://example.com/help/1")
    #expect(excluded.exitCode == .no)
    #expect(excluded.output.contains(#""result":"excluded","rule":{"index":0,"#))
    let none = try await match("https://example.com/start")
    #expect(none.exitCode == .no)
    #expect(none.output == #"{"app":null,"detail":null,"result":"no-match","rule":null}"# + "\n")
    #expect(try await match("https://example.org/focus/x").exitCode == .no)
    #expect(try await match("https://example.com/focus/x", "--app", "other").exitCode == .no)
    #expect(try await match("not a link").exitCode == .badData)
    let broken = try await keytool("aasa", "match", "--file", write("{", "broken"), "https://example.com/")
    #expect(broken.exitCode == .badData)
    #expect(
      broken.errors == "keytool: not JSON: the text ends where a name in quotation marks is expected: broken:1:2: "
        + "something is missing at the end\n")
    let text = try await keytool("aasa", "match", "--file", name, "https://example.com/focus/x")
    #expect(text.output == "opens QZ7WK3M9PD.com.example.app, component 2 of entry 0 (/focus/*)\n")
  }

  @Test func linesAnswerEachQuestion() async throws {
    let file = Self.file.replacing("\n", with: "")
    let input = [
      #"{"aasa":\#(file),"domain":"example.com","url":"https://example.com/focus/a","app_id":"QZ7WK3M9PD.com.example.app"}"#,
      "nonsense", #"{"aasa":\#(file),"url":"https://example.com/"}"#, #"{"url":"https://a/"}"#, #"{"aasa":{},"url":7}"#,
      #"{"aasa":{},"url":"https://a/","domain":7}"#, #"{"aasa":{},"url":"a"}"#, "[]", "",
      #"{"aasa":\#(file),"url":"https://example.com/help/","domain":"example.com"}"#,
    ].joined(separator: "\n")
    let outcome = try await keytool("aasa", "match", "--lines", input: input)
    #expect(outcome.exitCode == .done)
    let answers = try outcome.lines.map { line in try JSONDocument(line).root }
    #expect(
      answers.map { answer in answer["result"]?.string ?? answer["error"]?["kind"]?.string } == [
        "match", "not-json", "no-match", "missing", "wrong-type", "wrong-type", "not-a-url", "not-an-object",
        "not-json", "excluded",
      ])
  }

  @Test func explainNamesTheNearest() async throws {
    let outcome = try await keytool("aasa", "explain", "--file", write(Self.file), "https://example.com/start?profile=")
    #expect(outcome.exitCode == .no)
    #expect(
      outcome.output == """
        QZ7WK3M9PD.com.example.app, entry 0:
          component 0: /start is not /help/*
          component 1: “profile” in the query is missing or empty; it must match “?*”
          component 2: /start is not /focus/*
        stays in the browser: no rule matches
        the nearest rule is component 1; for it to match:
          “profile” in the query must match “?*”

        """)
    let json = try JSONDocument(
      try await keytool("aasa", "explain", "--file", "file", "https://example.com/help/x", "--json").output
    ).root
    #expect(json["result"]?.string == "excluded")
    #expect(json["steps"]?.array?.count == 1)
    #expect(json["steps"]?.array?.first?["took"]?.bool == true)
  }

  @Test func diffShowsExamples() async throws {
    let old = try write(Self.file, "old")
    let new = try write(Self.file.replacing("/focus/*", with: "/focus/?*"), "new")
    let outcome = try await keytool("aasa", "diff", old, new, "--domain", "focus.example")
    #expect(outcome.exitCode == .no)
    #expect(
      outcome.output
        == "QZ7WK3M9PD.com.example.app: https://focus.example/focus: opened by component 2, then not opened\n")
    #expect(try await keytool("aasa", "diff", old, old).output == "every link opens as before\n")
    let json = try JSONDocument(try await keytool("aasa", "diff", old, new, "--json").output).root
    #expect(json["changes"]?.array?.first?["url"]?.string == "https://example.com/focus")
    #expect(json["changes"]?.array?.first?["after"]?["result"]?.string == "no-match")
  }

  // MARK: generate

  @Test func theFilesOfThisRepositoryAreWhatTheDefinitionGives() async throws {
    let outcome = try await keytool("aasa", "generate", "--config", repository + "/aasa/focuskey.json5", "--check")
    #expect(outcome.exitCode == .done, "\(outcome.output)\(outcome.errors)")
    #expect(
      try await keytool("aasa", "validate", repository + "/aasa/.well-known/apple-app-site-association").output
        .contains(": valid"))
    #expect(
      try await keytool("assetlinks", "validate", repository + "/aasa/.well-known/assetlinks.json").exitCode == .done)
  }

  @Test func generateWritesBelowAFolder() async throws {
    let config = repository + "/aasa/focuskey.json5"
    let outcome = try await keytool("aasa", "generate", "--config", config, "--out", "site/public", "--json")
    #expect(outcome.exitCode == .done)
    let file = try Files.read(keytool.folder("site/public/.well-known/apple-app-site-association"))
    #expect(try file == Files.read(repository + "/aasa/.well-known/apple-app-site-association"))
    #expect(try await keytool("aasa", "generate", "--config", config, "--out", "site/public").output.contains(": same"))
    try Files.replace(keytool.folder("site/public/servers/Caddyfile"), with: [])
    let check = try await keytool("aasa", "generate", "--config", config, "--out", "site/public", "--check")
    #expect(check.exitCode == .no)
    #expect(check.lines.filter { line in line.hasSuffix("differs") } == ["site/public/servers/Caddyfile: differs"])
  }

  /// The shipped definition has placeholders, and the person is reminded until they are replaced.
  @Test func whatIsMadeUpIsRemindedOf() async throws {
    let config = repository + "/aasa/focuskey.json5"
    let outcome = try await keytool("aasa", "generate", "--config", config, "--out", "site", "--json")
    #expect(outcome.exitCode == .done)
    let reminders = outcome.errors.split(separator: "\n")
    #expect(reminders.count == 2)
    #expect(reminders.allSatisfy { $0.hasPrefix("keytool: ") && $0.contains(" is a placeholder: ") })
    let placeholders = try JSONDocument(outcome.output).root["placeholders"]?.array?.map { $0.string }
    #expect(placeholders == ["/apple/team", "/android/fingerprints/0"])
    // Each is marked in the file itself.
    let text = String(decoding: try Files.read(config), as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.hasSuffix("// PLACEHOLDER") }.count == 2)
    let own = try write("{ domain: 'a.example', apple: { team: 'ABCDE12345', apps: ['a.b'] } }", "own.json5")
    #expect(try await keytool("aasa", "generate", "--config", own, "--out", "own").errors.isEmpty)
  }

  @Test func aBadDefinitionIsRefusedWithItsPlace() async throws {
    let outcome = try await keytool("aasa", "generate", "--config", write("{ domain: 'a.example',\n  aple: {} }"))
    #expect(outcome.exitCode == .badData)
    #expect(
      outcome.errors
        == "keytool: unknown name “aple”: did you mean “apple”?: file:2:3: see keytool aasa generate --help\n")
    #expect(try await keytool("aasa", "generate", "--config", "none").exitCode == .noInput)
  }

  // MARK: assetlinks

  @Test func assetLinksAreMatched() async throws {
    let name = repository + "/aasa/.well-known/assetlinks.json"
    let opens = try await keytool("assetlinks", "match", "--file", name, "https://focuskey.app/focus/work", "--json")
    #expect(
      opens.output
        == #"{"package":"app.focuskey","result":"match","rule":{"index":3,"kind":"components"},"statement":0}"# + "\n")
    let other = try await keytool("assetlinks", "match", "--file", name, "https://focuskey.app/blog")
    #expect(other.exitCode == .no)
    #expect(
      try await keytool("assetlinks", "match", "--file", name, "https://focuskey.app/blog", "--manifest-only").exitCode
        == .done)
    let apple = try await keytool("assetlinks", "validate", write(Self.file))
    #expect(apple.exitCode == .no)
    #expect(apple.output.contains("This is what Apple's devices read"))
  }
}
