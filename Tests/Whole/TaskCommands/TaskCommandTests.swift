import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `focuskey task` from outside: what it prints, how it ends, and what is in the files afterwards.
@Suite(.realParts) struct TaskCommandTests {
  @Test func theMostUrgentTaskIsFirst() throws {
    let home = TaskHome()
    try home("add", "Write", "the", "report", "--due", "2026-11-26T09:00:00Z", "--estimate", "6h", "--at", TaskHome.now)
    try home("add", "Tidy up", "--priority", "L", "--project", "home", "--tag", "a", "--tag", "b", "--at", TaskHome.now)
    try home("add", "Later", "--wait", "2026-12-24", "--at", TaskHome.now)
    let first = try home.json("add", "First", "--at", TaskHome.now)[0]["uid"]?.string ?? ""
    try home("add", "Second", "--after", first, "--priority", "H", "--at", TaskHome.now)
    let rows = try home.json("list", "--at", TaskHome.now)
    #expect(rows.map { $0["summary"]?.string } == ["Write the report", "First", "Tidy up"])
    #expect(rows[0]["horizon"]?.string == "short")
    #expect(rows[0]["due"]?.string == "2026-11-26T09:00:00+00:00")
    // Due in three days: 12 * ((-3 + 14) * 0.8 / 21 + 0.2); six hours in three days of two: all of the pressure's six.
    #expect(Self.rounded(rows[0]["urgency_base"]) == 7.429)
    #expect(Self.rounded(rows[0]["urgency"]) == 13.429)
    #expect(rows[0]["focused_seconds"]?.integer == 0)
    #expect(rows[2]["tags"]?.array?.compactMap { $0.string } == ["a", "b"])
    #expect(rows[2]["project"]?.string == "home" && rows[2]["priority"]?.string == "L")
    #expect(rows[2]["due"]?.isNull == true && rows[2]["status"]?.string == "needs-action")
    #expect(try home.json("list", "--all", "--at", TaskHome.now).count == 5)
    #expect(try home.json("next", "--at", TaskHome.now)[0]["summary"]?.string == "Write the report")
    let why = try home.json("why", "write", "--at", TaskHome.now)[0]
    #expect(why["terms"]?.array?.compactMap { $0["term"]?.string } == ["due", "pressure"])
    #expect(Self.rounded(why["urgency"]) == 13.429)
    #expect(try home("list", "--at", TaskHome.now).lines.count == 3)
  }

  static func rounded(_ node: JSONNode?) -> Double { ((node?.number ?? 0) * 1000).rounded() / 1000 }

  @Test func aTaskIsChangedStartedDoneAndRemoved() throws {
    let home = TaskHome()
    let uid = try home.json("add", "Call", "mum", "--repeat", "weekly", "--due", "2026-11-23")[0]["uid"]?.string ?? ""
    let edited = try home.json("edit", uid, "--summary", "Call dad", "--due", "2026-11-24")[0]
    #expect(edited["summary"]?.string == "Call dad" && edited["ok"]?.bool == true)
    let started = try home("start", "call-dad", "--json")
    #expect(started.exitCode == 0 && started.errors.contains("no service is running"))
    #expect(try home.text("tasks/\(uid).ics").contains("STATUS:IN-PROCESS"))
    #expect(try home.json("done", uid)[0]["status"]?.string == "completed")
    let rows = try home.json("list", "--all")
    #expect(rows.count == 2)
    #expect(rows.contains { $0["due"]?.string == "2026-12-01" && $0["status"]?.string == "needs-action" })
    #expect(try home("remove", uid).exitCode == 0)
    #expect(try home("remove", uid).exitCode == 66)
    #expect(try home.json("list", "--all").count == 1)
    #expect(try home("words", "x").exitCode == 64)
  }

  static let badInput: [([String], Int32)] = [
    (["add", "x", "--due", "2026-02-30"], 64), (["add", "x", "--due", "sometime"], 64), (["add", " "], 64),
    (["add", "x", "--priority", "Z"], 64), (["add", "x", "--estimate", "long"], 64), (["add"], 64),
    (["add", "x", "--repeat", "FREQ=SECONDLY"], 64), (["add", "x", "--after", "nobody"], 66),
    (["add", "x", "--list", "../up"], 64), (["done", "nobody"], 66), (["why", "nobody"], 66), (["edit", "nobody"], 66),
    (["remove", "nobody"], 66), (["start", "nobody"], 66), (["next"], 1), (["list", "--at", "whenever"], 64),
    (["import", "--format", "taskwarrior", "/nowhere"], 66), (["import", "--format", "else", "-"], 64),
    (["import", "--format", "taskwarrior", "-"], 65), (["list"], 0), (["check"], 0),
  ]

  @Test(arguments: badInput)
  func badInputIsRefusedInOneLine(arguments: [String], exitCode: Int32) throws {
    let home = TaskHome()
    let outcome = try home.run(arguments)
    #expect(outcome.exitCode == exitCode, "\(arguments): \(outcome.errors)")
    let lines = exitCode == 0 ? 0 : 1
    #expect(outcome.errors.split(separator: "\n").count == lines, "\(outcome.errors)")
    #expect(home.files.isEmpty)
  }

