import Allowance
import FocusWire
import Gates
import Guarding
import Learning
import Pledge
import SessionRehearsal
import Testing

@Suite struct FactFormatTests {
  let settings = Settings(
    profiles: [
      Profile(
        policy: Policy(
          profile: "work", name: "Deep work",
          blocks: Blocks(sites: ["a.example", "!b.a.example"], apps: ["x"], categories: ["social"]),
          breaks: BreakRules(
            length: .minutes(5), perSession: 3, every: .minutes(60), perSessionBudget: .minutes(15),
            dayBudget: .minutes(30), weekBudget: .minutes(120), after: .seconds(90), gap: .minutes(20),
            earn: .init(time: .minutes(5), perFocused: .minutes(30))),
          question: QuestionTimes(wait: .seconds(2), closes: .seconds(20)), switchTo: ["study"],
          apps: ["org.editor"], presence: true, straying: Self.straying),
        schedules: [
          Schedule(
            id: "s", days: WeekdaySet([.monday, .friday]), start: TimeOfDay(hour: 9, minute: 5)!,
            end: TimeOfDay(hour: 8, minute: 0)!)
        ]),
      Profile(
        policy: Policy(
          profile: "study", blocks: Blocks(mode: .allow, sites: ["c.example"]), end: .key, proof: .sun, gate: Self.gates
        )),
    ],
    keys: [
      Key(id: "desk", name: "Desk", uid: CardUID([4, 0xA1]), may: RoleSet([.stop, .takeBreak]), proof: .counter)
    ],
    promise: "the thesis", awayTime: .seconds(2),
    emergency: EmergencyRules(count: 2, waits: [.seconds(1)], sentence: "out"),
    bedtime: Bedtime(from: TimeOfDay(hour: 9, minute: 0)!, to: TimeOfDay(hour: 12, minute: 0)!))

  private static let gates = GateRules(
    takeBreak: [.learn(5), .wait(.zero)],
    end: [.wait(.seconds(9)), .tap(.named("desk")), .type("I \"mean\" it."), .move(3), .scan("desk")])

  private static let straying: GuardRules = {
    var rules = GuardRules.straying
    rules[.away] = .init(after: .seconds(5), does: .off)
    rules.settle = .zero
    rules.alarm = AlarmRules(every: .seconds(11), most: 1, mostAway: 0, snooze: .seconds(2), snoozes: 0, volume: 80)
    return rules
  }()

  /// Facts of every kind.
  func facts() -> [Fact] {
    let stamp = Stamp(
      moment: Moment(wall: Timestamp(milliseconds: 1_790_000_000_123), steady: -5, boot: BootID("b\"1")),
      tick: Tick(milliseconds: 42))
    let tick = Tick(milliseconds: 99)
    let periods = BudgetPeriods(dayEnds: tick, weekEnds: Tick(milliseconds: 100))
    let triggers: [Trigger] = [
      .command, .link, .later, .schedule("s"), .card("r", CardUID([1, 0xFF]), nil), .card("r", CardUID([2]), "desk"),
    ]
    let policies = settings.profiles.map { $0.policy }
    let layers = triggers.enumerated().map { index, trigger in
      Layer(policy: policies[index % 2], began: tick, until: index % 2 == 0 ? nil : tick, trigger: trigger)
    }
    let occurrence = Occurrence(
      profile: "work", schedule: "s", day: CivilDay(number: 20_000), start: Timestamp(milliseconds: 1),
      end: Timestamp(milliseconds: 2))
    let ask = StartRequest(profile: "study", minutes: 5, task: "ü", inMinutes: 3)
    var bodies: [Fact.Body] = [
      .sessionStarted(
        SessionStart(
          id: SessionID("01J"), own: layers[0], added: [layers[1]], plannedEnd: tick, task: "a \"b\"\n",
          trigger: .command, occurrence: occurrence, periods: periods)),
      .sessionStarted(SessionStart(id: SessionID("01J"), own: layers[5], trigger: .link, periods: periods)),
      .layerAdded(layers[2], nil), .layerAdded(layers[3], occurrence), .layerRemoved("work"),
      .blocksAdded("work", policies[0].blocks), .sessionExtended(plannedEnd: nil, occurrence),
      .sessionExtended(plannedEnd: tick, nil),
      .questionOpened(Question(kind: .end, opens: tick, closes: tick, asked: .command, isAgain: true)),
      .questionOpened(Question(kind: .switchTo(ask, "study"), opens: tick, closes: tick, asked: triggers[5])),
      .breakStarted(ends: tick, periods, by: triggers[4]), .breakNoticed(ends: tick), .emergencyOpened(due: tick),
      .emergencyCancelled,
      .scheduleNoticed(occurrence), .startPlanned(PlannedStart(ask: ask, at: tick)), .startUnplanned,
      .clockJumped(by: .seconds(-7)), .clockTrusted(.hardware), .clockTrusted(.set),
      .clockTrusted(.synchronized),
      .clockTrusted(
        .waiting(
          ClockAnchor(wall: Timestamp(milliseconds: 5), tick: Tick(milliseconds: 7), measure: .synchronizedClock))),
      .clockCorrected(by: .seconds(-9), .ranAhead), .clockCorrected(by: .hours(3), .synchronized),
      .serviceStarted(down: nil), .serviceStarted(down: .seconds(7)), .key(.codeMade([1, 2])),
      .key(.codeUsed([])),
    ]
    bodies += triggers.map { .questionAnswered(.keep, by: $0) }
    bodies += QuestionAnswer.allCases.map { .questionAnswered($0, by: nil) }
    bodies += BreakEnd.allCases.map { .breakEnded($0) }
    bodies += SessionEnd.allCases.map {
      .sessionEnded(SessionEnding(id: SessionID("01J"), profile: "work", why: $0, focused: .seconds(3)))
    }
    bodies += Attempt.Kind.allCases.map { .attempted(Attempt(kind: $0, name: "n")) }
    bodies += [.bypassed(layer: "sites"), .promiseKept(nil), .promiseKept(Attempt(kind: .app, name: "n"))]
    bodies += ScheduleSkip.allCases.map { .scheduleSkipped(occurrence, $0) }
    bodies += Proof.allCases.map { .key(.proven("desk", $0)) }
    bodies += [.key(.counterShown(CardUID([4, 0xDE]), 0)), .key(.counterShown(CardUID([]), .max))]
    bodies += guardFacts(tick).map { .guard($0) } + grownFacts(tick)
    bodies += deviceFacts(tick, layers[0].policy, periods) + visitFacts(tick, triggers[5])
    return bodies.map { Fact(stamp: stamp, body: $0) }
  }

