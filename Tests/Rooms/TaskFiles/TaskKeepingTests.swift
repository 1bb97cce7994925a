import FocusSession
import Glibc
import LinuxRuntime
import Tasks
import Testing

@testable import TaskFiles

/// Nothing of a person's tasks is lost: where new ones go, what is undone, and what other programs wrote.
@Suite struct TaskKeepingTests {
  static let now = TaskShelfTests.now

  private func shelf(_ place: TaskShelfTests.Place, _ root: String, makes: Bool = false) -> TaskShelf {
    TaskShelf(
      TaskFolders([root], makesLists: makes), zone: .utc, journal: TaskJournal(folder: "\(place.path)/journal")
    ) { name in name == "Europe/Berlin" ? .fixed(secondsAheadOfUTC: 3600) : nil }
  }

  @Test func newTasksGoIntoAListThatExists() throws {
    let place = TaskShelfTests.Place()
    for list in ["personal", "work"] { try Files.makeFolder("\(place.path)/cal/\(list)") }
    let shelf = shelf(place, "\(place.path)/cal/*")
    let first = try shelf.add(TaskItem(uid: "a", summary: "a"), at: Self.now)
    #expect(first.path == "\(place.path)/cal/personal/a.ics" && first.list == "personal")
    let second = try shelf.add(TaskItem(uid: "b", summary: "b"), to: "work", at: Self.now)
    #expect(second.path == "\(place.path)/cal/work/b.ics")
    #expect(throws: TaskFileError.unknownList("nope", known: ["personal", "work"])) {
      try shelf.add(TaskItem(uid: "c", summary: "c"), to: "nope", at: Self.now)
    }
    // One that is called `tasks` is the usual one.
    try Files.makeFolder("\(place.path)/cal/tasks")
    let third = try self.shelf(place, "\(place.path)/cal/*").add(TaskItem(uid: "d", summary: "d"), at: Self.now)
    #expect(third.path == "\(place.path)/cal/tasks/d.ics")
  }

  @Test func aFolderThatCannotBeSeenIsAFault() throws {
    let place = TaskShelfTests.Place()
    #expect(TaskFolders(["\(place.path)/none"], makesLists: false).fault?.code == ENOENT)
    #expect(TaskFolders(["\(place.path)/none/*"], makesLists: false).fault?.code == ENOENT)
    #expect(TaskFolders(["\(place.path)/*"], makesLists: false).fault?.code == ENOENT)
    #expect(TaskFolders(["\(place.path)/none"]).fault == nil)
    try Files.makeFolder("\(place.path)/list")
    #expect(TaskFolders(["\(place.path)/*"], makesLists: false).fault == nil)
  }

  @Test func changesAreUndoneOneByOne() throws {
    let place = TaskShelfTests.Place()
    let shelf = shelf(place, place.path, makes: true)
    try place.put("u.ics", "UID:u", "SUMMARY:old", "DUE:20261123T090000Z", "RRULE:FREQ=WEEKLY")
    let before = try place.text("u.ics")
    let next = try #require(try shelf.change(TaskShelfTests.one(shelf, "u"), .done, at: Self.now).successor)
    try shelf.remove(TaskShelfTests.one(shelf, next.uid), at: Self.now)
    #expect(shelf.read().tasks.count == 1)
    #expect(try shelf.undo()?.what == "remove")
    #expect(shelf.read().tasks.count == 2)
    #expect(try shelf.undo()?.what == "done")
    #expect(try place.text("u.ics") == before && shelf.read().tasks.count == 1)
    #expect(try shelf.undo() == nil)
  }

  @Test func whatSomebodyElseWroteSinceIsNotUndone() throws {
    let place = TaskShelfTests.Place()
    let shelf = shelf(place, place.path, makes: true)
    try place.put("u.ics", "UID:u", "SUMMARY:old")
    try shelf.change(TaskShelfTests.one(shelf, "u"), .done, at: Self.now)
    try place.put("u.ics", "UID:u", "SUMMARY:theirs")
    #expect(throws: TaskFileError.changedSince(path: "\(place.path)/list/u.ics")) { try shelf.undo() }
    #expect(try place.text("u.ics").contains("theirs"))
  }

  @Test func theNextInstanceKeepsItsClocksAndItsAlarms() throws {
    let place = TaskShelfTests.Place()
    try place.put(
      "u.ics", "UID:u", "SUMMARY:s", "DTSTART;TZID=Europe/Berlin:20261123T140000",
      "DUE;TZID=Europe/Berlin:20261123T140000", "RRULE:FREQ=DAILY", "PERCENT-COMPLETE:50", "BEGIN:VALARM",
      "TRIGGER;VALUE=DATE-TIME:20261123T120000Z", "ACKNOWLEDGED:20261123T120001Z", "END:VALARM")
    let shelf = shelf(place, place.path)
    let next = try #require(
      try shelf.change(TaskShelfTests.one(shelf, "u"), .done, at: Self.now + .hours(8)).successor)
    let text = try place.text("\(next.uid).ics")
    for line in [
      "DTSTART;TZID=Europe/Berlin:20261124T140000", "DUE;TZID=Europe/Berlin:20261124T140000", "RRULE:FREQ=DAILY",
      "TRIGGER;VALUE=DATE-TIME:20261124T120000Z",
    ] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    #expect(!text.contains("ACKNOWLEDGED") && !text.contains("PERCENT"))
    #expect(next.scheduled == nil)
  }

  @Test func aRuleThatIsNotKnownNeverEnds() throws {
    let place = TaskShelfTests.Place()
    try place.put("u.ics", "UID:u", "SUMMARY:s", "DUE:20261123T090000Z", "RRULE:FREQ=HOURLY")
    let shelf = shelf(place, place.path)
    #expect(throws: TaskFileError.foreignRule("FREQ=HOURLY", path: "\(place.path)/list/u.ics")) {
      try shelf.change(TaskShelfTests.one(shelf, "u"), .done, at: Self.now)
    }
    #expect(try !place.text("u.ics").contains("COMPLETED"))
  }

  @Test func namesOfZonesWithABeginningAreKnown() throws {
    let place = TaskShelfTests.Place()
    try place.put("u.ics", "UID:u", "SUMMARY:s", "DUE;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261126T090000")
    let shelf = shelf(place, place.path)
    #expect(try TaskShelfTests.one(shelf, "u").task.due?.text(in: .utc) == "2026-11-26T08:00:00+00:00")
    #expect(shelf.read().findings == [])
  }

  @Test func aSecondImportChangesOnlyWhatChangedThere() throws {
    let place = TaskShelfTests.Place()
    let shelf = shelf(place, place.path, makes: true)
    var first = TaskItem(uid: "a", summary: "call the dentist")
    first.priority = .low
    let second = TaskItem(uid: "b", summary: "fix the bug")
    let before = ["a": first, "b": second]
    _ = try shelf.take([first, second], from: .taskwarrior, at: Self.now)
    try shelf.change(TaskShelfTests.one(shelf, "a"), .done, at: Self.now)
    try shelf.remove(TaskShelfTests.one(shelf, "b"), at: Self.now)
    // The same once more: what was done here stays done, what was removed stays removed.
    let again = try shelf.take([first, second], from: .taskwarrior, before: before, at: Self.now)
    #expect(again == TaskImportCounts(unchanged: 2))
    var changed = first
    changed.priority = .high
    _ = try shelf.take([changed, second], from: .taskwarrior, before: before, at: Self.now)
    let task = try TaskShelfTests.one(shelf, "a").task
    #expect(task.priority == .high && task.status == .completed && shelf.read().tasks.count == 1)
    #expect(try shelf.undo()?.what == "import")
    #expect(try TaskShelfTests.one(shelf, "a").task.priority == .low)
  }
}
