import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `profile`, `category`, `key`, `schedule`, `promise` and `recovery-code`, as people use them and as they get them
/// wrong.
@Suite(.realParts) struct SettingsCommandTests {
  let folder = TemporaryFolder()
  let service: RunningService

  init() throws {
    try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
    service = try RunningService(home: folder.path)
  }

  func run(_ words: [String], input: String = "") throws -> BuiltProgram.Outcome {
    try service.program.run(words + ["--home", service.home], input: Array(input.utf8))
  }

  /// Runs commands that must go well, each written as one line.
  func well(_ lines: String...) throws {
    for line in lines {
      let outcome = try run(line.split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 0, "\(line): \(outcome.errors)")
    }
  }

  func json(_ words: String...) throws -> JSONNode {
    try JSONDocument(try run(words + ["--json"]).output).root
  }

  func everything() throws -> [String] {
    try ["profile", "key", "promise", "category"].map { try run([$0, "export"]).output }
  }

  @Test func aProfileIsListedShownAddedEditedAndRemoved() throws {
    #expect(try run(["profile", "list"]).lines.map { $0.prefix { $0 != " " } } == ["work", "study", "sleep"])
    try well(
      "profile add deep --name Deep --site example.org --app org.example.Chat --category news --end key",
      "profile edit deep --break-minutes 7 --breaks-per-session 2 --switch-to study",
      "profile edit work --switch-to deep --switch-to study")
    let shown = try json("profile", "show", "deep")
    #expect(shown["name"]?.string == "Deep")
    #expect(shown["blocks"]?["sites"]?.array?.first?.string == "example.org")
    #expect(shown["breaks"]?["minutes"]?.integer == 7)
    #expect(shown["end"]?.string == "key")
    #expect(try json("profile", "add", "short")["ok"]?.bool == true)
    #expect(try run(["profile", "list", "--json"]).lines.count == 5)
    // Another profile that could be switched to it loses that with it.
    try well("profile remove deep")
    #expect(try json("profile", "show", "work")["switchTo"]?.array?.map(\.string) == ["study"])
    #expect(try run(["profile", "show", "deep"]).exitCode == 66)
  }

  @Test func threeProfilesShip() throws {
    let loud = ["social", "video", "news", "games", "shopping"]
    for (profile, wanted) in [("work", loud), ("study", loud + ["messaging", "forums"]), ("sleep", ["music"])] {
      let categories = try json("profile", "show", profile)["blocks"]?["categories"]?.array?.map(\.string)
      #expect(categories == wanted)
    }
    let sleep = try json("profile", "show", "sleep")
    // All but what the person allows.
    #expect(sleep["blocks"]?["mode"]?.string == "allow" && sleep["blocks"]?["apps"]?.array?.isEmpty == false)
    #expect(sleep["breaks"]?["perSession"]?.integer == 0)
    let nights = try json("schedule", "show", "sleep", "nights")
    #expect(nights["start"]?.string == "23:00" && nights["end"]?.string == "07:00")
    #expect(nights["on"]?.bool == false)
    #expect(try json("status")["next"]?.isNull != false)
    try well("schedule edit sleep nights --on")
    #expect(try json("schedule", "show", "sleep", "nights")["on"] == nil)
    #expect(try json("status")["next"]?["schedule"]?.string == "nights")
  }

  @Test func keysSchedulesAndThePromiseGoThroughAllVerbs() throws {
    try well(
      "key add desk --uid 04A1B2C3D4E580 --may start --may stop --link https://focuskey.app/focus/work",
      "key edit desk --may start", "schedule add work mornings --days weekdays --start 09:00 --end 12:00",
      "schedule edit work mornings --days mon,thu --end 13:00", "promise add thesis", "promise edit thesis!")
    let key = try json("key", "show", "desk")
    #expect(key["uid"]?.string == "04A1B2C3D4E580")
    #expect(key["may"]?.array?.map(\.string) == ["start"])
    #expect(try json("key", "list")["link"]?.string == "https://focuskey.app/focus/work")
    let schedule = try json("schedule", "show", "work", "mornings")
    #expect(schedule["days"]?.array?.map(\.string) == ["mon", "thu"] && schedule["end"]?.string == "13:00")
    #expect(schedule["accepted"] == nil)
    #expect(try run(["schedule", "list"]).lines.count == 2)
    #expect(try run(["schedule", "list", "work"]).lines == ["work/mornings  mon,thu  09:00-13:00"])
    #expect(try json("promise", "show")["promise"]?.string == "thesis!")
    try well("schedule remove work mornings", "key remove desk", "promise remove")
    #expect(try run(["key", "list"]).output.isEmpty)
    #expect(try json("promise", "show")["promise"]?.isNull == true)
  }

