import FocusEngine
import FocusLinks
import FocusWire
import NDEF
import RealParts
import TestSupport
import Testing

/// Cards on a reader, from their octets to what the session makes of them.
@Suite(.realParts) struct TapTests {
  private let reader = ReaderName(backend: "test", name: "Test reader")

  private func message(_ uris: String...) throws -> [UInt8] {
    var records: [NDEFRecord] = []
    for uri in uris { records.append(try URIRecord(uri).record) }
    return NDEFMessage(records).encoded()
  }

  /// Lets the cards arrive one after the other, each lifted again, and gives what happened and how the reader answered.
  private func tap(_ cards: [PresentedCard], atStart: Bool = false) async throws -> ([String], [ReaderFeedback]) {
    let (answers, feedback) = try await answers(to: cards, atStart: atStart)
    return (await answers.names, feedback)
  }

  /// The same with all that was answered.
  private func answers(
    to cards: [PresentedCard], atStart: Bool = false, links: RouteTable = RouteTable(),
    seen: @escaping @Sendable (ReaderEvent) -> ReaderEvent? = { $0 }
  ) async throws -> (Answers, [ReaderFeedback]) {
    let clock = ManualClock()
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: JournalShield(), clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 1, low: 2) })
    let technology = ScriptedReader()
    let run = Task(executorPreference: Spare.threads) { await engine.run() }
    let answered = Answers()
    let serve = Task(executorPreference: Spare.threads) {
      await engine.serve(technology, reading: TapReading(links: links), seen: seen) { outcome in
        await answered.note(outcome)
      }
    }
    for (index, card) in cards.enumerated() {
      await technology.happen(.arrived(reader, card, atStart: atStart))
      _ = await eventually { await answered.arrivals > index }
      await technology.happen(.left(reader, uid: card.uid))
      _ = await eventually { await answered.departures > index }
      clock.advance(by: .seconds(2))
    }
    await technology.stop()
    await serve.value
    await engine.stop()
    await run.value
    return (answered, await technology.feedback)
  }

  @Test func theFirstLinkOfOursDecides() async throws {
    let octets = try message(
      "https://example.org/", "https://focuskey.app/focus/study", "https://focuskey.app/focus/work")
    let (names, feedback) = try await tap([PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: octets)])
    #expect(names == ["session-started study"])
    #expect(feedback == [.accepted])
  }

  @Test func aSecondTapAsksAndTheReaderSaysWait() async throws {
    let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: try message("https://focuskey.app/focus/work"))
    let (names, feedback) = try await tap([card, card])
    #expect(names == ["session-started work", "question-opened"])
    #expect(feedback == [.accepted, .wait])
  }

  @Test func aStrangersCardDoesNothingAndIsReported() async throws {
    let (names, feedback) = try await tap([
      PresentedCard(uid: [4, 9, 9, 9, 9, 9, 9], message: try message("https://example.org/"))
    ])
    #expect(names == ["tap-ignored"])
    #expect(feedback == [.refused])
  }

  @Test func aCardThatLayThereAtTheStartIsSeenAndNotActedOn() async throws {
    let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: try message("https://focuskey.app/focus/work"))
    let (names, feedback) = try await tap([card], atStart: true)
    #expect(names == ["tap-ignored"])
    #expect(feedback == [])
  }

  @Test func rubbishOnACardIsNoLink() async throws {
    let (names, _) = try await tap([PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: [0xD1, 0xFF, 0x00])])
    #expect(names == ["tap-ignored"])
  }

  @Test("A link of a route of the person's own is parsed once: what became of the tap carries it.")
  func ownLinksAreCarriedAlong() async throws {
    let text = "https://focuskey.app/lights/kitchen"
    let table = try RouteTable(own: [Route(own: "lights", path: "/lights/:room")])
    let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: try message("https://example.org/", text))
    let (answers, _) = try await answers(to: [card], links: table)
    let own = OwnLink(route: "lights", arguments: [.init("room", "kitchen")])
    #expect(await answers.links.map { $0?.ownLink } == [own])
    #expect(await answers.links.map { $0?.uri } == [text])
  }

  @Test func aFaultyLinkIsCarriedWithItsText() async throws {
    let text = "https://focuskey.app/stat"
    let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: try message(text))
    let (answers, feedback) = try await answers(to: [card])
    #expect(await answers.links.map { $0?.uri } == [text])
    #expect(await answers.links.first??.link == nil)
    #expect(await answers.names == ["refused"])
    #expect(feedback == [.refused])
  }

  @Test("The service sees what happens under its own names, and the reader is answered under that of its technology.")
  func eventsAreSeenAsTheServiceSeesThem() async throws {
    let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6], message: try message("https://focuskey.app/focus/work"))
    let door = ReaderName(backend: "test", name: "Front door")
    let (answers, feedback) = try await answers(
      to: [card],
      seen: { event in
        switch event {
        case .arrived(_, let card, let atStart): .arrived(door, card, atStart: atStart)
        case .left(_, let uid): .left(door, uid: uid)
        default: nil
        }
      })
    #expect(await answers.readers == [door, door])
    #expect(await answers.names == ["session-started work"])
    #expect(feedback == [.accepted])
  }
}

/// What became of the arrivals.
private actor Answers {
  private(set) var arrivals = 0
  private(set) var departures = 0
  private(set) var names: [String] = []

  private(set) var links: [FoundLink?] = []
  private(set) var readers: [ReaderName] = []

  func note(_ outcome: ReaderOutcome) {
    readers.append(outcome.event.reader)
    if case .left = outcome.event { departures += 1 }
    guard case .arrived = outcome.event else { return }
    arrivals += 1
    links.append(outcome.link)
    guard case .decided(_, let events) = outcome.answer else { return names.append("failed") }
    for event in events {
      if case .recorded(let fact) = event.kind, case .sessionStarted(let start) = fact.body {
        names.append("\(event.name) \(start.own.policy.profile.text)")
      } else {
        names.append(event.name)
      }
    }
  }
}
