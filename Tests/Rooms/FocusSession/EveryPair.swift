import FocusSession
import SessionRehearsal
import Testing

/// Every pair of a state and a command is decided; this table says how.
@Suite struct EveryPair {
  /// The states of the session, with and without an open question.
  private enum Place: CaseIterable {
    case idle, idlePlanned, focusing, focusingAsked, focusingExit, onBreak, onBreakAsked
  }

  private func desk(_ place: Place) -> Desk {
    var desk = Desk(settings())
    desk.tap(stopKey)
    desk.give(.recoveryCodeMade(digest: [1]))
    switch place {
    case .idle: break
    case .idlePlanned: desk.start("work", in: 600)
    case .focusing: desk.start("work", minutes: 600)
    case .focusingAsked:
      desk.start("work", minutes: 600)
      desk.ask(.stop)
    case .focusingExit:
      desk.start("work", minutes: 600)
      desk.give(.emergency(sentence: desk.machine.settings.emergency.sentence))
    case .onBreak:
      desk.start("work", minutes: 600)
      desk.ask(.takeBreak(minutes: 60))
    case .onBreakAsked:
      desk.start("work", minutes: 600)
      desk.ask(.takeBreak(minutes: 60))
      desk.ask(.stop)
    }
    // Late enough for the question, too early for anything to fall due.
    desk.pass(.seconds(10))
    _ = desk.takeEvents()
    return desk
  }

  /// What a command comes to in the order of ``Place``: the answer, then what was told.
  private func row(_ command: Command) -> [String] {
    Place.allCases.map { place in
      var desk = desk(place)
      let answer = desk.give(command)
      #expect(desk.folded.state == desk.machine.state)
      #expect(desk.folded.ledger == desk.machine.ledger)
      let word: String
      switch answer {
      case .accepted: word = "yes"
      case .nothing: word = "-"
      case .refused: word = "no"
      }
      return ([word] + told(desk.events)).joined(separator: ", ")
    }
  }

  private func key(_ uid: [UInt8]) -> Command { .cardsArrived("desk", [CardReading(uid: CardUID(uid))]) }

