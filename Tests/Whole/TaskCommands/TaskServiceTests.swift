import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Tasks beside a running service: sessions that are about them, the plan, and the calendar feed.
@Suite(.realParts) struct TaskServiceTests {
  /// A service on a port of its own, with two tasks.
  final class Stand {
    let home = TaskHome()
    let service: RunningService
    let port: UInt16

    init() throws {
      port = try FreePort.take()
      try Files.replace(home.folder("config.json5"), with: Array("{ port: \(port) }".utf8))
      try home("add", "Write the report", "--due", "tomorrow", "--priority", "H", "--profile", "study")
      try home("add", "Tidy up")
      service = try RunningService(home: home.folder.path)
    }

    func status() throws -> JSONNode { try JSONDocument(service("status", "--json").output).root }
  }

  @Test func aSessionIsAboutTheTaskThatIsNamed() throws {
    let stand = try Stand()
    #expect(try stand.service("start", "--task", "next").exitCode == 0)
    #expect(try stand.status()["task"]?.string == "Write the report")
    #expect(try stand.status()["profile"]?.string == "study")
  }

  @Test func aLinkNamesATaskToo() throws {
    let stand = try Stand()
    #expect(try stand.service("open", "focuskey://start?profile=work&task=tidy-up").exitCode == 0)
    #expect(try stand.status()["task"]?.string == "Tidy up")
    #expect(try stand.status()["profile"]?.string == "work")
  }

  @Test func wordsThatNameNoTaskStayWords() throws {
    let stand = try Stand()
    #expect(try stand.service("start", "work", "--task", "chapter three").exitCode == 0)
    #expect(try stand.status()["task"]?.string == "chapter three")
  }

  @Test func startingATaskStartsASessionAndItsFocusCounts() async throws {
    let stand = try Stand()
    #expect(try stand.service("task", "start", "tidy-up").exitCode == 0)
    #expect(try stand.status()["task"]?.string == "Tidy up")
    // A second one is begun without asking about the session.
    #expect(try stand.service("task", "start", "write").errors.contains("it continues"))
    // The question wants its wait; then the session is over, and its focus counts for the task that it was about.
    #expect(try stand.service("stop").exitCode == 0)
    #expect(await eventually(within: .seconds(25)) { (try? stand.service("confirm").exitCode) == 0 })
    let rows = try stand.home.json("list")
    #expect(rows.contains { $0["summary"]?.string == "Tidy up" && ($0["focused_seconds"]?.integer ?? 0) >= 4 })
    #expect(rows.contains { $0["summary"]?.string == "Write the report" && $0["focused_seconds"]?.integer == 0 })
  }

  @Test func thePlanIsThereForPages() async throws {
    let stand = try Stand()
    let answer = await Browser.get("/api/v1/plan", port: stand.port)
    let body = try #require(answer.split(separator: "\r\n\r\n", maxSplits: 1).last)
    let plan = try JSONDocument(String(body)).root
    #expect(plan["tasks"]?.array?.compactMap { $0["summary"]?.string } == ["Write the report", "Tidy up"])
    #expect(plan["next"]?.string == plan["tasks"]?.array?.first?["uid"]?.string)
    #expect(plan["tasks"]?.array?.first?["why"]?.array?.isEmpty == false)
  }

  @Test func theFeedIsForThoseWhoHaveItsAddress() async throws {
    let stand = try Stand()
    #expect(Browser.status(await Browser.get("/calendar.ics?token=", port: stand.port)) == "403")
    let address = try stand.home.json("calendar")[0]["address"]?.string ?? ""
    #expect(address.hasPrefix("http://127.0.0.1:\(stand.port)/calendar.ics?token="))
    let target = String(address.dropFirst("http://127.0.0.1:\(stand.port)".count))
    let answer = await Browser.get(target, port: stand.port)
    #expect(Browser.status(answer) == "200")
    let feed = String(answer.split(separator: "\r\n\r\n", maxSplits: 1).last ?? "")
    #expect(feed.contains("SUMMARY:Write the report") && feed.contains("BEGIN:VTODO"))
    let venv = try PeerVenv("tasks", packages: TaskPeerTests.peers)
    try Files.replace(stand.home.folder("feed.ics"), with: Array(feed.utf8))
    let read = try venv.program("python3").run(
      ["\(Repository.root)/Tests/Kit/Peers/icalendar_tasks.py", stand.home.folder("feed.ics")])
    #expect(read.exitCode == 0 && read.lines.count == 2, "\(read.errors)")
    // A new address ends the old one.
    #expect(try stand.home.json("calendar", "--renew")[0]["address"]?.string != address)
    #expect(Browser.status(await Browser.get(target, port: stand.port)) == "403")
  }
}