  @Test func aWordThatSeveralTasksBeginWithNamesThem() throws {
    let home = TaskHome()
    for words in ["call mum", "call dad"] { try home("add", words) }
    let outcome = try home("done", "call", "--json")
    #expect(outcome.exitCode == 66 && outcome.output.contains("ambiguous-task"))
    let words = try BuiltProgram.focuskey("words", "tasks", "--home", home.folder.path).lines
    #expect(Set(words) == ["next", "call-mum", "call-dad"])
  }

  @Test func brokenFilesAreNamedWithTheirLineAndTheRestWorks() throws {
    let home = TaskHome()
    try home.put("a.ics", "UID:a/../b", "SUMMARY:slash", "DUE:20260230T100000Z")
    try home.put("b.ics", "UID:b", "SUMMARY:zone", "DUE;TZID=Nowhere/Land:20261126T090000")
    try home.put("c.ics", "UID:c", "SUMMARY:endless", "RRULE:FREQ=DAILY", "PRIORITY:42")
    try Files.replace(home.folder("tasks/list/d.ics"), with: Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n".utf8))
    try Files.replace(home.folder("tasks/list/e.ics"), with: [])
    _ = unsafe truncate(home.folder("tasks/list/e.ics"), 100 << 20)
    let outcome = try home("list", "--json")
    #expect(outcome.exitCode == 0 && outcome.lines.count == 3)
    for place in ["a.ics:6: DUE", "b.ics:6: the time zone Nowhere/Land", "c.ics:7: PRIORITY", "d.ics:2:", "e.ics:1:"] {
      #expect(outcome.errors.contains(place), "\(place): \(outcome.errors)")
    }
    let found = try home("check", "--json")
    #expect(found.exitCode == 1 && found.output.contains("endless-rule"))
    #expect(try home("done", "a/../b").exitCode == 0)
    #expect(home.files.count == 5)
  }

  @Test func aFolderThatIsNotWritableIsNamed() throws {
    try #require(getuid() == 0, "this trial needs root, to become somebody without rights")
    let home = TaskHome()
    try home("add", "x")
    _ = unsafe chmod(home.folder.path, 0o755)
    _ = unsafe chmod(home.folder("tasks"), 0o555)
    _ = unsafe chmod(home.folder("tasks/tasks"), 0o555)
    let program = BuiltProgram(at: "/usr/bin/setpriv")
    let arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.focuskey.path]
    for command in [["add", "y"], ["add", "y", "--list", "new"]] {
      let outcome = try program.run(
        arguments + ["task"] + command + ["--home", home.folder.path],
        environment: TrialEnvironment.lines(["TZ": "UTC"]))
      #expect(outcome.exitCode == 77, "\(outcome.errors)")
      #expect(outcome.errors.contains(home.folder("tasks")))
    }
    #expect(try home.json("list").count == 1)
  }

  @Test func importsAreWholeAndTheSecondChangesNothing() throws {
    let home = TaskHome()
    let good = """
      [{"uuid":"00000000-0000-0000-0000-000000000001","description":"ä","status":"pending","entry":"20261101T080000Z","foo":1}]
      """
    #expect(try home.json("import", "--format", "taskwarrior", "-", input: good)[0]["added"]?.integer == 1)
    let path = home.files[0]
    let before = try Files.read(path)
    #expect(path.hasSuffix("/tasks/tasks/00000000-0000-0000-0000-000000000001.ics"))
    #expect(try home.json("import", "--format", "taskwarrior", "-", input: good)[0]["unchanged"]?.integer == 1)
    #expect(try Files.read(path) == before)
    let bad = good.replacing("}]", with: "},\n{\"description\":\"b\",\"due\":\"20260230T000000Z\"}]")
    let outcome = try home("import", "--format", "taskwarrior", "-", "--json", input: bad)
    #expect(outcome.exitCode == 65 && outcome.output.contains("\"line\":2") && home.files.count == 1)
    let exported = try home("export", "--format", "taskwarrior").output
    #expect(exported.contains("\"description\":\"ä\"") && exported.contains("\"foo\":1"))
    // Out and in again in every format: nothing changes.
    for format in ["taskwarrior", "todotxt", "ical"] {
      let text = try home("export", "--format", format).output
      let counts = try home.json("import", "--format", format, "-", input: text)[0]
      #expect(counts["unchanged"]?.integer == 1, "\(format): \(counts.value.text)")
    }
    let lines = "call mum @phone\ncall mum @phone\nx 2026-11-20 done\n"
    #expect(try home.json("import", "--format", "todotxt", "-", input: lines)[0]["added"]?.integer == 3)
    #expect(try home.json("import", "--format", "todotxt", "-", input: lines)[0]["unchanged"]?.integer == 3)
  }

  @Test func tasksLiveWhereTheConfigurationSays() throws {
    let home = TaskHome()
    try Files.makeFolder(home.folder("calendars/one"))
    try Files.replace(
      home.folder("config.json5"), with: Array("{ tasks: { folders: [\"~/calendars/*\"] } }".utf8))
    try home("add", "x", "--list", "one")
    #expect(Folder.files(below: home.folder("calendars"), ending: ".ics").count == 1)
    try Files.replace(home.folder("config.json5"), with: Array("{ tasks: { folder: [] } }".utf8))
    #expect(try home("list").errors.contains("folders"))
  }
}
