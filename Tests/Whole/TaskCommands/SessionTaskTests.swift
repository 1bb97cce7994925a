import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A session that works on a task, from a card to the file.
@Suite(.realParts) struct SessionTaskTests {
  private func taskFile(_ stand: TaskServiceTests.Stand, _ words: String) -> String {
    for path in stand.home.files {
      let text = (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if text.contains("SUMMARY:\(words)") { return text }
    }
    return ""
  }

  @Test("a card works on the next task, finishes it, and the file follows; a link that is no card does not")
  func card() async throws {
    let stand = try TaskServiceTests.Stand()
    let service = stand.service
    #expect(try service("tap", "--link", "https://focuskey.app/task?do=next").exitCode == 0)
    #expect(try stand.status()["task"]?.string == "Write the report")
    let uid = try stand.status()["task_uid"]?.string
    #expect(uid?.isEmpty == false)
    #expect(await eventually { taskFile(stand, "Write the report").contains("IN-PROCESS") })
    #expect(try service("open", "focuskey://task?do=done").exitCode == 1)
    #expect(try service("open", "focuskey://excuse").exitCode == 1)
    #expect(try service("tap", "--lift").exitCode == 0)
    #expect(try service("tap", "--link", "https://focuskey.app/task?do=done").exitCode == 0)
    #expect(await eventually { taskFile(stand, "Write the report").contains("STATUS:COMPLETED") })
    #expect(try stand.status()["task_uid"]?.isNull == true)
  }

  @Test("the file of a task may be renamed and moved: its focus stays with it, and done at the end finds it")
  func moved() async throws {
    let stand = try TaskServiceTests.Stand()
    #expect(try stand.service("open", "focuskey://focus/work?task=tidy-up").exitCode == 0)
    let uid = try #require(try stand.status()["task_uid"]?.string)
    #expect(await eventually { taskFile(stand, "Tidy up").contains("IN-PROCESS") })
    let path = try #require(stand.home.files.first { $0.contains(uid) })
    let text = taskFile(stand, "Tidy up")
    try Files.makeFolder(stand.home.folder("tasks/elsewhere"))
    let renamed = text.split(separator: "Tidy up").joined(separator: "Tidy up everything")
    try Files.replace(stand.home.folder("tasks/elsewhere/other.ics"), with: Array(renamed.utf8))
    try Files.remove(path)
    #expect(try stand.service("stop").exitCode == 0)
    #expect(await eventually(within: .seconds(25)) { (try? stand.service("confirm", "--done").exitCode) == 0 })
    #expect(await eventually { taskFile(stand, "Tidy up everything").contains("STATUS:COMPLETED") })
    let rows = try stand.home.json("list", "--all")
    let row = try #require(rows.first { $0["uid"]?.string == uid })
    #expect((row["focused_seconds"]?.integer ?? 0) >= 4)
    let session = try JSONDocument(try stand.service("history", "--format", "json").lines.last ?? "").root
    #expect(session["tasks"]?.array?.first?["uid"]?.string == uid)
  }

  @Test("the ledger of pledges is asked and settled by commands")
  func pledge() throws {
    let stand = try TaskServiceTests.Stand()
    #expect(try stand.service("pledge", "--json").lines == [#"{"accounts":[],"episodes":[],"ok":true}"#])
    #expect(try stand.service("pledge", "pay").exitCode == 1)
    #expect(try stand.service("pledge", "settled", "1.00").exitCode == 1)
    #expect(try stand.service("pledge", "settled", "much").exitCode == 65)
    let bad = stand.home.folder("bad.json5")
    for pledge in ["{ amount: 1 }", "{ amount: '1 EUR', to: { iban: 'DE88370400440532013000' } }", "{ day: '1.00' }"] {
      try Files.replace(bad, with: Array("{ profiles: [{ id: 'work', pledge: \(pledge) }] }".utf8))
      #expect(try stand.service("profile", "import", bad).exitCode == 65)
    }
  }
}
