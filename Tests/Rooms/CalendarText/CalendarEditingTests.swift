import CalendarText
import Testing

/// Only the lines that change are written; every other octet of a file stays.
@Suite struct CalendarEditingTests {
  private let file = """
    BEGIN:VCALENDAR\r
    X-FOREIGN;PARAM="a;b":kept\r
    BEGIN:VTODO\r
    uid:1@example\r
    SUMMARY:a long summary that goes on and on and on until it has to be folded a\r
     t an odd place\r
    CATEGORIES:a\\,b,c\r
    not a content line\r
    BEGIN:VALARM\r
    SUMMARY:of the alarm\r
    END:VALARM\r
    X-LATE:1\r
    END:VTODO\r
    END:VCALENDAR\r

    """

  private func text() throws -> CalendarText { try CalendarText(Array(file.utf8)) }

  private func changed(_ changes: LineChange...) throws -> String {
    let text = try text()
    return String(decoding: text.changing(text.parts("VTODO")[0], changes), as: UTF8.self)
  }

  @Test func aLineIsReplacedWhereItWas() throws {
    #expect(
      try changed(LineChange("CATEGORIES", "CATEGORIES:x"))
        == file.replacing("CATEGORIES:a\\,b,c\r\n", with: "CATEGORIES:x\r\n"))
  }

  @Test func aNewLineComesBeforeTheFirstPart() throws {
    #expect(
      try changed(LineChange("PRIORITY", "PRIORITY:5"))
        == file.replacing("BEGIN:VALARM", with: "PRIORITY:5\r\nBEGIN:VALARM"))
  }

  @Test func theAlarmsLinesAreNotTheTasks() throws {
    #expect(try changed(LineChange("SUMMARY", [])).contains("SUMMARY:of the alarm"))
    #expect(try !changed(LineChange("SUMMARY", [])).contains("SUMMARY:a long"))
  }

  @Test func whatIsThereAlreadyKeepsItsFolding() throws {
    let same = "SUMMARY:a long summary that goes on and on and on until it has to be folded at an odd place"
    #expect(try changed(LineChange("SUMMARY", same)) == file)
    #expect(try changed() == file)
  }

  @Test func namesAndParametersAreRead() throws {
    let text = try text()
    let todo = text.parts("VTODO")[0]
    #expect(todo.first("UID")?.value == "1@example")
    #expect(text.components[0].first("X-FOREIGN")?.parameter("PARAM") == "a;b")
    #expect(todo.first("SUMMARY")?.line == 5)
    #expect(todo.first("CATEGORIES")?.line == 7)
    #expect(text.faults == [CalendarFault(line: 8, cause: .notAContentLine)])
    #expect(CalendarValues.list("a\\,b,c") == ["a,b", "c"])
  }

  @Test func linesOfOtherEndsStayOfTheirKind() throws {
    let plain = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR"
    let text = try CalendarText(Array(plain.utf8))
    let changed = text.changing(text.parts("VTODO")[0], [LineChange("SUMMARY", "SUMMARY:x")])
    #expect(String(decoding: changed, as: UTF8.self) == plain.replacing("END:VTODO", with: "SUMMARY:x\nEND:VTODO"))
  }

  @Test func foldingNeverCutsACharacter() throws {
    let line = "SUMMARY:" + String(repeating: "ü🙂", count: 60)
    let folded = String(decoding: CalendarText.folded(line), as: UTF8.self)
    for part in folded.split(separator: "\r\n") { #expect(part.utf8.count <= 75) }
    #expect(folded.replacing("\r\n ", with: "") == line + "\r\n")
    #expect(!folded.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test func textsSurviveTheirEscapes() {
    for text in ["a,b;c\\d\ne", "", "\\n", "ends with \\", "\"quoted\": yes"] {
      #expect(CalendarValues.text(CalendarValues.escaped(text)) == text)
      #expect(CalendarValues.list(CalendarValues.escaped(list: [text, "x"])) == [text, "x"])
    }
  }

  @Test(arguments: [
    ("BEGIN:VTODO\nEND:VTODO\n", 1, CalendarFault(line: 1, cause: .notACalendar)),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR\n", 1, CalendarFault(line: 3, cause: .unexpectedEnd("VCALENDAR"))),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\n", 1, CalendarFault(line: 2, cause: .missingEnd("VTODO"))),
    ("", 1, CalendarFault(line: 1, cause: .notACalendar)),
    ("BEGIN:A\n", 100_000, CalendarFault(line: 9, cause: .tooDeep)),
  ])
  func brokenCalendarsSayWhereTheyBreak(text: String, times: Int, fault: CalendarFault) {
    #expect(throws: fault) { try CalendarText(Array(String(repeating: text, count: times).utf8)) }
  }

  @Test func aTextThatIsTooLongIsNotRead() {
    let octets = [UInt8](repeating: 0x41, count: CalendarText.mostOctets + 1)
    #expect(throws: CalendarFault(line: 1, cause: .tooLong(limit: CalendarText.mostOctets))) {
      try CalendarText(octets)
    }
  }
}
