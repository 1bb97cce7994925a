import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What the commands of settings refuse, whole and with one line that helps.
extension SettingsCommandTests {
  /// What is wrong, the exit code of Contract.md, and a word that helps.
  static let slips: [(line: String, exitCode: Int32, word: String)] = [
    ("start wrok", 1, "did you mean work"), ("start work --minutes 0", 1, "10080"),
    ("start work --minutes -1", 64, "--minutes"), ("break -1", 64, "-1"), ("break 0", 1, "no session"),
    ("break five", 64, "five"), ("extend -1", 64, "-1"), ("extend", 64, "MIN"),
    ("schedule add work a --days weekdays --start 09:00 --end 09:14", 65, "15 minutes"),
    ("schedule add work a --days weekdys --start 09:00 --end 10:00", 65, "weekdays"),
    ("schedule add work a --days weekdays --start 24:00 --end 10:00", 65, "09:00"),
    ("schedule add sleep nights --days weekdays --start 09:00 --end 10:00", 1, "already"),
    ("schedule add wrok a --days weekdays --start 09:00 --end 10:00", 66, "work"),
    ("schedule edit sleep night --on", 66, "nights"), ("schedule remove sleep night", 66, "nights"),
    ("profile add work", 1, "already"), ("profile add a.b", 65, "id"), ("profile show wrok", 66, "work"),
    ("profile edit work --category socail", 65, "social"), ("profile edit work --switch-to wrok", 65, "wrok"),
    ("profile edit work --site https://x.example/y", 65, "domain"), ("profile edit work --end never", 64, "confirm"),
    ("profile edit work --set {ends:1}", 65, "end"), ("profile edit work --set {end", 65, "--set"),
    ("profile remove wrok", 66, "work"), ("category show socail", 66, "social"),
    ("category add social", 1, "already"), ("category add mine --site a/b", 65, "domain"),
    ("key add a --uid 04A", 65, "hex"), ("key add a --may open", 64, "may"), ("key show dsk", 66, "desk"),
    ("key add a --link https://example.org/focus/work", 65, "focuskey.app"),
    ("key add a --link https://focuskey.app/focsu/work", 65, "focus"),
    ("profile import /nowhere/x.json5", 66, "no such file"), ("promise import /nowhere/x.json5", 66, "no such file"),
    ("history --since yesterdy", 64, "30d"), ("emergency --code", 64, "--code"),
    ("open https://focuskey.app/sotp", 65, "stop"), ("simulate /nowhere/script", 66, "no such file"),
  ]

  @Test func aSlipIsRefusedWholeWithOneLineThatHelps() throws {
    try well("promise add thesis", "key add desk --uid 04A1B2C3D4E580")
    let before = try everything()
    for (line, exitCode, word) in Self.slips {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try run(words + ["--json"])
      #expect(outcome.exitCode == exitCode, "\(line): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(line): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("focuskey: ") && outcome.errors.contains(word), "\(line): \(outcome.errors)")
      let answer = try JSONDocument(try #require(outcome.lines.last)).root
      #expect(answer["ok"]?.bool == false && answer["error"]?["kind"]?.string?.isEmpty == false, "\(line)")
    }
    #expect(try everything() == before)
    #expect(try json("status")["state"]?.string == "idle")
  }

  @Test("at least 15 minutes, said before the choice")
  func aScheduleLastsAQuarterOfAnHour() throws {
    for help in [try run(["schedule", "--help"]), try run(["schedule", "add", "--help"])] {
      #expect(help.output.contains("at least 15 minutes"))
    }
    for (end, exitCode) in [("09:01", 65), ("09:14", 65), ("09:15", 0), ("09:16", 0)] as [(String, Int32)] {
      let line = [
        "schedule", "add", "work", "at-\(end.dropFirst(3))", "--days", "weekdays", "--start", "09:00", "--end", end,
      ]
      let outcome = try run(line)
      #expect(outcome.exitCode == exitCode, "\(end): \(outcome.errors)")
      #expect(outcome.errors.contains("15 minutes") == (exitCode != 0))
    }
    #expect(try run(["schedule", "list", "work"]).lines.count == 2)
  }

  @Test func aPromiseOfOneCharacterTooManyIsRefused() throws {
    let most = String(repeating: "ä", count: 900)
    #expect(try run(["promise", "add", "  \(most) "]).exitCode == 0)
    let outcome = try run(["promise", "add", most + "x"])
    #expect(outcome.exitCode == 65 && outcome.errors.contains("900"))
    #expect(try json("promise", "show")["promise"]?.string == most)
  }

  @Test(arguments: ["profile", "key", "schedule", "category"])
  func oneBadEntryAmongAHundredRefusesAllOfThem(kind: String) throws {
    let entries = (0..<100).map { number in
      let isBad = number == 73
      return switch kind {
      case "profile": isBad ? "{id: 'p73', end: 'nver'}" : "{id: 'p\(number)'}"
      case "key": isBad ? "{id: 'p73', may: ['strat']}" : "{id: 'p\(number)', uid: '04\(1_000_000_000 + number)A1'}"
      case "category": isBad ? "{id: 'p73', site: ['a.b']}" : "{id: 'p\(number)', sites: ['a\(number).example']}"
      default:
        "{id: 'p\(number)', schedules: [{id: 's', days: 'weekdays', start: '09:00', end: '\(isBad ? "09:10" : "10:00")'}]}"
      }
    }
    let list = ["profile": "profiles", "key": "keys", "category": "categories"][kind] ?? "profiles"
    try Files.replace(folder("in.json5"), with: Array("{\(list): [\n\(entries.joined(separator: ",\n"))\n]}".utf8))
    let before = try everything()
    let outcome = try run([kind, "import", folder("in.json5"), "--json"])
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("line 75") && outcome.errors.contains("nothing was changed"), "\(outcome.errors)")
    #expect(try JSONDocument(outcome.output).root["error"]?["line"]?.integer == 75)
    #expect(try everything() == before)
  }
}
