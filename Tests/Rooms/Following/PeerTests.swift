import FocusHistory
import FocusSession
import Following
import SessionRehearsal
import SyncProtocol
import Testing

private func device(_ number: UInt64) -> DeviceID { DeviceID(halves: SyncHalves(high: 0xD, low: number)) }

/// A desk whose facts a peer hears, one message for each.
private struct Spoken {
  var desk: Desk
  var peer = Peer(device: device(1))
  var number: UInt64 = 0
  var told = 0
  var here: Here

  init(
    follow: Bool = true, oneCardEndsAll: Bool = false,
    signature: @escaping @Sendable (String) -> CardCounter? = { _ in nil }
  ) {
    desk = Desk(
      Settings(
        profiles: [
          Profile(policy: Policy(profile: "work", blocks: Blocks(sites: ["a.example"]))),
          Profile(policy: Policy(profile: "exam", end: .key)),
        ],
        keys: [Key(id: "desk", uid: CardUID([4, 1]), ask: .focus("exam"))]))
    here = Here(
      wall: desk.now.wall, settings: SyncSettings(follow: follow, oneCardEndsAll: oneCardEndsAll), signature: signature)
  }

  /// What the peer makes of all that was recorded since, heard that much later.
  mutating func heard(after late: Lapse = .zero) -> [DeviceAsk] {
    here.wall = desk.now.wall + late
    defer { told = desk.log.count }
    return desk.log[told...].flatMap { fact in
      number += 1
      return peer.hear(fact, number: number, at: here)
    }
  }
}

