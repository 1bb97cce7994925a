import CommandShell
import KeytoolCommands
import RealParts
import TestSupport
import Testing

/// Slips of every day: each gets one line that leads on, and the exit code of its kind.
@Suite(.realParts) struct SlipTests {
  /// A command line, how it ends, and what its line has to say.
  struct Slip: CustomTestStringConvertible {
    let words: [String]
    let code: ExitCode
    let lead: String

    init(_ line: String, _ code: ExitCode, _ lead: String) {
      words = line.split(separator: " ").map(String.init)
      self.code = code
      self.lead = lead
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let link = "https://focuskey.app/start"
  private static let signed = "https://a.example/?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"

  static let slips = [
    Slip("asaa validate site", .usage, "did you mean aasa?"), Slip("wriet", .usage, "did you mean write?"),
    Slip("redaers", .usage, "did you mean readers?"), Slip("erse", .usage, "did you mean erase?"),
    Slip("aasa", .usage, "validate"), Slip("aasa valdiate site", .usage, "did you mean validate?"),
    Slip("help wriet", .usage, "did you mean write?"),
    // Files and links.
    Slip("aasa match site", .usage, "argument missing: URL"),
    Slip("aasa match \(link)", .usage, "argument missing: FILE|DOMAIN"),
    Slip("aasa match none.json \(link)", .noInput, "no such file: none.json"),
    Slip("aasa match site focuskey.app/start", .badData, "did you mean https://focuskey.app/start?"),
    Slip("aasa match site start", .badData, "write it with scheme and host"),
    Slip("aasa match --file site site \(link)", .usage, "--file and FILE|DOMAIN"),
    Slip("aasa explain site", .usage, "argument missing: URL"),
    Slip("aasa explain broken \(link)", .badData, "broken:1:2"),
    Slip("aasa diff site", .usage, "argument missing: NEW"),
    Slip("aasa diff site none.json", .noInput, "no such file: none.json"),
    Slip("aasa validate", .usage, "argument missing: FILE|DOMAIN"),
    Slip("aasa validate none.json", .noInput, "check the name"),
    Slip("aasa validate focuskey.invalid", .unavailable, "the name has no address"),
    Slip("aasa validate http://focuskey.app", .badData, "write https://focuskey.app"),
    Slip("aasa validate .", .noInput, "this is a folder"),
    Slip("aasa validate --format sarf site", .usage, "sarif"),
    Slip("aasa validate --fromat github site", .usage, "did you mean --format?"),
    Slip("aasa validate --format sarif --json site", .usage, "--json"),
    Slip("aasa fetch", .usage, "argument missing"), Slip("aasa fetch http://focuskey.app", .badData, "write https://"),
    Slip("aasa generate", .noInput, "keytool site new your.domain"),
    Slip("aasa generate --config none.json5", .noInput, "no such file"),
    Slip("aasa serve nowhere", .noInput, "keytool site build"), Slip("aasa serve .", .noInput, "keytool aasa generate"),
    Slip("assetlinks match none.json \(link)", .noInput, "no such file"),
    Slip("link parse focuskey.app/start", .badData, "https://"),
    Slip("link parse https://focuskey.app/strat", .badData, "did you mean /start?"),
    Slip("link make strat", .usage, "did you mean start?"),
    Slip("link make start --minutes 0", .usage, "1 to 1440"),
    Slip("link make start --minuts 5", .usage, "did you mean --minutes?"),
    Slip("link make break --profile work", .usage, "leave it out"), Slip("link make focus", .usage, "--profile"),
    // Cards: all told before one is asked for.
    Slip("write", .usage, "name one: a link"), Slip("write a b", .usage, "b"),
    Slip("write --profile work \(link)", .usage, "more than one thing"),
    Slip("write focuskey.app/start", .badData, "did you mean https://focuskey.app/start?"),
    Slip("write https://focuskey.app/strat", .badData, "did you mean /start?"),
    Slip("write \(link) --sign --mirror uid", .usage, "leave --mirror out"),
    Slip("write \(link) --lrp", .usage, "add --sign"),
    Slip("write --profile work --may stop", .usage, "name it with --key"),
    Slip("write --profile work --key a --batch 2", .usage, "one by one"),
    Slip("write --profile work --protect", .usage, "--password"),
    Slip("write --profile work --password 12", .usage, "8 hex digits"),
    Slip("write --profile work --master \(String(repeating: "0", count: 32))", .usage, "add --sign"),
    Slip("write --profile work --sign --master 00", .usage, "32 hex digits"),
    Slip("write --hex zz", .badData, "hex digit"), Slip("write --file none.bin", .noInput, "no such file"),
    Slip("write --profile work --timeout soon", .usage, "--timeout"),
    Slip("write --profile work --reader simulated --home nowhere", .unavailable, "focuskey up"),
    // Signed taps, pipelines, sites.
    Slip("sun check", .usage, "argument missing: URL"),
    Slip("sun check https://a.example/ --home nowhere", .badData, "picc_data="),
    Slip("sun check \(signed) --home nowhere", .noInput, "give --key HEX, or --keys"),
    Slip("sun check \(signed) --key 00", .usage, "32 hex digits"),
    Slip("sun check \(signed) --keys none.json", .noInput, "--keys with a file"),
    Slip("sun backup copy --home nowhere", .noInput, "keytool write --sign"),
    Slip("sun restore none.json --home nowhere", .noInput, "no such file"),
    Slip("ci", .usage, "--github or --pre-commit"), Slip("ci --gihub", .usage, "did you mean --github?"),
    Slip("ci --github kept", .no, "add --force"), Slip("ci --github nowhere", .noInput, "your repository"),
    Slip("site build", .noInput, "keytool site new your.domain"), Slip("site new", .usage, "argument missing: DOMAIN"),
    Slip("site new Focus.Example", .badData, "small letters"),
    Slip("site new focus.example --app abc", .usage, "ABCDE12345.org.example.app"),
    Slip("site new focus.example --package app", .badData, "package name"),
    Slip("memory decode none.bin", .noInput, "no such file"),
  ]

  @Test func thereAreMoreThanFifty() { #expect(Self.slips.count > 50) }

  @Test(arguments: slips) func oneLineLeadsOn(_ slip: Slip) async throws {
    let keytool = Rehearsal(Keytool.program)
    try Files.replace(keytool.folder("site"), with: Array(LiveSiteCommandTests.file.utf8))
    try Files.replace(keytool.folder("broken"), with: Array("{".utf8))
    try Files.makeFolder(keytool.folder("kept"))
    try Files.replace(keytool.folder("kept/action.yml"), with: Array("mine".utf8))
    var words = slip.words
    // A link to be written to a card of nobody's computer.
    if words.first == "write", !words.contains("--home") { words += ["--home", "nowhere"] }
    let outcome = try await keytool.run(words)
    #expect(outcome.exitCode == slip.code, "\(outcome)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("keytool: ") }
    #expect(lines.count == 1 && (lines.first?.count ?? 0) < 220, "\(outcome)")
    #expect(lines.first?.contains(slip.lead) == true, "\(outcome)")
  }
}
