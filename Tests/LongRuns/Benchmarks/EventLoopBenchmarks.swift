import LinuxRuntime

private actor Target {
  private let executor: any SerialExecutor
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(executor: any SerialExecutor) {
    self.executor = executor
  }

  func add() { count += 1 }
}

/// What a hop to an actor on the event loop costs, beside one on the shared pool.
func eventLoopBenchmarks(_ run: BenchmarkRun) throws {
  let hops = run.isSmoke ? 100 : 20_000
  let loop = try EventLoop()
  let ours = microsecondsAHop(to: Target(executor: loop), hops: hops)
  run.report("event-loop hop", ours, "us")
  loop.close()
}

private func microsecondsAHop(to target: Target, hops: Int) -> Double {
  let done = Locked<Double?>(nil)
  Task {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<hops { await target.add() }
    let time = clock.now - start
    done.withLock {
      $0 = (Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12) / Double(hops)
    }
  }
  while true {
    if let figure = done.withLock({ $0 }) { return figure }
  }
}
