import FocusEngine
import LinuxRuntime
import RealParts
import SystemShield
import TestSupport
import Testing

@testable import Straying

/// Which signals are watched as the session and what else the person turned on change.
@Suite struct SignalUseTests {
  /// A source that takes its time to open.
  private final class SlowSource: SignalSource {
    let isAsked = Locked(false)
    private let gate: AsyncStream<Void>
    let opens: AsyncStream<Void>.Continuation

    init() { (gate, opens) = AsyncStream.makeStream(of: Void.self) }

    func open(_ wanted: Set<SignalName>) async -> [SignalState] {
      isAsked.withLock { $0 = true }
      for await _ in gate { break }
      return wanted.map { SignalState($0, .inForce, by: "slow") }
    }

    func signals() -> AsyncStream<SignalNews> { AsyncStream { $0.finish() } }
    func close() async {}
  }

  @Test func whatIsTurnedOnWhileASourceOpensIsWatched() async throws {
    let folder = TemporaryFolder()
    let source = SlowSource()
    let engine = try await FocusEngine(
      log: MemoryLog(), shield: JournalShield(), clock: ManualClock(), settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    let work = Task(executorPreference: Spare.threads) { await engine.run() }
    let board = SignalBoard(
      loop: try EventLoop(), candidates: [SignalBoard.Candidate(names: [.front, .input]) { source }]
    ) { _ in }
    let also = Locked<Set<SignalName>>([])
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let use = SignalUse(
      configured: [.front], also: { also.withLock { $0 } }, changes: changes, engine: engine, board: board,
      wish: FrontSiteWish(folder: folder.path))
    let follower = Task(executorPreference: Spare.threads) { await use.follow() }
    #expect(await eventually { source.isAsked.withLock { $0 } })
    // Screen time asks for sites, too.
    also.withLock { $0 = [.front, .input] }
    change.yield()
    try await Task.sleep(for: .milliseconds(200))
    source.opens.finish()
    func isWished() async -> Bool { FrontSiteWish.isMade(in: folder.path) }
    #expect(await eventually { await isWished() })
    #expect(await !eventually(within: .milliseconds(300)) { await !isWished() })
    #expect(await eventually { await board.sees(.input) })
    await engine.stop()
    await follower.value
    #expect(await !isWished())
    await board.close()
    await work.value
  }
}
