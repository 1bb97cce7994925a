import FocusSession
import Tasks
import Testing

/// Tasks as a language: lines with attributes, filters, and rings.
@Suite struct TaskLineTests {
  private func read(_ line: String) -> QuickTask? {
    QuickTask(line, now: TaskTimeTests.now, in: TaskTimeTests.berlin)
  }

  @Test func attributesAreTaskwarriors() throws {
    let task = try #require(read("Buy milk due:fri project:home +errand pri:H est:1h30m wait:tomorrow recur:weekly"))
    #expect(task.summary == "Buy milk" && task.project == "home" && task.tags == ["errand"])
    #expect(task.due?.text(in: TaskTimeTests.berlin) == "2026-11-27")
    #expect(task.edit.priority == .some(.high) && task.edit.estimate == .some(.minutes(90)))
    #expect(task.edit.recurrence??.rule == "FREQ=WEEKLY")
    #expect(task.fault == nil)
  }

  @Test func aMarkIsTheProjectWhereNoneIsNamed() throws {
    let task = try #require(read("Draft +thesis +urgent fri"))
    #expect(task.project == "thesis" && task.tags == ["urgent"])
  }

  @Test func aNumberIsNoBeginningOfAName() {
    let tasks = [TaskItem(uid: "1ab2c3", summary: "2 tickets"), TaskItem(uid: "f00d", summary: "Call mum")]
    #expect(TaskMatch.find("1", among: tasks) == .none && TaskMatch.find("2", among: tasks) == .none)
    #expect(TaskMatch.find("1ab", among: tasks) == .one(0) && TaskMatch.find("2 tick", among: tasks) == .one(0))
    #expect(TaskMatch.find("call", among: tasks) == .one(1))
  }

  @Test(arguments: ["Buy due:sometime", "Buy pri:Z", "Buy est:long", "Buy recur:often"])
  func whatMeansNothingIsSaid(line: String) throws { #expect(try #require(read(line)).fault != nil) }

  @Test(arguments: ["See http://a.example/x", "Re: the letter", "Ratio 3:2", "Note: this"])
  func otherColonsAreWords(line: String) throws {
    let task = try #require(read(line))
    #expect(task.summary == line && task.fault == nil)
  }

  @Test(arguments: [
    ("24.12.", "2026-12-24"), ("24.12.2027", "2027-12-24"), ("1st", "2026-12-01"), ("som", "2026-12-01"),
    ("end of month", "2026-11-30"), ("2026-W50", "2026-12-07"), ("now+3d", "2026-11-26"), ("someday", "9999-12-30"),
    ("tonight", "2026-11-23T20:00:00+01:00"),
  ])
  func datesOfOtherProgramsAreRead(text: String, meant: String) {
    let time = NaturalDate(now: TaskTimeTests.now, in: TaskTimeTests.berlin).time(text)
    #expect(time?.text(in: TaskTimeTests.berlin) == meant)
  }

  @Test func filtersFit() throws {
    var milk = TaskItem(uid: "1", summary: "Buy milk")
    (milk.tags, milk.project, milk.due) = (["errand"], "home.kitchen", .day(ISO8601.day("2026-11-26")!))
    let paper = TaskItem(uid: "2", summary: "Write the paper")
    let order = TaskOrder([milk, paper], at: TaskTimeTests.now, in: .utc)
    func found(_ words: String...) throws -> [String] {
      let filter = try TaskFilter(words, now: TaskTimeTests.now, in: .utc)
      return order.ranked.filter {
        filter.fits($0, list: "list", number: Int($0.task.uid), now: TaskTimeTests.now, in: .utc)
      }.map { $0.task.uid }.sorted()
    }
    #expect(try found() == ["1", "2"])
    #expect(try found("+errand") == ["1"] && found("-errand") == ["2"])
    #expect(try found("project:home") == ["1"] && found("project:ho") == [])
    #expect(try found("due.before:fri") == ["1"] && found("due.after:fri") == [] && found("due:none") == ["2"])
    #expect(try found("WRITE", "paper") == ["2"] && found("2") == ["2"] && found("list:other") == [])
    #expect(throws: TaskFilterFault(word: "due:never")) { try found("due:never") }
  }

  @Test func ringsAreFound() {
    func task(_ uid: String, _ after: String...) -> TaskItem {
      var task = TaskItem(uid: uid, summary: uid)
      task.dependsOn = after
      return task
    }
    let tasks = [task("a", "b"), task("b", "c"), task("c"), task("d", "c")]
    #expect(TaskRings.ring(of: "c", after: ["a"], among: tasks) == ["c", "a", "b", "c"])
    #expect(TaskRings.ring(of: "c", after: ["c"], among: tasks) == ["c", "c"])
    #expect(TaskRings.ring(of: "c", after: ["d"], among: tasks) == ["c", "d", "c"])
    #expect(TaskRings.ring(of: "d", after: ["a"], among: tasks) == nil)
    #expect(TaskRings.rings(among: tasks).isEmpty)
    #expect(TaskRings.rings(among: [task("x", "y"), task("y", "x")]).count == 1)
  }
}
