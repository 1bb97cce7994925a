import FocusPorts
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import Straying

/// Which source sees which signal, and what happens when one is lost. The sources are doubles at their port: screens
/// and buses have tests of their own.
@Suite struct SignalBoardTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// A source that can see some signals and is told by the test what to say.
  private final class Source: SignalSource {
    let sees: Set<SignalName>
    let source: String
    let opened = Locked<[Set<SignalName>]>([])
    let isClosed = Locked(false)
    private let stream: AsyncStream<SignalNews>
    let say: AsyncStream<SignalNews>.Continuation

    init(_ source: String, sees: Set<SignalName>) {
      self.sees = sees
      self.source = source
      (stream, say) = AsyncStream.makeStream(of: SignalNews.self)
    }

    func open(_ wanted: Set<SignalName>) async -> [SignalState] {
      opened.withLock { $0.append(wanted) }
      return wanted.map { name in
        sees.contains(name)
          ? SignalState(name, .inForce, by: source) : SignalState(name, .unavailable, why: "not by \(source)")
      }
    }

    func signals() -> AsyncStream<SignalNews> { stream }
    func close() async {
      isClosed.withLock { $0 = true }
      say.finish()
    }
  }

  private func board(_ sources: Source...) -> SignalBoard {
    let candidates = sources.map { source in
      SignalBoard.Candidate(names: [.front, .input, .lock]) { source }
    }
    return SignalBoard(loop: loop, candidates: candidates) { _ in }
  }

  private func state(_ name: SignalName, of board: SignalBoard) async -> SignalState? {
    await board.report().first { $0.name == name }
  }

  @Test func theFirstThatSeesASignalIsTaken() async {
    let (first, second) = (Source("first", sees: [.input]), Source("second", sees: [.front, .input]))
    let board = board(first, second)
    await board.watch([.front, .input])
    #expect(await state(.input, of: board) == SignalState(.input, .inForce, by: "first"))
    #expect(await state(.front, of: board) == SignalState(.front, .inForce, by: "second"))
    // The second is asked only for what is left.
    #expect(second.opened.withLock { $0 } == [[.front]])
    await board.close()
  }

  @Test func whatNobodyChoseIsNotOpened() async {
    let source = Source("one", sees: [.front])
    let board = board(source)
    await board.watch([])
    #expect(source.opened.withLock { $0 }.isEmpty)
    #expect(await board.report().allSatisfy { $0.state == .off })
    await board.watch([.front])
    #expect(await state(.front, of: board)?.state == .inForce)
    await board.watch([])
    #expect(source.isClosed.withLock { $0 })
    #expect(await state(.front, of: board)?.state == .off)
    await board.close()
  }

  @Test func everySourceThatCannotSaysWhy() async {
    let board = board(Source("one", sees: []), Source("two", sees: []))
    await board.watch([.front])
    #expect(await state(.front, of: board) == SignalState(.front, .unavailable, why: "not by one; not by two"))
    await board.close()
  }

  @Test func aLostSourceLeavesTheOthersAlone() async {
    let (front, input) = (Source("front", sees: [.front]), Source("input", sees: [.input]))
    let board = board(front, input)
    await board.watch([.front, .input])
    front.say.yield(.state(SignalState(.front, .unavailable, why: "gone")))
    // It is looked for again, and is there again; the other was never closed.
    #expect(await eventually { front.opened.withLock { $0.count } == 2 })
    #expect(input.opened.withLock { $0 } == [[.input]])
    #expect(!input.isClosed.withLock { $0 })
    await board.close()
  }

  /// Who hands signals on learns that one is not seen any more, and takes back what it said last.
  @Test func whatIsNoLongerWantedIsToldAsOff() async {
    let source = Source("one", sees: [.front, .input])
    let board = board(source)
    await board.watch([.front, .input])
    var news = await board.news().makeAsyncIterator()
    await board.watch([.input], chosen: [.front, .input])
    #expect(await news.next() == .state(SignalState(.front, .off, why: "in use only while you focus")))
    await board.close()
  }

  /// A compositor that comes later is found when its socket appears.
  @Test func whatAppearsIsLookedForAgain() async throws {
    let folder = TemporaryFolder()
    let source = Source("late", sees: [])
    let candidate = SignalBoard.Candidate(names: [.front]) { source }
    let place = folder("wayland-0")
    let board = SignalBoard(loop: loop, candidates: [candidate], places: [place]) { _ in }
    await board.watch([.front])
    // After 1, 3, 7 and 15 seconds; the next try would come after 16 more, and what appears does not wait for it.
    #expect(await eventually(within: .seconds(60)) { source.opened.withLock { $0.count } >= 5 })
    let before = source.opened.withLock { $0.count }
    try Files.replace(place, with: [])
    #expect(await eventually(within: .seconds(12)) { source.opened.withLock { $0.count } > before })
    await board.close()
  }

  @Test func whoBeginsToListenHearsTheLatestFirst() async {
    let source = Source("one", sees: [.front, .input])
    let board = board(source)
    await board.watch([.front, .input])
    source.say.yield(.noticed(.nothingInFront, at: 1))
    source.say.yield(.noticed(.back, at: 2))
    source.say.yield(.noticed(.idle(since: 3), at: 4))
    var first: [SignalNews] = []
    // The source is heard on the loop, in its own time.
    _ = await eventually {
      var listener = await board.news().makeAsyncIterator()
      first = [await listener.next(), await listener.next()].compactMap { $0 }
      return first.last == .noticed(.idle(since: 3), at: 4)
    }
    #expect(first == [.noticed(.nothingInFront, at: 1), .noticed(.idle(since: 3), at: 4)])
    await board.close()
  }

  /// A lock screen that never says that it is gone is gone once somebody works again.
  @Test func aLockThatNobodyTakesAwayEndsWithInput() async {
    let source = Source("one", sees: [.front, .input, .lock])
    let board = board(source)
    await board.watch([.input, .lock])
    let heard = Locked<[Signal]>([])
    let news = await board.news()
    let task = Task(executorPreference: Spare.threads) {
      for await case .noticed(let signal, _) in news { heard.withLock { $0.append(signal) } }
    }
    source.say.yield(.noticed(.locked(true), at: 1))
    source.say.yield(.noticed(.back, at: 2))
    // One that is known to tell of itself stays until it says so.
    #expect(await eventually { heard.withLock { $0 } == [.locked(true), .back] })
    source.say.yield(.state(SignalState(.lock, .inForce, by: "one", why: "says nothing of itself")))
    source.say.yield(.noticed(.back, at: 3))
    #expect(await eventually { heard.withLock { $0 } == [.locked(true), .back, .locked(false), .back] })
    await board.close()
    await task.value
  }
}
