import Requests
import SessionTime
import Testing

/// A request is declared once, and written, read, listed and answered by that.
@Suite struct RequestTests {
  static let move = Signature(
    "task-due", "Move the due date", .text("task"), .optional(.text("due")), .whole("times", in: 1...9).or(1))

  /// A table with one request that answers with what it was given.
  static let table = RequestTable([
    move.answer { asked, task, due, times in
      ["task": .string(task), "due": JSONValue(due), "times": JSONValue(times), "at": .integer(asked.now.milliseconds)]
    }
  ])

  private func answer(to text: String) async throws -> JSONValue {
    let root = try JSONDocument(Array(text.utf8)).root
    let request = try #require(Self.table["task-due"])
    let deed = try request.deed(JSONItem(root))
    guard case .value(let value) = try await deed(Asked(now: Timestamp(milliseconds: 7))) else { return .null }
    return value
  }

  @Test func readsWhatItWrites() async throws {
    let sent = Self.move("write", "fri", 2).json.text
    #expect(sent == #"{"command":"task-due","due":"fri","task":"write","times":2}"#)
    #expect(try await answer(to: sent) == ["task": "write", "due": "fri", "times": 2, "at": 7])
  }

  @Test func leavesOutWhatIsMissingAndFillsInDefaults() async throws {
    #expect(Self.move("write", nil, 1).json.text == #"{"command":"task-due","task":"write","times":1}"#)
    #expect(
      try await answer(to: #"{"command":"task-due","task":"write"}"#)
        == ["task": "write", "due": .null, "times": 1, "at": 7])
  }

  @Test(arguments: [
    (#"{"command":"task-due"}"#, ""), (#"{"command":"task-due","task":1}"#, "/task"),
    (#"{"command":"task-due","task":"a","times":10}"#, "/times"),
    (#"{"command":"task-due","task":"a","dew":"fri"}"#, "/dew"),
  ])
  func refusesWhatItDoesNotTake(_ text: String, _ place: String) throws {
    let root = try JSONDocument(Array(text.utf8)).root
    let fault = #expect(throws: JSONShapeError.self) { try #require(Self.table["task-due"]).deed(JSONItem(root)) }
    #expect(fault?.pointer.text == place)
  }

  @Test func listsWhatItTakes() throws {
    let request = try #require(Self.table["task-due"])
    #expect(request.takes.map { $0.name } == ["task", "due", "times"])
    #expect(request.takes.map { $0.isRequired } == [true, false, false])
    #expect(Self.table.names == ["task-due"] && Self.table["task-do"] == nil)
  }

  @Test func tellsAFailureAndReadsItBack() throws {
    let failure = Failure(
      .timedOut, "task-busy", "another program keeps writing this file", at: "a.ics", advice: "try again",
      details: [("next_at", "2026-11-26T10:00:00Z")])
    let told = Failure(answer: try JSONDocument(failure.answer.octets).root)
    #expect(told.exitCode == .timedOut && told.kind == "task-busy" && told.advice == "try again")
    #expect(told.answer == failure.answer)
    #expect(failure.sentence == "Another program keeps writing this file: try again.")
  }
}
