import FocusSession
import Tasks
import Testing

/// A task in one line.
@Suite struct QuickTaskTests {
  private func read(_ line: String) -> QuickTask? {
    QuickTask(line, now: TaskTimeTests.now, in: TaskTimeTests.berlin)
  }

  @Test(arguments: [
    ("Write the report", "Write the report", nil),
    ("Write the report fri", "Write the report", "2026-11-27"),
    ("Write the report tomorrow 15:00", "Write the report", "2026-11-24T15:00:00+01:00"),
    ("Write the report by next fri at 9:30", "Write the report", "2026-12-04T09:30:00+01:00"),
    ("Taxes due 24 dec 2026", "Taxes", "2026-12-24"),
    ("  Call   Ann  in 3 days ", "Call Ann", "2026-11-26"),
    // The words of a task are not a date, and a date alone is the words of a task.
    ("Chapter 3", "Chapter 3", nil),
    ("tomorrow", "tomorrow", nil),
    ("Plan tomorrow morning", "Plan tomorrow morning", nil),
    ("Stand by", "Stand by", nil),
  ])
  func theDateIsAtTheEnd(line: String, summary: String, due: String?) throws {
    let task = try #require(read(line))
    #expect(task.summary == summary)
    #expect(task.due?.text(in: TaskTimeTests.berlin) == due)
  }

  @Test func projectAndTagsAreMarked() throws {
    let task = try #require(read("Draft +thesis @writing chapter 2 @writing fri @home"))
    #expect(task.summary == "Draft chapter 2")
    #expect(task.project == "thesis" && task.tags == ["writing", "home"])
    #expect(task.due?.text(in: TaskTimeTests.berlin) == "2026-11-27")
    // A date that begins with a plus, a number and a lone mark are what they were.
    #expect(read("Pay rent +2w")?.due?.text(in: TaskTimeTests.berlin) == "2026-12-07")
    #expect(read("Add +1 to x @ home")?.summary == "Add +1 to x @ home")
  }

  @Test(arguments: ["", "   ", "+thesis", "@home +thesis"]) func aTaskNeedsWords(line: String) {
    #expect(read(line) == nil)
  }
}
