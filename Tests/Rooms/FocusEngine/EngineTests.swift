import FocusEngine
import FocusWire
import RealParts
import TestSupport
import Testing

/// An engine with a clock, a log and a shield that the test holds in its hands.
private struct Bench {
  let clock: ManualClock
  let journal = Journal()
  let log: MemoryLog
  let shield: JournalShield
  let engine: FocusEngine
  private let work: Task<Void, Never>

  init(log: MemoryLog? = nil, clock: ManualClock = ManualClock()) async throws {
    self.clock = clock
    self.log = log ?? MemoryLog(journal: journal)
    shield = JournalShield(journal: journal)
    engine = try await FocusEngine(
      log: self.log, shield: shield, clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    work = Task(executorPreference: Spare.threads) { [engine] in await engine.run() }
  }

  func start(minutes: Int? = nil) async -> EngineAnswer {
    await engine.submit(.ask(.start(StartRequest(profile: "work", minutes: minutes)), by: .localUser))
  }

  var state: Status.State {
    get async {
      let snapshot = await engine.snapshot
      return snapshot.machine.status(at: snapshot.now).state
    }
  }

  func end() async {
    await engine.stop()
    await work.value
  }
}

@Suite(.realParts) struct EngineTests {
  @Test func theOrderIsRecordShieldTimerTell() async throws {
    let bench = try await Bench()
    let before = bench.journal.all.count
    let timersBefore = bench.clock.timesSet
    var notices = await bench.engine.notices().makeAsyncIterator()
    _ = await bench.start(minutes: 50)
    #expect(Array(bench.journal.all[before...]) == ["record begins", "record ends", "shield up"])
    #expect(bench.clock.timesSet == timersBefore + 1)
    #expect(bench.clock.deadline == bench.clock.now().steady + 50 * 60_000)
    guard case .happened(let event) = await notices.next() else { return #expect(Bool(false), "nothing was told") }
    #expect(event.name == "session-started")
    await bench.end()
  }

  @Test func aCommandIsMadeWhenItsTurnComes() async throws {
    let bench = try await Bench()
    var renamed = await bench.engine.snapshot.machine.settings
    renamed.profiles[0].policy.name = "Renamed"
    await bench.engine.submit(.configure(renamed))
    let answer = await bench.engine.submit { machine, _ in
      var settings = machine.settings
      settings.promise = "\(settings.profiles[0].policy.name)"
      return .configure(settings)
    }
    guard case .decided(.accepted, _) = answer else { return #expect(Bool(false), "\(answer)") }
    let after = await bench.engine.snapshot.machine.settings
    #expect(after.profiles[0].policy.name == "Renamed" && after.promise == "Renamed")
    guard case .decided(.nothing, let events) = await bench.engine.submit({ _, _ in nil }) else {
      return #expect(Bool(false), "something was done")
    }
    #expect(events.isEmpty)
    await bench.end()
    guard case .stopping = await bench.engine.submit({ _, _ in nil }) else {
      return #expect(Bool(false), "it was taken at the end")
    }
  }

  @Test func aLogThatFailsStopsTheCommandAndThePersonIsTold() async throws {
    let bench = try await Bench()
    let full = LogError.failed(detail: "database or disk is full")
    await bench.log.fail(with: full)
    let journal = bench.journal.all
    let timers = bench.clock.timesSet
    var notices = await bench.engine.notices().makeAsyncIterator()
    guard case .failed(full) = await bench.start() else { return #expect(Bool(false), "it was taken") }
    #expect(await bench.state == .idle)
    #expect(bench.journal.all == journal + ["record begins"])
    #expect(bench.clock.timesSet == timers)
    guard case .logFailed(full) = await notices.next() else { return #expect(Bool(false), "nobody was told") }

    await bench.log.fail(with: nil)
    _ = await bench.start()
    #expect(await bench.state == .focusing)
    await bench.end()
  }

  @Test func aSlowLogKeepsTheNextCommandWaiting() async throws {
    let bench = try await Bench()
    await bench.log.slow(by: .milliseconds(30))
    let before = bench.journal.all.count
    async let first = bench.start()
    async let second = bench.engine.submit(.ask(.stop, by: .localUser))
    async let third = bench.engine.submit(.attempt(Attempt(kind: .site, name: "example.org")))
    _ = await (first, second, third)
    let records = bench.journal.all[before...].filter { $0.hasPrefix("record") }
    #expect(records.count.isMultiple(of: 2))
    for (index, entry) in records.enumerated() {
      #expect(entry == (index.isMultiple(of: 2) ? "record begins" : "record ends"))
    }
    await bench.end()
  }

  @Test func whatFallsDueIsDoneWhenTheBellRings() async throws {
    let bench = try await Bench()
    _ = await bench.start(minutes: 50)
    bench.clock.advance(by: .minutes(50))
    #expect(await eventually { await bench.state == .idle })
    #expect(await bench.shield.orders.last == .some(nil))
    await bench.end()
  }

  @Test func aLateRingIsIgnored() async throws {
    let bench = try await Bench()
    _ = await bench.start(minutes: 50)
    bench.clock.ringLate(generation: 0)
    bench.clock.ringLate(generation: 999)
    _ = await bench.engine.submit(.attempt(Attempt(kind: .app, name: "chat")))
    #expect(await bench.state == .focusing)
    await bench.end()
  }

  @Test func aRestartGivesTheStateAsItWasAndRaisesTheShieldAgain() async throws {
    let log = MemoryLog()
    let first = try await Bench(log: log)
    _ = await first.start()
    _ = await first.engine.submit(.ask(.stop, by: .localUser))
    let before = await first.engine.snapshot.machine

    let second = try await Bench(log: log)
    let after = await second.engine.snapshot.machine
    #expect(after.state == before.state)
    #expect(await second.shield.orders.count == 1)
    #expect(await second.shield.orders.last??.profiles == ["work"])
    await first.end()
    await second.end()
  }

  @Test func whatFellDueBeforeTheStartIsToldToThoseWhoAskForIt() async throws {
    let log = MemoryLog()
    let first = try await Bench(log: log)
    _ = await first.start(minutes: 50)
    let clock = ManualClock()
    clock.advance(by: .hours(2))
    let second = try await Bench(log: log, clock: clock)
    #expect(await second.state == .idle)
    var names: [String] = []
    let notices = await second.engine.notices(fromStart: true)
    var fromNow = await second.engine.notices().makeAsyncIterator()
    _ = await second.start()
    for await case .happened(let event) in notices {
      names.append(event.name)
      if event.name == "session-started" { break }
    }
    #expect(names.first { $0.hasPrefix("session-") } == "session-ended")
    guard case .happened(let event) = await fromNow.next() else { return #expect(Bool(false), "nothing was told") }
    #expect(event.name == "session-started")
    await first.end()
    await second.end()
  }

  @Test func aLogThatCannotBeReadMakesNoEngine() async {
    let log = MemoryLog()
    await log.fail(with: .damaged(path: "/x", detail: "malformed"))
    await #expect(throws: LogError.damaged(path: "/x", detail: "malformed")) { _ = try await Bench(log: log) }
  }

  /// Without a service the shield would be let go, and with it the session.
  @Test func aSessionIsHeldThoughTheLogTakesNothingAtTheStart() async throws {
    let log = MemoryLog()
    let first = try await Bench(log: log)
    _ = await first.start(minutes: 50)
    await first.end()
    let before = try await log.recall().facts
    await log.fail(with: .full, reads: true)
    let second = try await Bench(log: log)
    #expect(await second.state == .focusing)
    #expect(await second.shield.orders.last.flatMap { $0 } != nil)
    guard case .failed(.full) = await second.engine.submit(.attempt(Attempt(kind: .site, name: "example.org"))) else {
      return #expect(Bool(false), "it was taken")
    }
    #expect(try await log.recall().facts == before)
    await log.fail(with: nil)
    _ = await second.engine.submit(.attempt(Attempt(kind: .site, name: "example.org")))
    // What came of the start is there first, and once.
    let names = try await log.recall().facts.dropFirst(before.count).map(\.name)
    #expect(names.contains("recovered") && names.last == "attempt", "\(names)")
    #expect(names.count { $0 == "recovered" } == 1)
    await second.end()
  }

  @Test func aServiceWithoutASessionDoesNotStartOnALogThatTakesNothing() async throws {
    let log = MemoryLog()
    await (try await Bench(log: log)).end()
    await log.fail(with: .full, reads: true)
    await #expect(throws: LogError.full) { _ = try await Bench(log: log) }
  }

  @Test func aClockThatWasSetIsNoticed() async throws {
    let bench = try await Bench()
    _ = await bench.start(minutes: 50)
    bench.clock.setWall(by: .hours(3))
    #expect(
      await eventually {
        let snapshot = await bench.engine.snapshot
        return snapshot.machine.status(at: snapshot.now).remaining == .minutes(50)
          && bench.clock.deadline == bench.clock.now().steady + 50 * 60_000
      })
    await bench.end()
  }

  @Test func afterTheEndCommandsAreAnsweredAndNotTaken() async throws {
    let bench = try await Bench()
    await bench.end()
    guard case .stopping = await bench.start() else { return #expect(Bool(false), "a stopped engine took a command") }
  }

  /// A session of another device that is made longer again and again.
  private func asks(_ count: Int) -> [DeviceAsk] {
    let laptop = DeviceName("11112222333344445555666677778888")
    return (1...count).map { number in
      let session = SessionElsewhere(
        id: SessionID("01LAPTOP"), own: Policy(profile: "work", blocks: Blocks(sites: ["reddit.com"]), end: .confirm),
        left: .minutes(30 + Int64(number)), mayStart: true)
      return DeviceAsk(
        source: SyncSource(device: laptop, number: UInt64(number)), age: .zero, what: .session(session))
    }
  }

  @Test func whatAnotherDeviceDidIsRecordedTogether() async throws {
    let asks = asks(50)
    let (whole, single) = (try await Bench(), try await Bench())
    let before = whole.journal.all
    guard case .decided(.accepted, let events) = await whole.engine.submit(asks) else {
      return #expect(Bool(false), "it was not taken")
    }
    #expect(Array(whole.journal.all[before.count...]) == ["record begins", "record ends", "shield up"])
    var names: [String] = []
    for ask in asks {
      if case .decided(_, let events) = await single.engine.submit(.device(ask)) { names += events.map(\.name) }
    }
    #expect(events.map(\.name) == names && names.count == 50)
    let (one, other) = (await whole.engine.snapshot.machine, await single.engine.snapshot.machine)
    #expect(one.state == other.state && one.state != .idle)
    #expect(try await whole.log.recall().facts == single.log.recall().facts)
    await whole.end()
    await single.end()
  }

  @Test func asksThatCannotBeRecordedComeToNothing() async throws {
    let bench = try await Bench()
    let known = try await bench.log.recall().facts
    await bench.log.fail(with: .failed(detail: "disk is full"))
    guard case .failed = await bench.engine.submit(asks(3)) else { return #expect(Bool(false), "they were taken") }
    await bench.log.fail(with: nil)
    #expect(await bench.state == .idle)
    #expect(try await bench.log.recall().facts == known)
    guard case .decided(.nothing, let events) = await bench.engine.submit([DeviceAsk]()), events.isEmpty else {
      return #expect(Bool(false), "nothing came to something")
    }
    guard case .decided(.accepted, _) = await bench.engine.submit(asks(3)) else {
      return #expect(Bool(false), "they were not taken")
    }
    await bench.end()
  }
}
