import Allowance
import FocusSession
import Gates
import Learning
import SessionRehearsal
import Testing

/// Steps before a break and before the end, in sessions.
@Suite struct GateSentences {
  private let hall: [UInt8] = [4, 7]

  private func desk(break pause: [GateStep] = [], end: [GateStep] = [], rule: EndRule = .confirm) -> Desk {
    var settings = settings(end: rule)
    settings.profiles[0].policy.gate = GateRules(takeBreak: pause, end: end)
    settings.keys.append(Key(id: "hall", uid: CardUID(hall), may: .none))
    var desk = Desk(settings)
    desk.tap(stopKey)
    desk.start("work")
    _ = desk.takeEvents()
    return desk
  }

  private func card(_ name: String, took: Int64 = 2500) -> Command {
    .learned([.reviewed(CardID(deck: "deck", card: name), .good, took: took)])
  }

  private func open(_ answer: Answer) -> [String]? {
    guard case .gate(_, let steps) = answer.rule else { return nil }
    return steps.open.map { "\($0.step)" }
  }

  @Test("a break waits until as many cards are learned as its gate asks for, and each card counts once")
  func learning() {
    var desk = desk(break: [.learn(2)])
    #expect(open(desk.ask(.takeBreak(minutes: nil))) == ["learn(2)"])
    desk.give(card("a"))
    #expect(desk.status.breaks?.steps.map(\.done) == [1])
    desk.give(card("b"))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    desk.ask(.resume)
    #expect(open(desk.ask(.takeBreak(minutes: nil))) == ["learn(2)"])
  }

