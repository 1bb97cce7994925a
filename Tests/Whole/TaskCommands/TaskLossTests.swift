import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Nothing of a person's tasks is lost in silence, from outside.
@Suite(.realParts) struct TaskLossTests {
  @Test func newTasksGoWhereCalendarProgramsLook() throws {
    let home = TaskHome()
    for list in ["personal", "work"] { try Files.makeFolder(home.folder("calendars/\(list)")) }
    try Files.replace(
      home.folder("config.json5"), with: Array("{ tasks: { folders: [\"~/calendars/*\"], list: \"work\" } }".utf8))
    try home("add", "Default")
    try home("add", "Other", "--list", "personal")
    #expect(Folder.names(in: home.folder("calendars/work")).count == 1)
    #expect(Folder.names(in: home.folder("calendars/personal")).count == 1)
    let refused = try home("add", "Nope", "--list", "nowhere")
    #expect(refused.exitCode == 66 && refused.errors.contains("personal, work"))
    #expect(Set(Folder.names(in: home.folder("calendars"))) == ["personal", "work"])
  }

  @Test func aFolderThatIsNotThereIsNotNothingToDo() throws {
    let home = TaskHome()
    try Files.replace(
      home.folder("config.json5"), with: Array("{ tasks: { folders: [\"~/missing\"] } }".utf8))
    for command in [["list"], ["next"], ["check"], ["export", "--format", "ical"], ["add", "x"]] {
      let outcome = try home.run(command)
      #expect(outcome.exitCode == 66 && outcome.errors.contains("/missing"), "\(command): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func aFolderThatIsNotReadableIsNotNothingToDo() throws {
    try #require(getuid() == 0, "this trial needs root, to become somebody without rights")
    let home = TaskHome()
    try home("add", "x")
    _ = unsafe chmod(home.folder.path, 0o755)
    _ = unsafe chmod(home.folder("tasks"), 0o755)
    _ = unsafe chmod(home.folder("tasks/tasks"), 0)
    let program = BuiltProgram(at: "/usr/bin/setpriv")
    let arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.focuskey.path, "task"]
    for command in [["list"], ["next"], ["check"], ["export", "--format", "taskwarrior"]] {
      let outcome = try program.run(
        arguments + command + ["--home", home.folder.path], environment: TrialEnvironment.lines(["TZ": "UTC"]))
      #expect(outcome.exitCode == 77 && outcome.output.isEmpty, "\(command): \(outcome.output)")
      #expect(outcome.errors.contains(home.folder("tasks/tasks")))
    }
  }

