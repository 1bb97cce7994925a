import FocusWire
import LinuxRuntime
import RealParts
import SessionRehearsal
import TestSupport
import Testing

/// `history` and `stats` of some days, read by others.
@Suite(.realParts) struct HistoryTests {
  private let folder = TemporaryFolder()
  private let service: RunningService

  /// Two sessions of a day, one of them with a task that is hard on every format, and one of the day before.
  init() throws {
    var settings = Settings.shipped
    settings.zone = .utc
    var desk = Desk(settings, at: "2026-11-19T09:00:00Z")
    desk.start("study", minutes: 30)
    desk.pass(.hours(23))
    desk.give(
      .ask(
        .start(
          StartRequest(profile: "work", task: "=1+1, \"quoted\"; a\\b\nüber 🚀 " + String(repeating: "x", count: 90))),
        by: .localUser))
    desk.pass(.minutes(30))
    desk.ask(.takeBreak(minutes: 5))
    desk.pass(.minutes(20))
    desk.give(.attempt(Attempt(kind: .site, name: "reddit.com")))
    desk.end()
    desk.pass(.hours(2))
    desk.start("work", minutes: 60)
    desk.pass(.hours(3))
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
    try desk.moveIn(to: folder("home"), with: settings)
    service = try RunningService(home: folder("home"))
  }

  private func run(_ words: String...) throws -> BuiltProgram.Outcome {
    try service.program.run(words + ["--home", service.home], environment: ["TZ=Europe/Berlin", "PATH=/usr/bin:/bin"])
  }

  @Test func aTableHasALineForEachSession() throws {
    let lines = try run("history").lines
    #expect(lines.count == 3)
    #expect(lines[0].contains("study") && lines[0].contains("30 min") && lines[0].contains("completed"))
    #expect(lines[1].contains("work") && lines[1].contains("45 min") && lines[1].contains("confirmed"))
    #expect(lines[1].contains("\\u{A}"), "a line break in a task must not break the table")
    #expect(try run("history", "--profile", "study").lines.count == 1)
    #expect(try run("history", "--since", "2026-11-20").lines.count == 2)
    #expect(try run("history", "--until", "2026-11-19").lines.count == 1)
    #expect(try run("history", "--since", "2026-11-20", "--until", "2026-11-20", "--profile", "work").lines.count == 2)
    #expect(try run("history", "--since", "2027-01-01").output.isEmpty)
  }

  @Test func jsonHoldsEverythingThatTheLogKeeps() throws {
    let sessions = try run("history", "--format", "json").lines.map { try JSONDocument($0).root }
    #expect(sessions.count == 3)
    #expect(try run("history", "--json").lines == run("history", "--format", "json").lines)
    let second = sessions[1]
    #expect(second["profile"]?.string == "work")
    #expect(second["why"]?.string == "confirmed")
    #expect(second["focused_seconds"]?.integer == 2705)
    #expect(second["breaks"]?.integer == 1 && second["break_times"]?.array?.count == 1)
    #expect(second["questions"]?.array?.first?["answer"]?.string == "end")
    #expect(second["attempted"]?.array?.first?["site"]?.string == "reddit.com")
    #expect(
      second["started_at"].flatMap { $0.string }.flatMap { ISO8601.moment($0) }
        == ISO8601.moment("2026-11-20T08:00:00Z"))
    #expect(sessions[0]["planned_end"]?.string != nil && second["planned_end"]?.isNull != false)
  }

  @Test func commaSeparatedValuesAreReadByPython() throws {
    let text = try run("history", "--format", "csv").output
    let script = """
      import csv, io, json, sys
      rows = list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline='')))
      print(json.dumps(rows))
      """
    let read = try BuiltProgram(at: "/usr/bin/python3").run(["-c", script], input: Array(text.utf8))
    #expect(read.exitCode == 0, "\(read.errors)")
    let rows = try JSONDocument(read.output).root.array ?? []
    #expect(rows.count == 3)
    let hard = try #require(rows.dropFirst().first)
    #expect(hard["task"]?.string == "'=1+1, \"quoted\"; a\\b\nüber 🚀 " + String(repeating: "x", count: 90))
    #expect(hard["started_at"]?.string == "2026-11-20T09:00:00+01:00")
    #expect(hard["focused_seconds"]?.string == "2705" && hard["break_seconds"]?.string == "300")
    #expect(hard["why"]?.string == "confirmed" && hard["breaks"]?.string == "1" && hard["attempts"]?.string == "1")
    #expect(text.hasSuffix("\r\n"))
  }

  @Test func aCalendarIsReadByTheRulesOfItsStandard() throws {
    let calendar = try Calendar(reading: try run("history", "--format", "ical").output)
    #expect(calendar.properties["VERSION"] == "2.0")
    #expect(calendar.properties["PRODID"]?.isEmpty == false)
    #expect(calendar.events.count == 3)
    #expect(Set(calendar.events.compactMap { $0["UID"] }).count == 3)
    for event in calendar.events {
      for name in ["DTSTAMP", "DTSTART", "DTEND"] {
        let text = try #require(event[name])
        #expect(text.count == 16 && text.hasSuffix("Z") && text.dropFirst(8).hasPrefix("T"), "\(text)")
      }
      #expect(event["DTSTART"] ?? "" < event["DTEND"] ?? "")
    }
    #expect(calendar.events[0]["SUMMARY"] == "study")
    #expect(calendar.events[0]["DTSTART"] == "20261119T090000Z" && calendar.events[0]["DTEND"] == "20261119T093000Z")
    #expect(
      calendar.events[1]["SUMMARY"]
        == "work: =1+1, \"quoted\"; a\\b\nüber 🚀 " + String(repeating: "x", count: 90))
    #expect(calendar.events[1]["DESCRIPTION"] == "45 min focused\n1 break\n1 attempt resisted")
  }

  @Test func statisticsAddUp() throws {
    let stats = try JSONDocument(try run("stats", "--json").output).root
    let all = stats["all"]
    #expect(all?["sessions"]?.integer == 3 && all?["focused_seconds"]?.integer == 1800 + 2705 + 3600)
    #expect(all?["breaks"]?.integer == 1 && all?["break_seconds"]?.integer == 300)
    #expect(all?["questions_ended"]?.integer == 1 && all?["attempts"]?.integer == 1 && all?["completed"]?.integer == 2)
    #expect(stats["days"]?.integer == 2 && stats["streak"]?["longest"]?.integer == 2)
    #expect(stats["average_seconds"]?.integer == 4052)
    // The service's clocks are UTC's: 9:00 to 9:30, 8:00 to 8:50 with a break, 10:50:05 to 11:50:05.
    #expect(stats["best_hour"]?["hour"]?.integer == 11 && stats["best_hour"]?["focused_seconds"]?.integer == 3005)
    #expect(stats["worst_hour"]?["hour"]?.integer == 10 && stats["worst_hour"]?["focused_seconds"]?.integer == 595)
    let text = try run("stats").output
    for word in [
      "Today:", "Week:", "Month:", "Streak:", "Average:", "Best hour:", "Worst hour:", "Breaks:", "Resisted:",
    ] {
      #expect(text.contains(word))
    }
    // Nothing watched for straying: no day is called free of it.
    #expect(text.contains("Strayed:  none was noticed.") && !text.contains("days free"))
    #expect(try run("help", "stats").output.contains("15 minutes"), "the streak's rule is said")
  }
}

