import CommandShell
import KeytoolCommands
import TestSupport
import Testing

@Suite struct LinkCommandTests {
  let keytool = Rehearsal(Keytool.program)

  @Test func parseTakesALinkApart() async throws {
    let url = "https://focuskey.app/start?task=a%20b&minutes=50&profile=work"
    let outcome = try await keytool("link", "parse", url, "--json")
    #expect(outcome.exitCode == .done)
    #expect(
      outcome.output
        == #"{"canonical":"https://focuskey.app/start?profile=work&minutes=50&task=a%20b","minutes":50,"ok":true,"#
        + #""profile":"work","route":"start","soft":"acts","task":"a b"}"# + "\n")
    #expect(
      try await keytool("link", "parse", "focuskey://stop").output
        == "stop: asks to end\ncanonical: https://focuskey.app/stop\n")
  }

  @Test func parsePointsAtTheFault() async throws {
    let outcome = try await keytool("link", "parse", "https://focuskey.app/start?profile=Büro&minuts=5")
    #expect(outcome.exitCode == .badData)
    #expect(
      outcome.output == """
        https://focuskey.app/start?profile=Büro&minuts=5
                                                ^~~~~~

        """)
    #expect(outcome.errors == "keytool: /start does not have this parameter: minuts: did you mean minutes?\n")
    #expect(
      try await keytool("link", "parse", "https://focuskey.app/strat", "--json").output
        == #"{"error":{"at":"/strat","expected":["/start","/stop","/break","/visit/:what","/resume","/focus/:profile","/status","/task","#
        + #""/learn","/bed","/up","/excuse"],"#
        + #""kind":"unknown-path","message":"an unknown path: did you mean /start?","range":[20,26],"#
        + #""suggestion":"/start"},"ok":false}"# + "\n")
  }

  @Test func aHostileLinkDoesNotReachTheTerminal() async throws {
    for link in ["https://focuskey.app/\u{1B}[31m", String(repeating: "x", count: 100_000)] {
      let outcome = try await keytool("link", "parse", link)
      #expect(outcome.exitCode == .badData)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.utf8.count < 600 && !outcome.errors.contains("\u{1B}"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func makePrintsWhatParseReads() async throws {
    #expect(
      try await keytool("link", "make", "start", "--profile", "Büro", "--minutes", "50", "--task", "a+b").output
        == "https://focuskey.app/start?profile=B%C3%BCro&minutes=50&task=a%2Bb\n")
    #expect(
      try await keytool("link", "make", "focus", "--profile=work", "--form=desktop").output == "focuskey://focus/work\n"
    )
    #expect(
      try await keytool("link", "make", "stop", "--host", "focus.example", "--json").output
        == #"{"ok":true,"url":"https://focus.example/stop"}"# + "\n")
    #expect(
      try await keytool("link", "make", "lights", "--set", "room=hall", "--route", "lights=/lights/:room").output
        == "https://focuskey.app/lights/hall\n")
  }

  static let refusals: [([String], ExitCode, String)] = [
    (["make", "sotp"], .usage, "keytool: unknown route: sotp: did you mean stop?\n"),
    (["make", "stop", "--task", "x"], .usage, "keytool: /stop has no place for this: --task: leave it out\n"),
    (
      ["make", "focus"], .usage,
      "keytool: option missing: --profile: add --profile PROFILE; see keytool help link make\n"
    ),
    (
      ["make", "focus", "--profile", ".."], .badData,
      "keytool: browsers remove . and ..: profile: choose another name\n"
    ),
    (["make", "start", "--task", ""], .badData, "keytool: the text is empty: task: write one, or leave it out\n"),
    (
      ["make", "break", "--minutes", "0"], .usage,
      "keytool: the number is out of range: --minutes 0: use a number from 1 to 1440\n"
    ),
    (
      ["parse", "x", "--route", "l=/focus/:x"], .usage,
      "keytool: the route focus also matches /focus/x: --route l: begin its path with a different word\n"
    ),
    (
      ["parse", "x", "--route", "l"], .usage,
      "keytool: not a route: --route l: write it like lights=/lights/:room\n"
    ),
    (["check"], .usage, "keytool: argument missing: URL: see keytool help link check\n"),
    (
      ["check", "x", "--hex", "00"], .usage,
      "keytool: these options exclude each other: --hex and URL: give one of them\n"
    ),
  ]

  @Test(arguments: refusals)
  func wrongUsageIsSaid(arguments: [String], code: ExitCode, line: String) async throws {
    let outcome = try await keytool.run(["link"] + arguments)
    #expect(outcome.exitCode == code)
    #expect(outcome.errors == line)
  }

  @Test func checkForecastsALinkAndACard() async throws {
    let good = try await keytool("link", "check", "https://focuskey.app/focus/work", "--json")
    #expect(good.exitCode == .done)
    #expect(good.output.hasPrefix(#"{"android":"asks","desktop":"opens","findings":["#))
    #expect(good.output.contains(#""iphone":"opens""#))
    let card = try await keytool(
      "link", "check", "--hex",
      "91010F5504666F6375736B65792E6170702F73540F18616E64726F69642E636F6D3A706B676170702E666F6375736B6579")
    #expect(card.exitCode == .badData)
    let scheme = try await keytool("link", "check", "focuskey://start")
    #expect(scheme.exitCode == .no)
    #expect(scheme.output.contains("iPhone with the app     nothing happens\n"))
    #expect(scheme.output.contains("error: iPhones do not follow a focuskey: link from a card; use https\n"))
  }

  @Test func checkAnswersEveryLine() async throws {
    let message = try await keytool("ndef", "encode", "--uri", "https://focuskey.app/stop").output
    let outcome = try await keytool("link", "check", "--lines", input: message + "zz\nhttps://example.com/\nD1\n\n")
    #expect(outcome.exitCode == .done)
    #expect(outcome.lines.count == 5)
    #expect(outcome.lines[0].contains(#""iphone":"opens""#))
    #expect(outcome.lines[1].contains(#""kind":"not-hex""#))
    #expect(outcome.lines[2].contains(#""iphone":"browser""#))
    #expect(outcome.lines[3].contains(#""kind":"cut-header""#))
    #expect(outcome.lines[4].contains(#""kind":"no-octets""#))
  }

  @Test func anAssociationFileDecides() async throws {
    let file = """
      {"applinks":{"details":[{"appIDs":["ABCDE12345.app.focuskey"],
        "components":[{"/":"/stop","exclude":true},{"/":"/st*"}]}]}}
      """
    try Files.replace(keytool.folder("aasa"), with: Array(file.utf8))
    try Files.replace(keytool.folder("page"), with: Array("<!DOCTYPE html>".utf8))
    func check(_ url: String, _ more: String...) async throws -> Rehearsal.Outcome {
      try await keytool.run(["link", "check", url, "--json", "--aasa", "aasa"] + more)
    }
    #expect(try await check("https://focuskey.app/start").output.contains(#""iphone":"opens""#))
    #expect(try await check("https://example.com/start").output.contains(#""iphone":"opens""#))
    #expect(try await check("https://focuskey.app/stop").output.contains(#""kind":"excluded""#))
    #expect(try await check("https://focuskey.app/resume").output.contains(#""kind":"not-associated""#))
    #expect(try await check("https://focuskey.app/start", "--app", "X.y").output.contains(#""iphone":"browser""#))
    #expect(try await keytool("link", "check", "https://x.example/", "--aasa", "none").exitCode == .noInput)
    #expect(try await keytool("link", "check", "https://x.example/", "--aasa", "page").exitCode == .badData)
  }
}