  /// The facts of learning, movement, plans and pledges.
  private func grownFacts(_ tick: Tick) -> [Fact.Body] {
    var bodies: [Fact.Body] = []
    let card = CardID(deck: "d", card: "\u{E4} 1")
    bodies += Grade.allCases.map { .learn(.reviewed(card, $0, took: 2000)) }
    bodies += [
      .learn(.viewed(card)), .learn(.bookmarked(card, true)), .learn(.bookmarked(card, false)), .learn(.undone(card)),
      .learn(.imported(card, .hard, at: StudyMoment(milliseconds: 7), took: 9)), .learn(.told("a", points: 5)),
      .learn(.suspended(card, true)), .learn(.buried(card, until: StudyMoment(milliseconds: 8))),
    ]
    bodies += [
      .gate(.claimed("ill", until: tick)), .gate(.asked(until: tick)), .gate(.tapped("desk", mayEnd: true)),
      .gate(.tapped("desk", mayEnd: false)), .gate(.typed("I \"mean\" it.")), .gate(.learned(5)),
    ]
    let (social, day) = (AllowanceID("social"), CivilDay(number: 20_000))
    bodies += LiftWay.allCases.map { .move(.lifted(social, by: $0, minutes: 7)) } + Self.nudges(on: day, until: tick)
    bodies += [
      .move(.termsSet(social, DayTerms(minutes: nil, weekEnds: tick))),
      .move(
        .termsSet(
          social,
          DayTerms(
            minutes: 30, carried: .minutes(7), week: 100, weekUsed: .seconds(9), weekEnds: tick, rollOver: 10,
            except: ["a.example"]))),
      .move(.dayBegan(social, day, ends: tick)), .move(.useBegan(social)), .move(.useEnded(social, at: tick)),
      .move(.warned(social, left: .seconds(300))), .move(.reached(social)), .move(.dayEnded(social)),
      .move(.challengeSet(day, target: 24, ends: tick)), .move(.challengeMet(day, target: 24)),
      .move(.overrideAsked("ill", due: tick)), .move(.overrideDue("ill")),
      .move(.lapsCalibrated(least: Lapse(milliseconds: 7_200))),
      .move(.exercised(CivilDay(number: 20_000), minute: 1_110)),
      .move(.windowOpened(CivilDay(number: 20_000), start: 1_050, ends: tick)), .move(.windowClosed(moved: true)),
      .move(.moved(MovementRecord(kind: "squat", amount: 10, trust: .measured, booked: 10, points: 50))),
    ]
    let (id, time) = (SessionID("01KAQ00000000000000000000Z"), Timestamp(milliseconds: 5))
    let task = SessionTask(uid: "u", words: "Write", apps: ["latex"], sites: ["a.example"], profile: "work")
    return bodies + [
      .plan(.taskBegan(task)), .plan(.taskDone(SessionTask(uid: "v", words: "Read"))),
      .plan(.noted(id, "outline")), .plan(.forgotten(ForgottenSession(id: id, began: time, ended: time))),
      .pledge(.takenBack(began: tick)), .pledge(.settled(Money(cents: 1250, currency: "EUR"))),
      .startPlanned(PlannedStart(ask: StartRequest(profile: "work", task: "Write", work: task), at: tick)),
    ]
  }

