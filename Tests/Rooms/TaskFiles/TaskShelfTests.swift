import FocusSession
import Glibc
import LinuxRuntime
import Tasks
import Testing

@testable import TaskFiles

/// Tasks in real folders: what other programs leave there, and what is written.
@Suite struct TaskShelfTests {
  static let now = ISO8601.moment("2026-11-23T09:00:00Z")!

  /// A folder that is gone after the test.
  final class Place {
    let path: String
    init() {
      var template = Array("/tmp/focuskey-tasks-XXXXXX".utf8CString)
      path = unsafe String(cString: mkdtemp(&template))
    }
    deinit { _ = unsafe system("chmod -R u+w \(path); rm -rf \(path)") }

    var shelf: TaskShelf { TaskShelf(TaskFolders([path]), zone: .utc) { _ in nil } }

    func put(_ name: String, _ lines: String...) throws {
      try Files.makeFolder("\(path)/list")
      let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR", ""]
      try Files.replace("\(path)/list/\(name)", with: Array(all.joined(separator: "\r\n").utf8))
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Files.read("\(path)/list/\(name)"), as: UTF8.self)
    }
  }

  static func one(_ shelf: TaskShelf, _ uid: String) throws -> StoredTask {
    try #require(shelf.read().tasks.first { $0.task.uid == uid })
  }

  @Test func hiddenAndHalfWrittenFilesAreNotTasks() throws {
    let place = Place()
    for name in [".u.ics.tmp", ".hidden.ics", "u.tmp", "u.txt"] { try place.put(name, "UID:\(name)") }
    try place.put("real.ics", "UID:u")
    #expect(place.shelf.read().tasks.map(\.task.uid) == ["u"])
    #expect(place.shelf.read().findings == [])
  }

  @Test func badFilesAreFindingsAndTheRestWorks() throws {
    let place = Place()
    try place.put("a.ics", "UID:a", "DUE:20260230T100000Z", "SUMMARY:bad date")
    try place.put("b.ics", "UID:b/../../etc", "SUMMARY:slash")
    try place.put("c.ics", "UID:a", "SUMMARY:again")
    try Files.replace("\(place.path)/list/d.ics", with: Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n".utf8))
    try Files.replace("\(place.path)/list/e.ics", with: [])
    _ = unsafe truncate("\(place.path)/list/e.ics", 100 << 20)
    _ = unsafe symlink("\(place.path)/nowhere", "\(place.path)/list/f.ics")
    _ = unsafe mkfifo("\(place.path)/list/g.ics", 0o600)
    let (tasks, findings) = place.shelf.read()
    #expect(tasks.map(\.task.uid).sorted() == ["a", "b/../../etc"])
    let found = findings.map { "\(TaskFolders.name(of: $0.path)):\($0.finding.line) \($0.finding.kind)" }
    #expect(
      found == [
        "a.ics:4 bad-value", "c.ics:2 same-uid", "d.ics:2 unreadable", "e.ics:1 unreadable", "g.ics:1 unreadable",
      ])
    let slash = try Self.one(place.shelf, "b/../../etc")
    try place.shelf.change(slash, .done, at: Self.now)
    #expect(try place.text("b.ics").contains("STATUS:COMPLETED"))
    try place.shelf.remove(slash, at: Self.now)
    #expect(place.shelf.read().tasks.count == 1)
  }

  @Test func aUIDWithASlashGetsAFileOfAnotherName() throws {
    let place = Place()
    let stored = try place.shelf.add(TaskItem(uid: "../../escape", summary: "s"), at: Self.now)
    #expect(stored.path.hasPrefix("\(place.path)/tasks/"))
    #expect(!stored.path.contains(".."))
    #expect(place.shelf.read().tasks.map(\.task.uid) == ["../../escape"])
  }

  @Test func somebodyElsesChangeIsKept() throws {
    let place = Place()
    try place.put("u.ics", "UID:u", "SUMMARY:old", "X-THEIRS:1")
    let stored = try Self.one(place.shelf, "u")
    // Between our reading and our writing another program renames the task and adds a property.
    try place.put("u.ics", "UID:u", "SUMMARY:theirs", "X-THEIRS:2", "PRIORITY:1")
    try place.shelf.change(stored, .done, at: Self.now)
    let text = try place.text("u.ics")
    #expect(text.contains("SUMMARY:theirs") && text.contains("X-THEIRS:2") && text.contains("PRIORITY:1"))
    #expect(text.contains("STATUS:COMPLETED"))
  }

  @Test func twoWritersAtOnceLoseNothing() async throws {
    let place = Place()
    try place.put("u.ics", "UID:u", "SUMMARY:s")
    let path = place.path
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<25 {
            let shelf = TaskShelf(TaskFolders([path]), zone: .utc) { _ in nil }
            var edit = TaskEdit()
            edit.note = "\(writer)-\(round)"
            _ = try? shelf.change(Self.one(shelf, "u"), .edit(edit), at: Self.now)
          }
        }
      }
    }
    let notes = try Self.one(place.shelf, "u").task.annotations.map(\.text)
    #expect(Set(notes).count == 100 && notes.count == 100)
    #expect(try place.text("u.ics").contains("SEQUENCE:100"))
  }

  @Test func aTaskThatComesAgainGetsAFileOfItsOwnWithEverythingForeign() throws {
    let place = Place()
    try place.put(
      "u.ics", "UID:u", "SUMMARY:water", "DUE:20261123T090000Z", "RRULE:FREQ=WEEKLY", "X-THEIRS:1", "BEGIN:VALARM",
      "TRIGGER:-PT5M", "END:VALARM")
    let (done, successor) = try place.shelf.change(Self.one(place.shelf, "u"), .done, at: Self.now)
    #expect(done.status == .completed && successor != nil)
    let next = try Self.one(place.shelf, successor!.uid)
    #expect(next.task.due == .moment(Self.now + .days(7)) && next.task.recurrence != nil)
    #expect(next.task.alarms == [.fromStart(.minutes(-5))])
    let text = String(decoding: try Files.read(next.path), as: UTF8.self)
    #expect(text.contains("X-THEIRS:1") && !text.contains("COMPLETED"))
    #expect(try !place.text("u.ics").contains("RRULE"))
  }

  @Test func thunderbirdsOwnWayOfRepeatingIsRead() throws {
    let place = Place()
    try place.put(
      "u.ics", "UID:u", "DUE:20261123T090000Z", "RRULE:FREQ=DAILY", "END:VTODO", "BEGIN:VTODO", "UID:u",
      "RECURRENCE-ID:20261123T090000Z", "STATUS:COMPLETED")
    let (tasks, findings) = place.shelf.read()
    #expect(tasks.count == 1 && findings.map(\.finding.kind) == ["endless-rule"])
    #expect(tasks[0].task.status == .needsAction)
    #expect(tasks[0].task.due == .moment(Self.now + .days(1)))
  }

  @Test func importsChangeNothingTheSecondTime() throws {
    let place = Place()
    var task = TaskItem(uid: "u", summary: "s")
    task.entered = Self.now
    task.tags = ["a b"]
    task.due = .moment(Self.now)
    #expect(try place.shelf.take([task], from: .taskwarrior, at: Self.now) == TaskImportCounts(added: 1))
    #expect(try place.shelf.take([task], from: .taskwarrior, at: Self.now) == TaskImportCounts(unchanged: 1))
    // What the other program cannot say stays.
    var edit = TaskEdit()
    edit.apps = ["editor"]
    try place.shelf.change(Self.one(place.shelf, "u"), .edit(edit), at: Self.now)
    task.summary = "t"
    #expect(try place.shelf.take([task], from: .taskwarrior, at: Self.now) == TaskImportCounts(changed: 1))
    #expect(try Self.one(place.shelf, "u").task.apps == ["editor"])
    // Out as a line and back in: a line knows no moments and no blanks in tags, and takes neither away.
    let line = TodoTxt.line(try Self.one(place.shelf, "u").task, in: .utc)
    let read = try #require(try TodoTxt.task(line, line: 1, in: .utc))
    #expect(try place.shelf.take([read], from: .todoTxt, at: Self.now) == TaskImportCounts(unchanged: 1))
  }

  @Test func aCalendarsTasksComeInAsTheyAreWritten() throws {
    let place = Place()
    let calendar = """
      BEGIN:VCALENDAR\r
      X-NAME:all\r
      BEGIN:VTIMEZONE\r
      TZID:Own\r
      END:VTIMEZONE\r
      BEGIN:VEVENT\r
      UID:e\r
      END:VEVENT\r
      BEGIN:VTODO\r
      UID:a\r
      CATEGORIES:x\\,y,z\r
      END:VTODO\r
      BEGIN:VTODO\r
      UID:b\r
      END:VTODO\r
      END:VCALENDAR\r

      """
    #expect(try place.shelf.take(calendar: Array(calendar.utf8), at: Self.now) == TaskImportCounts(added: 2))
    #expect(try place.shelf.take(calendar: Array(calendar.utf8), at: Self.now) == TaskImportCounts(unchanged: 2))
    let text = String(decoding: try Files.read(Self.one(place.shelf, "a").path), as: UTF8.self)
    #expect(text.contains("CATEGORIES:x\\,y,z\r\n") && text.contains("TZID:Own") && text.contains("X-NAME:all"))
    #expect(!text.contains("VEVENT") && !text.contains("UID:b"))
    #expect(throws: TaskFileError.self) {
      try place.shelf.take(
        calendar: Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n".utf8), at: Self.now)
    }
  }

  @Test func aFolderOfFoldersOfTheOwnersIsRead() throws {
    let place = Place()
    try place.put("u.ics", "UID:u")
    #expect(TaskFolders(["\(place.path)/*"]).lists == ["\(place.path)/list"])
    #expect(TaskFolders(["\(place.path)/list"]).lists == ["\(place.path)/list"])
    #expect(TaskFolders(["\(place.path)/none"]).lists == [])
  }
}