  @Test("a card that was tapped through does not count, nor the same card twice within an hour")
  func tappedThrough() {
    var desk = desk(break: [.learn(2)])
    desk.give(card("a", took: 1999))
    desk.give(card("b"))
    desk.give(card("b"))
    #expect(desk.status.breaks?.steps.map(\.done) == [1])
    desk.pass(.hours(1))
    desk.give(card("b"))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("movement counts where something measured it, in sets of three and more")
  func moving() {
    var desk = desk(break: [.move(10)])
    desk.give(.moved("squat", 10, .claimed))
    desk.give(.moved("squat", 2, .measured))
    #expect(desk.status.breaks?.steps.map(\.done) == [0])
    desk.give(.moved("squat", 6, .measured))
    desk.give(.moved("squat", 4, .proof))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("the question stays open while steps of its gate are missing, and the last step opens it")
  func end() {
    var desk = desk(end: [.wait(.seconds(5)), .tap(.named("hall")), .type("I mean it.")])
    desk.ask(.stop)
    desk.pass(.seconds(6))
    #expect(open(desk.give(.confirm)) == ["tap(Gates.GateKey.named(\"hall\"))", "type(\"I mean it.\")"])
    #expect(desk.status.question?.steps.map(\.isDone) == [true, false, false])
    // The key may do nothing but open this gate.
    #expect(desk.tap(hall) == .accepted)
    #expect(desk.give(.type("i mean it")).rule == .sentence("I mean it."))
    #expect(desk.give(.type(" I mean it.\n")) == .accepted)
    #expect(desk.give(.confirm) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("a key that may stop and is the last step ends the session by its tap")
  func tapEnds() {
    var desk = desk(end: [.wait(.seconds(5)), .tap(.named("desk"))])
    desk.tap(deskKey)
    #expect(desk.status.question != nil)
    desk.pass(.seconds(1))
    // Too early: the wait starts again, and the tap does not count.
    #expect(desk.tap(deskKey).rule == .wait)
    desk.pass(.seconds(4))
    #expect(open(desk.give(.confirm)) == ["tap(Gates.GateKey.named(\"desk\"))"])
    #expect(desk.tap(deskKey) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("steps come on top of a stop key, which alone does not end such a session")
  func stopKeyAndMore() {
    var desk = desk(end: [.learn(1)], rule: .key)
    desk.tap(stopKey)
    desk.pass(.seconds(5))
    #expect(open(desk.tap(stopKey)) == ["learn(1)"])
    desk.give(card("a"))
    #expect(desk.give(.confirm) == .accepted)
    #expect(desk.status.state == .idle)
  }

  @Test("before a break the wait counts from the first asking, and asking again does not restart it")
  func waiting() {
    var desk = desk(break: [.wait(.minutes(1))])
    let asked = desk.ask(.takeBreak(minutes: nil))
    #expect(open(asked) == ["wait(SessionTime.Lapse(milliseconds: 60000))"])
    #expect(asked.nextAt == desk.now.wall + .minutes(1))
    desk.pass(.seconds(40))
    #expect(desk.ask(.takeBreak(minutes: nil)).rule != nil)
    desk.pass(.seconds(20))
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
  }

  @Test("a key of the break's gate counts once a break was asked for, and then asks for nothing else")
  func keyBeforeBreak() {
    var desk = desk(break: [.tap(.named("desk"))])
    desk.ask(.takeBreak(minutes: nil))
    #expect(desk.tap(deskKey) == .accepted)
    #expect(desk.status.question == nil)
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    // On a break it is the one card again.
    #expect(desk.tap(deskKey) == .accepted)
    #expect(desk.status.state == .focusing)
    #expect(desk.tap(deskKey) == .accepted)
    #expect(desk.status.question != nil)
  }

  @Test("a key in another room counts whenever it is read")
  func scanning() {
    var desk = desk(break: [.scan("hall")], end: [.scan("hall")])
    #expect(desk.tap(hall) == .accepted)
    #expect(desk.ask(.takeBreak(minutes: nil)) == .accepted)
    desk.ask(.resume)
    desk.ask(.stop)
    desk.pass(.seconds(5))
    // It opened the break, and does not open the end too.
    #expect(open(desk.give(.confirm)) == ["scan(\"hall\")"])
  }

  @Test("a step that nobody can pass any more gives way to a wait, and the emergency exit needs no gate")
  func fallingBack() {
    var desk = desk(end: [.learn(5)])
    desk.give(.means(GateMeans(cards: 0)))
    desk.ask(.stop)
    #expect(desk.status.question?.steps.map { $0.replaced?.why } == [nil, .tooFewCards(0)])
    desk.pass(.seconds(59))
    #expect(open(desk.give(.confirm)) == ["wait(SessionTime.Lapse(milliseconds: 60000))"])
    desk.pass(.seconds(1))
    #expect(desk.give(.confirm) == .accepted)
    desk.start("work")
    #expect(desk.give(.emergency(sentence: desk.machine.settings.emergency.sentence)) == .accepted)
    desk.pass(.minutes(1))
    #expect(desk.status.state == .idle)
  }

  @Test("a gate that nobody could pass is refused when it is configured")
  func refusedAtOnce() {
    var desk = Desk(settings())
    func gate(_ steps: [GateStep]) -> Settings {
      var settings = desk.machine.settings
      settings.profiles[0].policy.gate = GateRules(end: steps)
      return settings
    }
    #expect(desk.give(.configure(gate([.tap(.named("cellar"))]))).rule == .impassable("work", .unknownKey("cellar")))
    desk.give(.means(GateMeans(cards: 3, hasReader: false, countsMovement: false)))
    #expect(desk.give(.configure(gate([.learn(5)]))).rule == .impassable("work", .tooFewCards(3)))
    #expect(desk.give(.configure(gate([.tap(.named("stop"))]))).rule == .impassable("work", .noReader))
    #expect(desk.give(.configure(gate([.move(5)]))).rule == .impassable("work", .nothingCounts))
    #expect(desk.give(.configure(gate([.learn(3), .type("yes")]))) == .accepted)
    // What cannot be passed any more stays as it is, and can be changed elsewhere.
    desk.give(.means(GateMeans(cards: 0)))
    var settings = desk.machine.settings
    settings.promise = "I promised."
    #expect(desk.give(.configure(settings)) == .accepted)
  }

  @Test("a gate in use cannot be loosened")
  func locked() {
    var desk = desk(break: [.learn(5)])
    var settings = desk.machine.settings
    settings.profiles[0].policy.gate = .none
    #expect(desk.give(.configure(settings)).rule == .locked(.profile("work")))
  }

  @Test("wherever the service is killed in the middle of a gate, its progress is that of one that lived")
  func killed() {
    let steps: [GateStep] = [
      .wait(.seconds(30)), .tap(.named("hall")), .type("yes"), .learn(3), .move(6), .scan("pause"),
    ]
    var chance = RandomScript(seed: 11)
    for round in 0..<60 {
      var (living, dying) = (desk(break: steps, end: steps), desk(break: steps, end: steps))
      for place in 0..<25 {
        let command = command(chance.next(), place)
        let (one, other) = (living.give(command), dying.give(command))
        #expect(one == other, "round \(round)")
        if chance.next() % 3 == 0 { dying.crash() }
        let lapse = Lapse.seconds(Int64(chance.next() % 20))
        living.pass(lapse)
        dying.pass(lapse)
        #expect(living.status.breaks?.steps == dying.status.breaks?.steps, "round \(round)")
        #expect(living.status.question == dying.status.question, "round \(round)")
        #expect(living.status.state == dying.status.state, "round \(round)")
      }
    }
  }

  private func command(_ number: UInt64, _ place: Int) -> Command {
    switch number % 9 {
    case 0, 1: .ask(.takeBreak(minutes: 1), by: .localUser)
    case 2: .ask(.stop, by: .localUser)
    case 3: .cardsArrived(ReaderID("r\(place)"), [CardReading(uid: CardUID(number % 2 == 0 ? hall : breakKey))])
    case 4: .type("yes")
    case 5, 6: card("\(place)")
    case 7: .moved("squat", 3, .measured)
    default: .confirm
    }
  }
}

/// Chance that is the same in every run.
private struct RandomScript {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