  /// What there is because of other devices.
  private func deviceFacts(_ tick: Tick, _ policy: Policy, _ periods: BudgetPeriods) -> [Fact.Body] {
    let (device, source) = (DeviceName("0a"), SyncSource(device: "0a", number: 7))
    let layer = Layer(policy: policy, began: tick, until: tick, trigger: .device(device))
    return [
      .sessionStarted(SessionStart(id: SessionID("01K"), own: layer, trigger: .device(device), periods: periods)),
      .layerAdded(layer, nil), .breakStarted(ends: tick, periods, by: .device(device)),
      .sync(.breakFollowed(source)),
      .sync(.breakElsewhere(source, ["work", "a b"], today: .seconds(1), thisWeek: .zero, periods)),
      .sync(.exitElsewhere(source, at: tick)),
      .sync(.cardSigned(CardUID([4, 1]), counter: 9, link: "https://focuskey.app/focus/work?e=00")),
    ]
  }

  @Test("every fact is read as it was written")
  func roundTrip() throws {
    for fact in facts() { #expect(try Fact(octets: fact.json.octets) == fact) }
  }

  @Test("the list of event names holds the name of every event, once")
  func eventNames() {
    let names = facts().map { fact in Event(at: fact.stamp.moment.wall, kind: .recorded(fact)).name }
    // Some facts only the fold needs: they are recorded and never told.
    #expect(
      Set(names + ["refused", "tap-ignored", "ring", "noticed"])
        == Set(
          Event.names + [
            "counter-shown", "card-review-imported", "exercised", "input-watched", "stray-joined", "alarm-rang",
            "allowance-day", "allowance-terms", "allowance-use",
            "allowance-use-ended", "allowance-day-ended", "override-due", "gate-asked", "gate-claimed", "gate-learned",
            "nudges-planned", "nudge-passed", "nudges-heard", "device-break-followed", "device-break", "device-exit",
            "card-signed",
            "visit-asked", "device-visit",
          ]))
    #expect(!Event.names.contains("counter-shown"))
    #expect(Set(Event.names).count == Event.names.count)
  }

  @Test("facts of the first format still fold to the same")
  func firstFormat() throws {
    // Written by the first version and never to be changed: what is in people's logs.
    let lines = [
      #"{"at":1795424400000,"boot":"b","fact":"recovered","steady":1000,"tick":1795424400000,"v":1}"#,
      #"{"at":1795424400000,"boot":"b","fact":"session-started","own":{"began":1795424400000,"policy":{"blocks":{"mode":"block","sites":["reddit.com"]},"breaks":{"minutes":5,"perSession":3},"end":"confirm","id":"work","name":"Work"},"trigger":{"by":"card","key":"desk","reader":"ACR122U","uid":"04A1"}},"periods":{"day":1795478400000,"week":1795478400000},"planned_end":1795428000000,"session":"01M7YHX30000000000000000G0","steady":1000,"task":"thesis","tick":1795424400000,"trigger":{"by":"card","key":"desk","reader":"ACR122U","uid":"04A1"},"v":1}"#,
      #"{"at":1795424700000,"boot":"b","by":{"by":"command"},"ends":1795425000000,"fact":"break-started","periods":{"day":1795478400000,"week":1795478400000},"steady":301000,"tick":1795424700000,"v":1}"#,
      #"{"at":1795424820000,"boot":"b","fact":"break-ended","steady":421000,"tick":1795424820000,"v":1,"why":"resumed"}"#,
      #"{"at":1795424880000,"boot":"b","fact":"question-opened","question":{"asked":{"by":"command"},"closes":1795424910000,"opens":1795424885000},"steady":481000,"tick":1795424880000,"v":1}"#,
    ]
    var machine = SessionMachine(settings: Settings())
    for line in lines { machine.apply(try Fact(octets: Array(line.utf8))) }
    let status = machine.status(
      at: Moment(wall: Timestamp(milliseconds: 1_795_424_900_000), steady: 501_000, boot: BootID("b")))
    #expect(status.state == .focusing)
    #expect(status.focused == .seconds(380))
    #expect(status.breaks?.taken == 1)
    #expect(status.question?.closesAt == Timestamp(milliseconds: 1_795_424_910_000))
    #expect(status.plannedEnd == Timestamp(milliseconds: 1_795_428_000_000))
  }

