import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// A tap as a person makes it, through the real programs: a card with the link on it, the service, the database, the
/// answer.
@Suite(.realParts) struct OneTapTests {
  private let work = "https://focuskey.app/focus/work"

  @Test func aTapStartsAnotherAsksAndAnAnswerEnds() async throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    #expect(try status(of: service)["state"]?.string == "idle")

    let tap = try service("tap", "--link", work)
    #expect(tap.exitCode == 0, "\(tap.errors)")
    var state = try status(of: service)
    #expect(state["state"]?.string == "focusing")
    #expect(state["profile"]?.string == "work")
    #expect(state["question"]?.isNull == true)
    #expect(state["readers"]?.array?.first?["state"]?.string == "card")
    #expect(state["shield"]?.array?.first?["state"]?.string == "unavailable")
    let session = state["session"]?.string

    // The card was taken away and comes back: that is a second tap.
    #expect(try service("tap", "--link", work).exitCode == 0)
    state = try status(of: service)
    #expect(state["state"]?.string == "focusing")
    #expect(state["question"]?["kind"]?.string == "end")

    let early = try service("confirm", "--json")
    #expect(early.exitCode == 1)
    #expect(early.errors.split(separator: "\n").count == 1)
    #expect(try JSONDocument(early.output).root["ok"]?.bool == false)
    #expect(try status(of: service)["state"]?.string == "focusing")

    #expect(
      await eventually(within: .seconds(15)) {
        (try? service("confirm").exitCode) == 0
      })
    #expect(try status(of: service)["state"]?.string == "idle")

    let history = try service("history", "--format", "json")
    let row = try JSONDocument(history.lines.last ?? "").root
    #expect(row["session"]?.string == session)
    #expect(row["why"]?.string == "confirmed")
    #expect(service.stop() == 0)

    let log = String(decoding: try Files.read(folder("service.log")), as: UTF8.self)
    for event in ["session-started", "question-opened", "refused", "session-ended"] {
      #expect(log.contains(" info \(event): "), "\(log)")
    }
  }

  @Test func whatWasAnnouncedOutlivesAKill() throws {
    let folder = TemporaryFolder()
    var service = try RunningService(home: folder.path)
    #expect(try service("tap", "--link", work).exitCode == 0)
    let before = try status(of: service)
    service.kill()

    service = try RunningService(home: folder.path)
    var after = try status(of: service)
    for name in ["state", "profile", "session", "started_at"] {
      #expect(after[name]?.string == before[name]?.string)
    }
    #expect(try service("tap", "--link", work).exitCode == 0)
    let question = try status(of: service)["question"]?["closes_at"]?.string
    #expect(question != nil)
    service.kill()

    service = try RunningService(home: folder.path)
    after = try status(of: service)
    #expect(after["question"]?["closes_at"]?.string == question)
  }

  private func status(of service: RunningService) throws -> JSONNode {
    let outcome = try service("status", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONDocument(outcome.output).root
  }
}