/// A calendar read by RFC 5545 alone: lines unfolded (3.1), components nested (3.4), texts unescaped (3.3.11).
private struct Calendar {
  var properties: [String: String] = [:]
  var events: [[String: String]] = []

  struct Broken: Error { let what: String }

  init(reading text: String) throws {
    var lines: [[UInt8]] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // Every line ends with CR LF and has 75 octets at most (3.1).
      guard
        let end = rest.indices.first(where: {
          rest[$0] == 0x0D && rest.dropFirst($0 - rest.startIndex + 1).first == 0x0A
        })
      else { throw Broken(what: "a line without its end") }
      let line = rest[..<end]
      guard line.count <= 75, !line.contains(0x0A) else { throw Broken(what: "a line of \(line.count) octets") }
      rest = rest[(end + 2)...]
      if line.first == 0x20 || line.first == 0x09 {
        guard !lines.isEmpty else { throw Broken(what: "nothing to go on with") }
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Array(line))
      }
    }
    var open: [String] = []
    var event: [String: String] = [:]
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { throw Broken(what: "no value: \(text)") }
      let (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
      switch name {
      case "BEGIN":
        open.append(value)
        event = [:]
      case "END":
        guard open.popLast() == value else { throw Broken(what: "\(value) ends what it did not begin") }
        if value == "VEVENT" { events.append(event) }
      default:
        if open == ["VCALENDAR"] {
          properties[name] = value
        } else if open == ["VCALENDAR", "VEVENT"] {
          guard event[name] == nil else { throw Broken(what: "\(name) twice") }
          event[name] = try Self.unescaped(value)
        } else {
          throw Broken(what: "\(name) stands outside")
        }
      }
    }
    guard open.isEmpty, lines.first.map({ String(decoding: $0, as: UTF8.self) }) == "BEGIN:VCALENDAR" else {
      throw Broken(what: "no calendar")
    }
  }

  private static func unescaped(_ text: String) throws -> String {
    var result = ""
    var isEscaped = false
    for letter in text.unicodeScalars {
      if isEscaped {
        switch letter {
        case "n", "N": result += "\n"
        case "\\", ";", ",": result.unicodeScalars.append(letter)
        default: throw Broken(what: "\\\(letter)")
        }
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        guard letter != ";", letter != "," else { throw Broken(what: "\(letter) stands bare in \(text)") }
        result.unicodeScalars.append(letter)
      }
    }
    return result
  }
}