  @Test("a fact carries the first version that knows its kind, so that older programs read what they can")
  func versions() {
    for fact in facts() {
      let version: Int64 =
        switch fact.body {
        case .visit, .sync(.visitElsewhere), .move(.termsSet), .move(.lifted(_, .week, _)): 9
        case .guard(.inputWatched), .move(.exercised), .move(.windowOpened), .move(.windowClosed): 9
        case .guard(.nightReported(let report)) where !report.isNoticed: 9
        case .guard(.greeted), .guard(.felt): 8
        case .gate(.claimed): 7
        case .sync, .breakStarted(_, _, .device): 6
        case .gate: 5
        case .guard, .learn, .move, .plan, .pledge: 4
        case .startPlanned(let planned): planned.ask.work == nil ? 1 : 4
        case .sessionStarted(let start): ([start.own] + start.added).map { oldest($0) }.max() ?? 1
        case .layerAdded(let layer, _): oldest(layer)
        case .clockTrusted, .clockCorrected, .key(.counterShown): 3
        case .bypassed, .promiseKept: 2
        default: 1
        }
      guard case .object(let members) = fact.json else { continue }
      #expect(members["v"] == .integer(version))
    }
  }

  private func oldest(_ layer: Layer) -> Int64 {
    if case .device = layer.trigger { return 6 }
    return oldest(layer.policy)
  }

  private func oldest(_ policy: Policy) -> Int64 { policy.gate != .none ? 5 : policy.presence ? 4 : 1 }

  @Test(
    "what is no fact, or one from the future, is refused",
    arguments: [
      "", "{}", "[]", #"{"v":1}"#, #"{"v":1,"fact":"wine","at":1,"steady":1,"boot":"b","tick":1}"#,
      #"{"v":1,"fact":"start-unplanned","at":1,"steady":1,"boot":"b","tick":1,"more":1}"#,
      #"{"v":1,"fact":"break-ended","at":1,"steady":1,"boot":"b","tick":1,"why":"wine"}"#,
      #"{"v":10,"fact":"start-unplanned","at":1,"steady":1,"boot":"b","tick":1}"#,
    ])
  func refused(text: String) {
    #expect(throws: FactError.self) { try Fact(octets: Array(text.utf8)) }
  }

  @Test("settings are read as they were written")
  func settingsRoundTrip() throws {
    let read = try SettingsFile(settings.storedJSON.octets) { _ in .fault("") }.applied(to: Settings())
    #expect(read == settings)
    #expect(try SettingsFile(Settings.shipped.json.octets) { _ in .fault("") }.applied(to: Settings()) == .shipped)
  }

  @Test("a checkpoint holds all that the fold came to")
  func checkpoint() throws {
    var desk = Desk(settings)
    desk.give(.recoveryCodeMade(digest: [7]))
    desk.give(.countersKept([CardCounter(card: CardUID([4, 0xDE]), highest: 61)]))
    desk.start("work", minutes: 600)
    desk.pass(.minutes(31))
    desk.ask(.takeBreak(minutes: nil))
    desk.pass(.minutes(2))
    desk.give(.emergency(sentence: "out"))
    #expect(desk.machine.checkpoint == nil)
    desk.pass(.seconds(1))
    desk.start("study", in: 30)
    desk.give(.bed)
    desk.pass(.seconds(1))
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(.seconds(90))
    desk.give(.signal(.idle(since: desk.machine.tick(at: desk.now))))
    desk.pass(.seconds(90))
    desk.give(.signal(.input(since: desk.machine.tick(at: desk.now))))
    desk.pass(.seconds(90))
    #expect(desk.machine.ledger.nights.uses.count == 2 && desk.machine.ledger.nights.bed != nil)
    let checkpoint = try #require(desk.machine.checkpoint)
    #expect(Checkpoint(octets: checkpoint.json.octets) == checkpoint)
    #expect(SessionMachine(settings: settings, checkpoint: checkpoint).ledger == desk.machine.ledger)
    #expect(Checkpoint(octets: Array("{}".utf8)) == nil)
  }

  @Test("lengths print and read back", arguments: ["500ms", "90s", "5m", "2h", "3d", "0s", "-90s"])
  func lapses(text: String) { #expect(Lapse(text: text, signed: true)?.text == text) }

  @Test("what is no length is none", arguments: ["", "5", "m", "5 m", "-5m", "5m5h", "9999999999999d", "5x", "1m1m"])
  func noLapses(text: String) { #expect(Lapse(text: text) == nil) }
}