  @Test func whatIsExportedIsImportedElsewhereAndTheSame() throws {
    try well(
      "key add desk --uid 04A1B2C3D4E580 --link https://focuskey.app/focus/work",
      "schedule add work mornings --days weekdays --start 09:00 --end 12:00", "promise add thesis",
      "category add traps --site time.example --app org.example.Game", "category edit social --without-site x.com",
      "profile edit study --category traps")
    let exported = try everything()
    let other = TemporaryFolder()
    try Files.replace(other("config.json5"), with: Array("{port: 0}".utf8))
    let second = try RunningService(home: other.path)
    for (kind, text) in zip(
      ["category", "profile", "key", "promise"], [exported[3], exported[0], exported[1], exported[2]])
    {
      let outcome = try second.program.run([kind, "import", "-", "--home", other.path], input: Array(text.utf8))
      #expect(outcome.exitCode == 0, "\(kind): \(outcome.errors)")
    }
    for (kind, text) in zip(["profile", "key", "promise", "category"], exported) {
      #expect(try second(kind, "export").output == text, "\(kind)")
    }
    let schedules = try run(["schedule", "export"]).output
    try well("schedule remove work mornings")
    #expect(try run(["schedule", "import", "-"], input: schedules).exitCode == 0)
    #expect(try run(["schedule", "export"]).output == schedules)
  }

  @Test func theContractsOwnFileIsTakenAsItStands() throws {
    let file = """
      {
        profiles: [{
          id: "work", name: "Work",
          blocks: { mode: "block", sites: ["reddit.com", "!old.reddit.com"], apps: ["org.telegram.desktop"], categories: ["social"] }, // mode "allow": only these open
          breaks: { minutes: 5, perSession: 3, every: "60m", budget: { session: 15, day: 30, week: 120 },   // every rule is optional; all that stand must agree
                    after: "25m", gap: "20m", earn: { minutes: 5, perFocused: "30m" } },
          end: "confirm",                              // or "key", "timer"
          question: { wait: "5s", closes: "30s" },
          switchTo: ["study"],
          schedules: [{ id: "mornings", days: "weekdays", start: "09:00", end: "12:00" }],   // days: weekdays | weekends | every-day | ["mon", "thu"]
        }],
        keys: [{ id: "desk", name: "Desk card", uid: "04A1B2C3D4E580", may: ["start", "stop", "break", "switch"], link: "https://focuskey.app/focus/work", proof: "uid" }],
        promise: "I promised myself the thesis draft by December.",
      }
      """
    for kind in ["profile", "key", "promise"] {
      let outcome = try run([kind, "import", "-"], input: file)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let breaks = try json("profile", "show", "work")["breaks"]
    #expect(
      breaks?.value.text
        == #"{"after":"25m","budget":{"day":30,"session":15,"week":120},"earn":{"minutes":5,"perFocused":"30m"},"every":"1h","gap":"20m","minutes":5,"perSession":3}"#
    )
    #expect(try json("key", "show", "desk")["name"]?.string == "Desk card")
    #expect(try json("promise", "show")["promise"]?.string == "I promised myself the thesis draft by December.")
  }

