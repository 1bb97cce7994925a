import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Lives on the loop and counts what it sees.
private actor Watcher {
  private let loop: EventLoop
  private var watches: [Watch] = []
  private(set) var seen = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(loop: EventLoop) {
    self.loop = loop
  }

  func watch(_ descriptor: Int32) {
    watches.append(
      loop.watchReadable(descriptor) { [self] in
        assumeIsolated { me in
          var octet: UInt8 = 0
          _ = unsafe read(descriptor, &octet, 1)
          me.seen += 1
        }
      })
  }

  func watchSignal(_ number: Int32) {
    watches.append(loop.watchSignal(number) { [self] in assumeIsolated { $0.seen += 1 } })
  }

  func stop() {
    watches = []
  }
}

@Suite(.realParts) struct EventLoopTests {
  @Test func actorsThatLiveOnTheLoopSeeWhatItWatches() async throws {
    let loop = try EventLoop()
    let watcher = Watcher(loop: loop)
    let pipe = try makePipe()
    await watcher.watch(pipe.reading)
    for round in 1...3 {
      try Files.write([7], to: pipe.writing)
      #expect(await eventually { await watcher.seen == round })
    }
    await watcher.stop()
    try Files.write([7], to: pipe.writing)
    #expect(await watcher.seen == 3)
    loop.close()
  }

  @Test func signalsArriveOnTheLoop() async throws {
    let loop = try EventLoop()
    let watcher = Watcher(loop: loop)
    await watcher.watchSignal(SIGUSR2)
    kill(getpid(), SIGUSR2)
    #expect(await eventually { await watcher.seen == 1 })
    await watcher.stop()
    loop.close()
  }

  @Test func manyHopsFromManyTasksAllArrive() async throws {
    let loop = try EventLoop()
    let counter = Counter(executor: loop)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { await counter.add() } }
      }
    }
    #expect(await counter.count == 4000)
    loop.close()
  }

  @Test func anActorOnItsOwnThreadMayBlock() async {
    let executor = ThreadExecutor(named: "blocking")
    let counter = Counter(executor: executor)
    await counter.add()
    #expect(await counter.count == 1)
    executor.close()
  }
}

private actor Counter {
  private let executor: any SerialExecutor
  private(set) var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(executor: any SerialExecutor) {
    self.executor = executor
  }

  func add() {
    count += 1
  }
}
