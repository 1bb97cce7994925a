import FocusSession
import SessionRehearsal
import Testing

/// Product.md 2, sentence by sentence.
@Suite struct TapTests {
  var desk = Desk(settings())

  @Test("One tap per arrival.")
  mutating func oneTapPerArrival() {
    desk.lay(deskKey)
    #expect(desk.status.state == .focusing)
    desk.lay(deskKey)
    #expect(desk.status.question == nil)
    #expect(told(desk.events) == ["started work", "ignored stillThere"])
  }

  @Test(
    "A second tap of a key says break, where the key says so; of another key, or once the wait is over, it does not.")
  mutating func doubleTapBreaks() {
    var wanted = desk.machine.settings
    for index in wanted.keys.indices where wanted.keys[index].id == "desk" { wanted.keys[index].doubleTapBreaks = true }
    #expect(desk.give(.configure(wanted)) == .accepted)
    desk.tap(deskKey)
    desk.pass(.minutes(30))
    desk.tap(deskKey)
    #expect(desk.status.question != nil)
    #expect(desk.tap(deskKey) == .accepted)
    #expect(desk.status.state == .onBreak)
    #expect(desk.status.question == nil)
    desk.tap(deskKey)
    #expect(desk.status.state == .focusing)
    // The second tap of another card, and one after the wait, is an answer as ever.
    desk.pass(.minutes(30))
    desk.tap(deskKey)
    desk.tap(stopKey)
    #expect(desk.status.state == .focusing)
    desk.pass(.seconds(10))
    desk.tap(deskKey)
    #expect(desk.status.state == .idle)
  }