  @Test func whatRepeatsInTaskwarriorRepeatsHere() throws {
    let home = TaskHome()
    let export = """
      [{"uuid":"00000000-0000-0000-0000-00000000000a","description":"pay rent","status":"recurring","recur":"monthly",
       "due":"20261101T000000Z","entry":"20261001T000000Z","mask":"--"},
      {"uuid":"00000000-0000-0000-0000-00000000000b","description":"pay rent","status":"pending","recur":"monthly",
       "parent":"00000000-0000-0000-0000-00000000000a","imask":0,"due":"20261201T090000Z","entry":"20261001T000000Z"},
      {"uuid":"00000000-0000-0000-0000-00000000000c","description":"odd one","status":"pending","recur":"sometimes",
       "due":"20261201T090000Z","entry":"20261001T000000Z"}]
      """
    let outcome = try home("import", "--format", "taskwarrior", "-", input: export)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("odd one"), "\(outcome.errors)")
    try home("done", "pay-rent", "--at", "2026-12-01T08:00:00Z")
    let next = try home.json("show", "pay-rent")[0]
    #expect(next["due"]?.string == "2027-01-01T09:00:00+00:00" && next["repeat"]?.string == "FREQ=MONTHLY")
    // The same export again: what was done stays done.
    let again = try home.json("import", "--format", "taskwarrior", "-", input: export)[0]
    #expect(again["unchanged"]?.integer == 2 && again["added"]?.integer == 0, "\(again.value.text)")
    #expect(try home.json("list").count == 2)
    let back = try home("export", "--format", "taskwarrior").output
    #expect(back.contains("\"recur\":\"monthly\""))
  }

  @Test func everyChangeCanBeUndone() throws {
    let home = TaskHome()
    let uid = try home.json("add", "Call mum", "--at", TaskHome.now)[0]["uid"]?.string ?? ""
    let before = try home.text("tasks/\(uid).ics")
    for command in [["done", uid], ["edit", uid, "--due", "fri"], ["remove", uid], ["append", uid, "and", "dad"]] {
      #expect(try home.run(command).exitCode == 0)
      let undone = try home.json("undo")[0]
      #expect(undone["ok"]?.bool == true && undone["undone"]?.string != nil)
      #expect(try home.text("tasks/\(uid).ics") == before, "\(command)")
    }
    #expect(try home("start", uid).exitCode == 0)
    #expect(try home.json("stop", uid)[0]["status"]?.string == "needs-action")
    try home("done", uid)
    #expect(try home.json("reopen", uid)[0]["status"]?.string == "needs-action")
    try home("remove", uid)
    #expect(try home.json("bin")[0]["summary"]?.string == "Call mum")
    #expect(try home("restore", "call-mum").exitCode == 0)
    #expect(try home.json("list").count == 1 && home("bin").output.isEmpty)
    #expect(try TaskHome()("undo").exitCode == 1)
  }

  @Test func numbersStayTheSame() throws {
    let home = TaskHome()
    for words in ["one", "two", "three"] { try home("add", words) }
    let numbers = try home.json("list").compactMap { row in row["number"]?.integer.map { (row["summary"]?.string, $0) }
    }
    #expect(Set(numbers.map { $0.1 }) == [1, 2, 3])
    let two = try #require(numbers.first { $0.0 == "two" }?.1)
    let one = try #require(numbers.first { $0.0 == "one" }?.1)
    try home("done", String(one))
    #expect(try home.json("show", String(two))[0]["summary"]?.string == "two")
    #expect(try home("done", String(one)).exitCode == 66)
    // A number is given again only later.
    #expect(try home.json("add", "four")[0]["number"]?.integer == 4)
  }

  @Test func manyAreChangedAtOnce() throws {
    let home = TaskHome()
    try home("add", "Buy", "milk", "project:home", "+errand", "due:2026-12-01")
    try home("add", "Write the report 2026-12-24 15:00 +thesis @writing")
    let rows = try home.json("list", "--sort", "due")
    #expect(rows.map { $0["summary"]?.string } == ["Buy milk", "Write the report"])
    #expect(rows[0]["project"]?.string == "home" && rows[0]["tags"]?.array?.first?.string == "errand")
    #expect(rows[1]["project"]?.string == "thesis" && rows[1]["due"]?.string == "2026-12-24T15:00:00+00:00")
    #expect(try home("modify", "project:home", "--add-tag", "town").exitCode == 64)
    #expect(try home("modify", "project:home", "--add-tag", "town", "--yes").exitCode == 0)
    #expect(try home.json("list", "+town").count == 1 && home.json("list", "milk").count == 1)
    #expect(try home("modify", "+nothing", "--due", "fri", "--yes").exitCode == 66)
    #expect(try home("list", "due:never").exitCode == 64)
    #expect(try home("add", "Plain", "+word", "--plain").output.contains("Plain +word"))
    try home("context", "home", "project:home")
    #expect(try home.json("list").count == 1)
    try home("context", "none")
    #expect(try home.json("list").count == 3)
    #expect(try home.json("report")[0]["open"]?.integer == 3)
  }

  @Test func tasksNeverWaitInARing() throws {
    let home = TaskHome()
    for words in ["a one", "b two"] { try home("add", words) }
    try home("edit", "a-one", "--after", "b-two")
    let ring = try home("edit", "b-two", "--after", "a-one")
    #expect(ring.exitCode == 64 && ring.errors.contains("b two -> a one -> b two"))
    #expect(try home("edit", "b-two", "--after", "b-two").exitCode == 64)
    // Another program may make one: it is said.
    try home.put("x.ics", "UID:x", "SUMMARY:x", "RELATED-TO;RELTYPE=DEPENDS-ON:y")
    try home.put("y.ics", "UID:y", "SUMMARY:y", "RELATED-TO;RELTYPE=DEPENDS-ON:x")
    let check = try home("check")
    #expect(check.exitCode == 1 && check.output.contains("wait for each other"))
  }

  @Test func whatRepeatsNeedsADate() throws {
    let home = TaskHome()
    #expect(try home("add", "x", "--repeat", "weekly").exitCode == 64)
    #expect(try home("add", "x", "recur:weekly").exitCode == 64)
    #expect(try home("add", "x", "recur:weekly", "due:fri").exitCode == 0)
  }
}
