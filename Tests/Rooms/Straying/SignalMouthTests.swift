import Allowance
import FocusEngine
import Guarding
import LinuxRuntime
import RealParts
import ScreenSignals
import TestSupport
import Testing

@testable import Straying

/// From what a source tells to what the guard of a session makes of it, with the real board and the real engine.
@Suite struct SignalMouthTests {
  /// A source that sees everything and says what the test says.
  private final class Source: SignalSource {
    private let stream: AsyncStream<SignalNews>
    let say: AsyncStream<SignalNews>.Continuation

    init() { (stream, say) = AsyncStream.makeStream(of: SignalNews.self) }

    func open(_ wanted: Set<SignalName>) async -> [SignalState] {
      wanted.map { SignalState($0, .inForce, by: "test") }
    }

    func signals() -> AsyncStream<SignalNews> { stream }
    func close() async { say.finish() }
  }

  private func front(_ name: String) -> SignalNews {
    .noticed(.front(FrontApp(id: name, names: [name], process: nil)), at: SinceBoot.milliseconds)
  }

  @Test func whatIsNoticedReachesTheGuardAndWhatIsLostIsTakenBack() async throws {
    let (source, clock) = (Source(), ManualClock())
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: JournalShield(), clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let work = Task(executorPreference: Spare.threads) { await engine.run() }
    let candidate = SignalBoard.Candidate(names: Set(SignalName.allCases)) { source }
    let (others, _) = AsyncStream.makeStream(of: OtherScreens.Use.self)
    let board = SignalBoard(loop: try EventLoop(), candidates: [candidate]) { _ in }
    await board.watch([.front, .lock, .noise])
    let mouth = Task(executorPreference: Spare.threads) {
      await SignalMouth(engine: engine, board: board, elsewhere: others).run()
    }
    func isTrue(_ cause: Cause) async -> Bool {
      let work = Work(apps: ["Editor"])
      return await engine.snapshot.machine.surroundings.since(cause, work: work, watchesCard: false) != nil
    }
    source.say.yield(front("Chat"))
    #expect(await eventually { await isTrue(.offTask) })
    source.say.yield(front("Editor"))
    #expect(await eventually { await !isTrue(.offTask) })
    source.say.yield(.noticed(.locked(true), at: SinceBoot.milliseconds))
    source.say.yield(.noticed(.loud(true), at: SinceBoot.milliseconds))
    source.say.yield(front("Chat"))
    #expect(await eventually { await isTrue(.offTask) })
    #expect(await isTrue(.away))
    #expect(await isTrue(.noise))
    // What nobody watches any more is held against nobody.
    await board.watch([])
    #expect(await eventually { await !isTrue(.noise) })
    #expect(await eventually { await !isTrue(.away) })
    #expect(await eventually { await !isTrue(.offTask) })
    await board.close()
    await mouth.value
    await engine.stop()
    await work.value
  }

  /// A site of a category that ships, in whichever browser, uses up the minutes of that category.
  @Test func categoriesOfWhatIsInFrontUseUpAnAllowance() async throws {
    let (source, clock, shield) = (Source(), ManualClock(), JournalShield())
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: shield, clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let work = Task(executorPreference: Spare.threads) { await engine.run() }
    let candidate = SignalBoard.Candidate(names: Set(SignalName.allCases)) { source }
    let (others, uses) = AsyncStream.makeStream(of: OtherScreens.Use.self)
    let board = SignalBoard(loop: try EventLoop(), candidates: [candidate]) { _ in }
    await board.watch([.front, .input])
    await board.heedSites(true)
    let mouth = Task(executorPreference: Spare.threads) {
      await SignalMouth(engine: engine, board: board, elsewhere: others).run()
    }
    func isUsed() async -> Bool {
      await engine.snapshot.machine.ledger.movement.days.contains { $0.usedSince != nil }
    }
    source.say.yield(front("firefox"))
    await board.note(site: "old.reddit.com")
    // It is in front already when the allowance comes.
    var settings = await engine.snapshot.machine.settings
    let four = try #require(TimeOfDay(hour: 4, minute: 0))
    settings.allowances = [
      DailyAllowance(
        id: AllowanceID("social"), blocks: Blocks(categories: ["social"]),
        rules: AllowanceRules(minutes: 30, dayStarts: four))
    ]
    await engine.submit(.configure(settings))
    #expect(await eventually { await isUsed() })
    await board.note(site: "docs.example")
    #expect(await eventually { await !isUsed() })
    source.say.yield(front("epiphany"))
    await board.note(site: "www.facebook.com")
    #expect(await eventually { await isUsed() })
    // What the person takes out of the category counts no longer, what they put in does.
    settings.categories = [FocusSession.Category(id: CategoryID("social"), sites: ["!facebook.com", "docs.example"])]
    await engine.submit(.configure(settings))
    #expect(await eventually { await !isUsed() })
    await board.note(site: "docs.example")
    #expect(await eventually { await isUsed() })
    // Nobody is here any more; on another screen somebody is, and it is the same person.
    source.say.yield(.noticed(.idle(since: SinceBoot.milliseconds - 60_000), at: SinceBoot.milliseconds))
    #expect(await eventually { await !isUsed() })
    let app = FrontApp(id: "firefox", names: ["firefox"], process: nil)
    uses.yield(OtherScreens.Use([app], since: SinceBoot.milliseconds))
    #expect(await eventually { await isUsed() })
    await board.note(site: "example.com")
    #expect(await eventually { await !isUsed() })
    await board.note(site: "docs.example")
    #expect(await eventually { await isUsed() })
    uses.yield(OtherScreens.Use([], since: SinceBoot.milliseconds))
    #expect(await eventually { await !isUsed() })
    await board.close()
    await mouth.value
    await engine.stop()
    await work.value
  }

  /// Settings that change while something is told come after it, so that what they make of it is what counts.
  @Test func oneThingIsToldAtATime() async throws {
    let (source, clock) = (Source(), ManualClock())
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: JournalShield(), clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let work = Task(executorPreference: Spare.threads) { await engine.run() }
    let candidate = SignalBoard.Candidate(names: Set(SignalName.allCases)) { source }
    let (others, _) = AsyncStream.makeStream(of: OtherScreens.Use.self)
    let board = SignalBoard(loop: try EventLoop(), candidates: [candidate]) { _ in }
    await board.watch([.front])
    await board.heedSites(true)
    let told = Locked<[[String]]>([])
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let mouth = Task(executorPreference: Spare.threads) {
      await SignalMouth(engine: engine, board: board, elsewhere: others) { signal, _ in
        guard case .front(let front) = signal else { return }
        told.withLock { $0.append(front.categories) }
        for await _ in gate { break }
      }.run()
    }
    await board.note(site: "old.reddit.com")
    source.say.yield(front("firefox"))
    #expect(await eventually { told.withLock { $0.count } == 1 })
    var settings = await engine.snapshot.machine.settings
    let four = try #require(TimeOfDay(hour: 4, minute: 0))
    settings.allowances = [
      DailyAllowance(
        id: AllowanceID("social"), blocks: Blocks(categories: ["social"]),
        rules: AllowanceRules(minutes: 30, dayStarts: four))
    ]
    await engine.submit(.configure(settings))
    #expect(await !eventually(within: .milliseconds(300)) { told.withLock { $0.count } > 1 })
    opening.yield()
    #expect(await eventually { told.withLock { $0 } == [[], ["social"]] })
    opening.finish()
    await board.close()
    await mouth.value
    await engine.stop()
    await work.value
  }
}