  @Test("A profile is meant by its id or its name, in any letters.")
  mutating func meantByName() {
    var named = desk.machine.settings
    named.profiles[1].policy.name = "Study hard"
    desk.give(.configure(named))
    for word in ["study", "Study", "STUDY HARD"] {
      desk.give(.ask(.start(StartRequest(profile: ProfileID(word))), by: .soft))
      #expect(desk.status.profile == "study")
      desk.end()
    }
    #expect(
      desk.give(.ask(.start(StartRequest(profile: "stud")), by: .soft)).rule == .unknownProfile("stud"))
  }

  @Test("While the card lies there, nothing more happens: not by polling again")
  mutating func pollingAgain() {
    desk.lay(deskKey)
    for _ in 0..<100 {
      desk.pass(.milliseconds(250))
      desk.lay(deskKey)
    }
    #expect(desk.status.question == nil)
  }

  @Test("nor by a reader error")
  mutating func readerError() {
    desk.lay(deskKey)
    desk.give(.readerLost("desk"))
    desk.pass(.seconds(30))
    desk.give(.cardsFound("desk", [CardReading(uid: CardUID(deskKey))]))
    desk.lay(deskKey)
    #expect(desk.status.question == nil)
    #expect(told(desk.events) == ["started work", "ignored stillThere", "ignored stillThere"])
  }

  @Test("nor by a service restart")
  mutating func serviceRestart() {
    desk.lay(deskKey)
    desk.crash(.seconds(3))
    desk.give(.cardsFound("desk", [CardReading(uid: CardUID(deskKey))]))
    desk.lay(deskKey)
    #expect(desk.status.state == .focusing)
    #expect(desk.status.question == nil)
  }

  @Test("nor by waking from sleep")
  mutating func wakingFromSleep() {
    desk.lay(deskKey)
    desk.suspend(.hours(8))
    desk.lay(deskKey)
    #expect(desk.status.question == nil)
  }

  @Test("A card already lying there when the service starts is seen and not acted on.")
  mutating func lyingThereAtStart() {
    desk.give(.cardsFound("desk", [CardReading(uid: CardUID(deskKey))]))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["ignored atStart"])
    desk.lift()
    desk.pass(.seconds(1))
    desk.lay(deskKey)
    #expect(desk.status.state == .focusing)
  }

  @Test("The same card counts again after it was away for at least 1 s", arguments: [999, 1000])
  func awayForASecond(milliseconds: Int64) {
    var desk = Desk(settings())
    desk.lay(deskKey)
    desk.pass(.seconds(10))
    desk.lift()
    desk.pass(.milliseconds(milliseconds))
    desk.lay(deskKey)
    #expect((desk.status.question != nil) == (milliseconds >= 1000))
    #expect(told(desk.events).last == (milliseconds >= 1000 ? "end?" : "ignored tooSoon"))
  }

  @Test("(setting)")
  func awayTimeIsASetting() {
    var own = settings()
    own.awayTime = .seconds(3)
    var desk = Desk(own)
    desk.lay(deskKey)
    desk.lift()
    desk.pass(.seconds(2))
    desk.lay(deskKey)
    #expect(told(desk.events).last == "ignored tooSoon")
    desk.lift()
    desk.pass(.seconds(3))
    desk.lay(deskKey)
    #expect(desk.status.question != nil)
  }

  @Test("a card that came back too soon counts once it was away for long enough")
  mutating func tooSoonIsNotForEver() {
    desk.lay(deskKey)
    desk.lift()
    desk.pass(.milliseconds(500))
    desk.lay(deskKey)
    desk.pass(.seconds(60))
    desk.lift()
    desk.pass(.seconds(1))
    desk.lay(deskKey)
    #expect(told(desk.events) == ["started work", "ignored tooSoon", "end?"])
  }

  @Test("Two cards at once: neither acts; the reader says so.")
  mutating func twoCards() {
    desk.give(
      .cardsArrived("desk", [CardReading(uid: CardUID(deskKey)), CardReading(uid: CardUID(startKey))]))
    desk.give(.severalCards("desk"))
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["ignored twoCards", "ignored twoCards"])
  }

  @Test("a second card beside one that lies there does not act either")
  mutating func secondCard() {
    desk.lay(startKey)
    desk.pass(.seconds(10))
    desk.lay(stopKey)
    #expect(desk.status.question == nil)
    // Taking one of them away is not an arrival of the other.
    desk.give(.cardLeft("desk", CardUID(startKey)))
    desk.pass(.seconds(5))
    desk.lay(stopKey)
    #expect(desk.status.question == nil)
  }

  @Test("a card on another reader is not a second card")
  mutating func twoReaders() {
    desk.lay(startKey, on: "desk")
    desk.lay(stopKey, on: "door")
    #expect(desk.status.question != nil)
  }

  @Test("the first record whose link is ours decides")
  mutating func linkDecides() {
    // The registration says focus, the card's own link says break.
    desk.tap(deskKey)
    desk.tap(deskKey, .ours(.takeBreak(minutes: 3)))
    #expect(desk.status.state == .onBreak)
  }

  @Test("A card without a link of ours but with a registered UID acts as its registration says.")
  mutating func registrationDecides() {
    desk.tap(startKey)
    #expect(desk.status.profile == "work")
    desk.tap(breakKey)
    #expect(desk.status.state == .onBreak)
    desk.tap(stopKey)
    #expect(desk.status.question != nil)
  }

  @Test("A stranger's card does nothing and is reported once.")
  mutating func stranger() {
    desk.lay([9, 9, 9, 9])
    #expect(desk.status.state == .idle)
    #expect(told(desk.events) == ["ignored stranger"])
  }

  @Test("a link of ours that cannot be understood is refused, not guessed at")
  mutating func faultyLink() {
    #expect(desk.tap(deskKey, .faulty).rule == .faultyLink)
    #expect(desk.status.state == .idle)
  }

  @Test("soft: it may start a session")
  mutating func softStart() {
    desk.open(.start(StartRequest(profile: "work")))
    #expect(desk.status.state == .focusing)
  }

  @Test("or tighten one")
  mutating func softTightens() {
    desk.start("work", minutes: 30)
    desk.open(.start(StartRequest(profile: "study")))
    #expect(desk.status.layers == ["work", "study"])
    desk.open(.start(StartRequest(profile: "work", minutes: 60)))
    #expect(desk.status.remaining == .minutes(60))
    #expect(desk.open(.start(StartRequest(profile: "work", minutes: 10))).rule == .soft)
    #expect(desk.status.remaining == .minutes(60))
    desk.ask(.takeBreak(minutes: 5))
    desk.open(.focus("work"))
    #expect(desk.status.state == .focusing)
  }

  @Test(
    "never end it, never open a break, never confirm",
    arguments: [Intent.stop, .takeBreak(minutes: nil), .focus("work")])
  func softNever(ask: Intent) {
    var desk = Desk(settings())
    desk.start("work")
    #expect(desk.open(ask).rule == .soft)
    #expect(desk.status.question == nil)
    desk.ask(.stop)
    desk.pass(.seconds(6))
    desk.open(ask)
    #expect(desk.status.state == .focusing)
  }

  @Test("a soft start never offers the switch that the profile allows: it adds")
  func softNeverSwitches() {
    var desk = Desk(settings(switchTo: ["study"]))
    desk.start("work")
    desk.open(.start(StartRequest(profile: "study")))
    #expect(desk.status.question == nil)
    #expect(desk.status.layers == ["work", "study"])
  }

  @Test("Keys can be proven more strongly")
  mutating func proof() {
    #expect(desk.tap(signedKey, .ours(.focus("work"))).rule == .proof(needed: .sun))
    #expect(desk.tap(signedKey, .ours(.focus("work")), proof: .counter).rule == .proof(needed: .sun))
    #expect(desk.tap(signedKey, .ours(.focus("work")), proof: .sun) == .accepted)
  }

  @Test("A profile says which strength its end needs.")
  mutating func strengthOfEnd() {
    desk.tap(signedKey, .ours(.stop), proof: .sun)
    #expect(desk.start("vault") == .accepted)
    desk.tap(deskKey, .ours(.stop))
    desk.pass(.seconds(6))
    #expect(desk.tap(deskKey, .ours(.stop)).rule == .proof(needed: .sun))
    #expect(desk.tap(signedKey, .ours(.stop), proof: .sun) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("a key that was proven weakly does not let a profile start that needs more")
  mutating func weakProofIsNotEnough() {
    desk.tap(deskKey, .ours(.stop))
    #expect(desk.start("vault").rule == .unproven)
    #expect(desk.start("exam") == .accepted)
  }
}