  @Test func aCategoryIsSitesAndApplicationsThatAPersonCanEdit() throws {
    try well("category edit social --site chat.example --without-site x.com --app org.example.Chat")
    let social = try json("category", "show", "social")
    let sites = social["sites"]?.array?.compactMap(\.string) ?? []
    #expect(sites.contains("chat.example") && !sites.contains("x.com") && sites.contains("facebook.com"))
    #expect(social["apps"]?.array?.contains { $0.string == "org.example.Chat" } == true)
    #expect(social["changed"]?["sites"]?.array?.map(\.string) == ["chat.example", "!x.com"])
    try well("start work", "category edit social --site more.example")
    for loosening in ["category edit social --without-site more.example", "category remove social"] {
      let outcome = try run(loosening.split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 1 && outcome.errors.contains("only be made stricter"), "\(outcome.errors)")
    }
    // What no profile in force names is nobody's business.
    try well("category edit music --without-site spotify.com")
    #expect(try run(["category", "list", "--json"]).lines.count >= 13)
  }

  @Test func aStartIsPlannedBeforeAndDuringASession() throws {
    let before = try run(["start", "study", "--in", "90"])
    #expect(before.exitCode == 0 && before.output.hasPrefix("Study starts at "), "\(before.output)")
    #expect(try json("status")["next"]?["profile"]?.string == "study")
    try well("start work --minutes 50")
    let during = try run(["start", "work", "--minutes", "60", "--in", "10"])
    #expect(during.exitCode == 0 && during.output.hasPrefix("Work starts at "), "\(during.output)")
    let status = try json("status")
    #expect(status["question"]?.isNull == true && status["layers"]?.array?.count == 1)
    #expect(status["next"]?["profile"]?.string == "work")
  }

  @Test func theRulesForEveryProfileAreShownChangedAndLockedInUse() throws {
    #expect(try run(["rules", "show"]).output.contains("between taps: 1s"))
    try well("rules edit --away 2s --exits 2 --within 7d --wait 2m --wait 10m --sentence out")
    let rules = try json("rules", "show")["rules"]
    #expect(rules?["away"]?.string == "2s")
    #expect(rules?["emergency"]?["count"]?.integer == 2 && rules?["emergency"]?["period"]?.string == "7d")
    #expect(rules?["emergency"]?["waits"]?.array?.map(\.string) == ["2m", "10m"])
    let exported = try run(["rules", "export"]).output
    for (line, word) in [
      ("rules edit --away 2h", "1m"), ("rules edit --away soon", "25m"), ("rules edit --exits 0", "1"),
      ("rules edit --wait 5m --wait 1m", "at least as long"),
    ] {
      let outcome = try run(line.split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 65 && outcome.errors.contains(word), "\(line): \(outcome.errors)")
    }
    try well("start work", "rules show")
    // What would let out sooner waits for the end of the session.
    let loosened = try run(["rules", "edit", "--exits", "9"])
    #expect(loosened.exitCode == 1, "\(loosened.errors)")
    #expect(try run(["emergency", "--sentence", "out"]).exitCode == 0)
    #expect(try run(["rules", "export"]).output == exported)
    // An export is an import elsewhere.
    let other = TemporaryFolder()
    try Files.replace(other("config.json5"), with: Array("{port: 0}".utf8))
    let second = try RunningService(home: other.path)
    let imported = try second.program.run(["rules", "import", "-", "--home", other.path], input: Array(exported.utf8))
    #expect(imported.exitCode == 0, "\(imported.errors)")
    #expect(try second("rules", "export").output == exported)
  }

  @Test func aRecoveryCodeIsShownOnceAndEndsASession() throws {
    try well("profile edit work --end timer")
    #expect(try run(["start", "work", "--minutes", "9"]).errors.contains("recovery code"))
    let code = try #require(try json("recovery-code")["code"]?.string)
    #expect(code.count == 29)
    try well("start work --minutes 9")
    #expect(try run(["emergency", "--code", "WRONG"]).exitCode == 1)
    #expect(try run(["recovery-code"]).exitCode == 1)
    let typed = code.lowercased().replacing("-", with: " ")
    #expect(try run(["emergency", "--code", typed]).exitCode == 0)
    #expect(try json("status")["state"]?.string == "idle")
    #expect(try run(["emergency", "--code", code]).exitCode == 1)
    // The code itself is nowhere.
    let kept = try run(["export"]).output
    #expect(!kept.contains(code) && kept.contains("recovery-code-used"))
  }
}