  @Test func start() {
    #expect(
      row(.ask(.start(StartRequest(profile: "work")), by: .localUser)) == [
        "yes, started work", "yes, started work", "yes, end?", "-", "yes, end?", "yes, break resumed", "-",
      ])
    #expect(
      row(.ask(.start(StartRequest(profile: "study")), by: .localUser)) == [
        "yes, started study", "yes, started study", "yes, layer+ study", "yes, layer+ study", "yes, layer+ study",
        "yes, layer+ study", "yes, layer+ study",
      ])
    #expect(
      row(.ask(.start(StartRequest(profile: "nobody")), by: .localUser)).allSatisfy {
        $0.hasPrefix("no, refused unknownProfile")
      })
  }

  @Test func softStart() {
    #expect(
      row(.ask(.start(StartRequest(profile: "work")), by: .soft)) == [
        "yes, started work", "yes, started work", "no, refused soft", "no, refused soft", "no, refused soft",
        "yes, break resumed", "no, refused soft",
      ])
  }

  @Test func startLater() {
    #expect(
      row(.ask(.start(StartRequest(profile: "work", inMinutes: 5)), by: .localUser)).allSatisfy {
        $0 == "yes, start planned"
      }
    )
  }

  @Test func focus() {
    #expect(
      row(key(deskKey)) == [
        "yes, started work", "yes, started work", "yes, end?", "yes, answer end, ended confirmed", "yes, end?",
        "yes, break resumed", "yes, answer end, break sessionEnded, ended confirmed",
      ])
  }

  @Test func stop() {
    #expect(
      row(.ask(.stop, by: .localUser)) == [
        "no, refused notActive", "yes, start unplanned", "yes, end?", "-", "yes, end?", "yes, end?", "-",
      ])
    #expect(
      row(key(stopKey)) == [
        "-", "-", "yes, end?", "yes, answer end, ended confirmed", "yes, end?", "yes, end?",
        "yes, answer end, break sessionEnded, ended confirmed",
      ])
    #expect(
      row(.ask(.stop, by: .soft)) == [
        "no, refused notActive", "no, refused notActive", "no, refused soft", "no, refused soft", "no, refused soft",
        "no, refused soft", "no, refused soft",
      ])
  }

  @Test func confirm() {
    #expect(
      row(.confirm) == [
        "no, refused notActive", "no, refused notActive", "no, refused noQuestion", "yes, answer end, ended confirmed",
        "no, refused noQuestion", "no, refused noQuestion", "yes, answer end, break sessionEnded, ended confirmed",
      ])
  }

  @Test func keep() {
    #expect(
      row(.keep) == [
        "no, refused notActive", "no, refused notActive", "no, refused noQuestion", "yes, answer keep",
        "yes, exit taken back", "no, refused noQuestion", "yes, answer keep",
      ])
  }

  @Test func takeBreak() {
    #expect(
      row(.ask(.takeBreak(minutes: 5), by: .localUser)) == [
        "no, refused notActive", "no, refused notActive", "yes, break", "yes, answer takeBreak, break", "yes, break",
        "no, refused alreadyOnBreak", "no, refused alreadyOnBreak",
      ])
    #expect(
      row(.ask(.takeBreak(minutes: -1), by: .localUser))[2...4].allSatisfy { $0.hasPrefix("no, refused minutes") })
    #expect(row(.ask(.takeBreak(minutes: 5), by: .soft)).suffix(5).allSatisfy { $0 == "no, refused soft" })
    #expect(row(key(breakKey))[2] == "yes, break")
  }

  @Test func resume() {
    #expect(
      row(.ask(.resume, by: .localUser)) == [
        "no, refused notActive", "no, refused notActive", "no, refused notOnBreak", "no, refused notOnBreak",
        "no, refused notOnBreak", "yes, break resumed", "yes, break resumed",
      ])
  }

  @Test func extend() {
    #expect(
      row(.extend(minutes: 5)) == [
        "no, refused notActive", "no, refused notActive", "yes, extended", "yes, extended", "yes, extended",
        "yes, extended", "yes, extended",
      ])
  }

  @Test func emergency() {
    let sentence = EmergencyRules().sentence
    #expect(
      row(.emergency(sentence: sentence)) == [
        "no, refused notActive", "no, refused notActive", "yes, exit waits", "yes, exit waits",
        "no, refused emergencyWaits", "yes, exit waits", "yes, exit waits",
      ])
  }

  @Test func recover() {
    #expect(
      row(.recover(digest: [1])) == [
        "no, refused notActive", "no, refused notActive", "yes, code used, ended emergency",
        "yes, code used, answer timeout, ended emergency", "yes, code used, exit taken back, ended emergency",
        "yes, code used, break sessionEnded, ended emergency",
        "yes, code used, answer timeout, break sessionEnded, ended emergency",
      ])
    #expect(
      row(.recoveryCodeMade(digest: [2])).map { String($0.prefix(3)) } == [
        "yes", "yes", "no,", "no,", "no,", "no,", "no,",
      ])
  }

  @Test func attempt() {
    #expect(
      row(.attempt(Attempt(kind: .site, name: "x"))) == [
        "-", "-", "yes, attempt x", "yes, attempt x", "yes, attempt x", "-", "-",
      ])
  }

  @Test func bypass() {
    #expect(
      row(.bypass(layer: "sites")) == [
        "-", "-", "yes, bypass sites", "yes, bypass sites", "yes, bypass sites", "-", "-",
      ])
  }

  @Test func keepPromise() {
    for attempt in [nil, Attempt(kind: .site, name: "x")] {
      let said = "yes, kept \(attempt?.name ?? "-")"
      #expect(
        row(.keepPromise(attempt)) == ["no, refused notActive", "no, refused notActive", said, said, said, said, said])
    }
  }

  @Test("what neither asks nor answers changes nothing in any state")
  func nothing() {
    let commands: [Command] = [
      .ask(.status, by: .localUser), .ask(.status, by: .soft), .timer(generation: 0), .clockChanged,
      .readerLost("desk"), .cardLeft("desk", nil), .cardsArrived("desk", []), .cardsFound("desk", []),
      .configure(settings()),
    ]
    for command in commands { #expect(row(command).allSatisfy { $0 == "-" }, "\(command)") }
  }

  @Test("a restart changes nothing but the log in any state")
  func restart() {
    for place in Place.allCases {
      var desk = desk(place)
      let before = desk.machine
      desk.crash()
      #expect(desk.machine.state == before.state)
      #expect(desk.machine.ledger == before.ledger)
      #expect(told(desk.events) == ["recovered 0"])
    }
  }

  @Test("a stranger's, a faulty and a second card do nothing in any state")
  func ignoredCards() {
    #expect(row(.cardsArrived("desk", [CardReading(uid: CardUID([9]))])).allSatisfy { $0 == "-, ignored stranger" })
    #expect(
      row(.cardsArrived("desk", [CardReading(uid: CardUID([9]), link: .faulty)])).allSatisfy {
        $0 == "no, refused faultyLink"
      })
    #expect(row(.severalCards("desk")).allSatisfy { $0 == "-, ignored twoCards" })
    #expect(
      row(.cardsFound("desk", [CardReading(uid: CardUID(stopKey))])).allSatisfy { $0 == "-, ignored atStart" })
  }
}
