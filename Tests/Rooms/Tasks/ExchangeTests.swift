import FocusSession
import JSONText
import Tasks
import Testing

/// Tasks from and to Taskwarrior and todo.txt.
@Suite struct ExchangeTests {
  static let now = ISO8601.moment("2026-11-23T09:00:00Z")!

  static func taskwarrior(_ text: String) throws -> [TaskItem] {
    var reader = TaskwarriorReader(now: now)
    return try reader.tasks(Array(text.utf8))
  }

  static let full = """
    [{"annotations":[{"description":"noted","entry":"20261102T080000Z"}],"depends":["00000000-0000-0000-0000-000000000002"],\
    "description":"Wörds","due":"20261126T090000Z","entry":"20261101T080000Z","estimate":"PT6H","foo":"bar","modified":\
    "20261110T080000Z","priority":"H","project":"p","scheduled":"20261124T090000Z","start":"20261120T080000Z",\
    "status":"pending","tags":["a","next"],"uuid":"00000000-0000-0000-0000-000000000001","wait":"20261115T080000Z"}]
    """

  @Test func taskwarriorsMembersGoInAndOut() throws {
    let task = try Self.taskwarrior(Self.full)[0]
    #expect(task.status == .inProcess && task.priority == .high && task.estimate == .hours(6))
    #expect(task.foreignMembers == "{\"foo\":\"bar\"}")
    let written = TaskwarriorWriter(zone: .utc).object(task)
    #expect(JSONValue.array([written]).text == Self.full)
  }

  @Test func objectsMayBeOneALine() throws {
    let line = "{\"description\":\"a\",\"uuid\":\"00000000-0000-0000-0000-00000000000A\"}"
    let tasks = try Self.taskwarrior(line + "\n\n" + line.replacing("A\"", with: "B\"") + "\n")
    #expect(tasks.map(\.uid) == ["00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"])
    #expect(try Self.taskwarrior(line).count == 1)
    #expect(try Self.taskwarrior("[\(line),\(line)]").count == 1)
    #expect(try Self.taskwarrior("[]").isEmpty)
  }

  @Test(arguments: [
    ("[{\"description\":\"a\"},\n{\"description\":\"b\",\"due\":\"20260230T000000Z\"}]", 2, "due"),
    ("[{\"description\":\"a\",\"uuid\":\"x\"}]", 1, "uuid"), ("[{\"uuid\":\"x\"}]", 1, "description"),
    ("[{\"description\":\"a\",\"status\":\"later\"}]", 1, "status"), ("[{\"description\":\"a\"", 1, ""), ("[1]", 1, ""),
    ("{\"description\":\"a\"}\n{\"description\":\"b\",\"priority\":\"Z\"}", 2, "priority"), ("", 1, ""),
    ("{\"description\":\"a\"}\nnonsense", 2, ""), ("[{\"description\":\"a\",\"tags\":[1]}]", 1, "tags"),
  ])
  func damageIsNamedWithItsLine(text: String, line: Int, part: String) throws {
    let fault = #expect(throws: TaskImportError.self) { try Self.taskwarrior(text) }
    #expect(fault?.line == line && fault?.part == part)
  }

  @Test func templatesAreNotTasks() throws {
    var reader = TaskwarriorReader(now: Self.now)
    let tasks = try reader.tasks(Array("[{\"description\":\"a\",\"status\":\"recurring\"}]".utf8))
    #expect(tasks.isEmpty && reader.templates == 1)
  }

  @Test func anIdentifierThatIsNotAUUIDTravelsAlong() throws {
    let task = TaskItem(uid: "a@b", summary: "s")
    let written = TaskwarriorWriter(zone: .utc).object(task).text
    #expect(try Self.taskwarrior(written)[0].uid == "a@b")
  }

  static func line(_ text: String) throws -> TaskItem? { try TodoTxt.task(text, line: 1, in: .utc) }

  @Test func linesOfTodoTxtAreRead() throws {
    let task = try #require(
      try Self.line("(A) 2026-11-01 Call mum @phone +family +more due:2026-11-30 see https://x.example"))
    #expect(task.summary == "Call mum +more see https://x.example")
    #expect(task.priority == .high && task.tags == ["phone"] && task.project == "family")
    #expect(task.due == .day(CivilDay(year: 2026, month: 11, day: 30)))
    #expect(task.entered == ISO8601.moment("2026-11-01T00:00:00Z"))
    let done = try #require(try Self.line("x 2026-11-22 2026-11-01 Call mum pri:B"))
    #expect(done.status == .completed && done.priority == .medium)
    #expect(done.completed == ISO8601.moment("2026-11-22T00:00:00Z"))
    #expect(try Self.line("   ") == nil)
    #expect(try Self.line("(a) no priority")?.priority == nil)
    #expect(throws: TaskImportError.self) { try Self.line("pay due:2026-02-30") }
    #expect(throws: TaskImportError.self) { try Self.line("@only") }
  }

  @Test func theSameWordsAreTheSameTask() throws {
    let open = try #require(try Self.line("(A) Call mum @phone"))
    let done = try #require(try Self.line("x 2026-11-22 Call mum @phone"))
    #expect(open.uid == done.uid && StableUID.isUUID(open.uid))
    #expect(try TodoTxt.task("Call mum", repetition: 1, line: 2, in: .utc)?.uid != open.uid)
    #expect(try Self.line("Call dad")?.uid != open.uid)
  }

  @Test func linesReadBackAsTheSameTask() throws {
    var task = try Self.taskwarrior(Self.full)[0]
    let line = TodoTxt.line(task, in: .utc)
    let read = try #require(try Self.line(line))
    #expect(TodoTxt.line(read, in: .utc) == line)
    #expect(read.uid == task.uid && read.tags == task.tags && read.priority == task.priority)
    task.status = .completed
    task.completed = Self.now
    #expect(TodoTxt.line(task, in: .utc).hasPrefix("x 2026-11-23 2026-11-01 Wörds +p @a @next"))
  }
}