@Suite("What another device's facts ask of this one")
struct PeerTests {
  @Test("a start asks to follow, with what is left of its time, and only if the person chose that")
  func start() {
    var spoken = Spoken()
    spoken.desk.start("work", minutes: 30)
    let asks = spoken.heard(after: .minutes(4))
    guard case .session(let session)? = asks.first?.what else { return #expect(Bool(false), "\(asks)") }
    #expect(session.mayStart && session.left == .minutes(26) && session.own.blocks.sites == ["a.example"])
    #expect(asks[0].age == .minutes(4) && asks[0].source.device.text == device(1).text)
    var silent = Spoken(follow: false)
    silent.desk.start("work")
    guard case .session(let quiet)? = silent.heard().first?.what else { return #expect(Bool(false)) }
    #expect(!quiet.mayStart && quiet.left == nil)
  }

  @Test("clocks that differ by days are set right by what both know of the mailbox's clock")
  func skew() {
    var spoken = Spoken()
    spoken.peer.hear(Hello(name: "laptop", offset: 2 * 86_400_000, halfTrip: 5, seen: Heads()))
    spoken.here.offset = -86_400_000
    spoken.desk.start("work", minutes: 30)
    let asks = spoken.heard(after: .days(3) + .minutes(1))
    #expect(asks.first?.age == .minutes(1))
    #expect(spoken.peer.name == "laptop")
    spoken.desk.setClock(by: .hours(5))
    spoken.desk.give(.extend(minutes: 10))
    #expect(
      spoken.heard(after: .days(3) - .hours(5)).last?.age == .zero, "a clock that is set is not a time that passed")
  }

  @Test("an exit, a break and an end are told with what they need; news of a followed session goes no further")
  func ends() {
    var spoken = Spoken()
    spoken.desk.start("work")
    spoken.desk.ask(.takeBreak(minutes: 5))
    spoken.desk.pass(.minutes(2))
    spoken.desk.ask(.resume)
    spoken.desk.end()
    let asks = spoken.heard().map(\.what)
    guard asks.count == 4, case .breakBegan(let id, let left) = asks[1], case .breakEnded(let ended) = asks[2],
      case .ended(id, .confirmed, let proof) = asks[3]
    else { return #expect(Bool(false), "\(asks)") }
    #expect(left == .minutes(5) - .minutes(2) - .seconds(5))
    #expect(ended.took == .minutes(2) && ended.profiles == ["work"] && proof == EndProof())

    var follower = Spoken()
    let source = SyncSource(device: DeviceName(device(2).text), number: 1)
    let session = SessionElsewhere(id: SessionID("01X"), own: Policy(profile: "work"), left: nil, mayStart: true)
    follower.desk.give(.device(DeviceAsk(source: source, age: .zero, what: .session(session))))
    follower.desk.end()
    #expect(follower.desk.machine.state == .idle && follower.heard().isEmpty)
  }

  @Test("the end by a key says how strongly the card was shown")
  func proof() {
    var spoken = Spoken()
    spoken.desk.lay([4, 1], proof: .sun, counter: 3)
    spoken.desk.lift()
    spoken.desk.pass(.seconds(2))
    spoken.desk.lay([4, 1], proof: .sun, counter: 4)
    spoken.desk.lift()
    spoken.desk.pass(.seconds(6))
    spoken.desk.lay([4, 1], proof: .sun, counter: 5)
    spoken.desk.lift()
    spoken.desk.pass(.seconds(6))
    spoken.desk.lay([4, 1], proof: .sun, counter: 6)
    let asks = spoken.heard().map(\.what)
    #expect(asks.contains(.counter(CardUID([4, 1]), 6)))
    #expect(
      asks.contains {
        if case .ended(_, .confirmed, let proof) = $0 { proof.told == .sun && proof.signed == nil } else { false }
      },
      "\(asks)")
  }

  @Test("a signed tap is handed on only where the person chose it and the signature is right here")
  func signed() {
    let card = CardCounter(card: CardUID([4, 1]), highest: 9)
    func asks(_ isChosen: Bool, _ found: CardCounter?) -> EndProof? {
      var peer = Peer(device: device(1))
      let here = Here(
        wall: Timestamp(milliseconds: 0), settings: SyncSettings(follow: true, oneCardEndsAll: isChosen),
        signature: { $0 == "link" ? found : nil })
      let stamp = Stamp(
        moment: Moment(wall: Timestamp(milliseconds: 0), steady: 0, boot: BootID("b")), tick: Tick(milliseconds: 0))
      let layer = Layer(policy: Policy(profile: "work"), began: stamp.tick, until: nil, trigger: .command)
      let periods = BudgetPeriods(dayEnds: stamp.tick, weekEnds: stamp.tick)
      let bodies: [Fact.Body] = [
        .sessionStarted(SessionStart(id: SessionID("01A"), own: layer, trigger: .command, periods: periods)),
        .sync(.cardSigned(card.card, counter: card.highest, link: "link")),
        .questionAnswered(.end, by: .card("r", card.card, "desk")),
        .sessionEnded(SessionEnding(id: SessionID("01A"), profile: "work", why: .confirmed, focused: .zero)),
      ]
      var last: EndProof?
      for (index, body) in bodies.enumerated() {
        for ask in peer.hear(Fact(stamp: stamp, body: body), number: UInt64(index + 1), at: here) {
          if case .ended(_, _, let proof) = ask.what { last = proof }
        }
      }
      return last
    }
    #expect(asks(true, card)?.signed == card)
    #expect(asks(false, card)?.signed == nil)
    #expect(asks(true, nil)?.signed == nil)
    #expect(asks(true, CardCounter(card: card.card, highest: 10))?.signed == nil)
  }

  @Test("what a card showed comes after the end that it proved, and otherwise once the question is over")
  func counterAfterEnd() {
    var spoken = Spoken(oneCardEndsAll: true)
    func counters(_ asks: [DeviceAsk]) -> [UInt32] {
      asks.compactMap { if case .counter(_, let counter) = $0.what { counter } else { nil } }
    }
    func lay(_ counter: UInt32, after seconds: Int64) {
      spoken.desk.pass(.seconds(seconds))
      spoken.desk.lay([4, 1], proof: .sun, counter: counter)
      spoken.desk.lift()
    }
    lay(3, after: 2)
    #expect(counters(spoken.heard()) == [3], "this one starts")
    lay(4, after: 2)
    #expect(counters(spoken.heard()) == [4], "this one asks")
    lay(5, after: 2)
    #expect(counters(spoken.heard()) == [5], "too early: it asks again")
    lay(6, after: 10)
    let asks = spoken.heard()
    #expect(counters(asks) == [6])
    guard case .ended(_, .confirmed, _)? = asks.dropLast().last?.what else {
      return #expect(Bool(false), "\(asks), \(spoken.desk.machine.state)")
    }
  }

  @Test("the session there is shown with its times by the clock here")
  func shown() {
    var spoken = Spoken()
    spoken.peer.hear(Hello(name: "laptop", offset: 3_600_000, halfTrip: 5, seen: Heads()))
    #expect(spoken.peer.session(at: spoken.here) == nil)
    let began = spoken.desk.now.wall
    spoken.desk.start("work", minutes: 30)
    spoken.desk.pass(.minutes(1))
    spoken.desk.ask(.takeBreak(minutes: 5))
    _ = spoken.heard()
    let session = spoken.peer.session(at: spoken.here)
    #expect(session?.profile == "work" && session?.isFollowed == false && session?.hasQuestion == false)
    #expect(session?.began == began + .hours(1) && session?.plannedEnd == began + .hours(1) + .minutes(30))
    #expect(session?.breakEnds == began + .hours(1) + .minutes(6))
  }
}
