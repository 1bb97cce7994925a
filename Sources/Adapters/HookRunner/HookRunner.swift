package import Hooks
package import LinuxRuntime

/// Calls the hooks, one after the other in the order of the configuration and of what happens, without holding anybody
/// up.
///
/// A hook that takes longer than a moment no longer holds up those behind it: from then on it works off what happens in
/// a line of its own. Nothing here wakes while nothing happens.
package actor HookRunner {
  package enum News: Sendable, Equatable {
    case done(hook: String, event: String)
    /// It failed; told the first time, and again after it has worked in between.
    case failed(hook: String, event: String, why: HookError)
    /// It is so far behind that it misses events.
    case behind(hook: String)
  }

  /// How long other hooks wait for one that works.
  private static let patience = Duration.seconds(1)
  /// The most events that may wait for one hook; four times as many wait for all.
  private static let longestLine = 64

  private let book: HookBook
  private let loop: EventLoop
  private let commands: HookCommands
  private let tell: @Sendable (News) -> Void
  private let occasions: AsyncStream<HookEvent>
  private let box: AsyncStream<HookEvent>.Continuation
  private var lanes: [Lane]
  private var waiting: (hook: Int, continuation: CheckedContinuation<Void, Never>, limit: Watch)?
  private var isStopping = false
  private var stopped: (continuation: CheckedContinuation<Void, Never>, limit: Watch)?

  private struct Lane {
    var line: [HookEvent] = []
    var isBusy = false
    var hasFailed = false
    var isBehind = false
    let calls: HookCalls?
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// `starter` starts programs with more rights than this process; `tell` is never waited for.
  package init(
    _ book: HookBook, loop: EventLoop, environment: [String] = Environment.lines, broker: HookBroker? = nil,
    starter: HookStarter? = nil, tell: @escaping @Sendable (News) -> Void
  ) {
    self.book = book
    self.loop = loop
    self.tell = tell
    commands = HookCommands(loop: loop, environment: environment, starter: starter)
    lanes = book.hooks.map { hook in Lane(calls: HookCalls(hook, over: broker)) }
    (occasions, box) = AsyncStream.makeStream(
      of: HookEvent.self, bufferingPolicy: .bufferingOldest(Self.longestLine * 4))
  }

  package nonisolated func isCalled(for cause: Hook.Cause) -> Bool { !book.hooks(for: cause).isEmpty }

  /// Queues an event; returns at once.
  package nonisolated func call(for occasion: HookEvent) {
    guard isCalled(for: occasion.cause) else { return }
    box.yield(occasion)
  }

  package func run() async {
    for await occasion in occasions {
      for number in book.hooks(for: occasion.cause) {
        if isStopping { return }
        append(occasion, to: number)
        guard !lanes[number].isBusy else { continue }
        lanes[number].isBusy = true
        Task(executorPreference: loop) { await self.work(on: number) }
        await waitAWhile(for: number)
      }
    }
  }

  /// Gives running hooks a moment to finish, then ends them.
  package func stop() async {
    isStopping = true
    box.finish()
    for index in lanes.indices { lanes[index].line.removeAll() }
    guard lanes.contains(where: { $0.isBusy }) else { return }
    await untilQuiet()
    await commands.stop()
    for lane in lanes { lane.calls?.cancel() }
    if lanes.contains(where: { $0.isBusy }) { await untilQuiet() }
  }

  // MARK: One hook

  private func append(_ occasion: HookEvent, to number: Int) {
    guard lanes[number].line.count < Self.longestLine else {
      if !lanes[number].isBehind { tell(.behind(hook: book.hooks[number].name)) }
      lanes[number].isBehind = true
      return
    }
    lanes[number].line.append(occasion)
  }

  private func work(on number: Int) async {
    let hook = book.hooks[number]
    while !lanes[number].line.isEmpty {
      let occasion = lanes[number].line.removeFirst()
      do throws(HookError) {
        if let calls = lanes[number].calls {
          try await calls.make(for: occasion)
        } else if case .run(let words) = hook.action {
          try await commands.run(words, for: occasion, within: hook.limit)
        }
        lanes[number].hasFailed = false
        lanes[number].isBehind = false
        tell(.done(hook: hook.name, event: occasion.name))
      } catch {
        if !lanes[number].hasFailed, !isStopping {
          tell(.failed(hook: hook.name, event: occasion.name, why: error))
        }
        lanes[number].hasFailed = true
      }
      goOn(after: number)
    }
    lanes[number].isBusy = false
    goOn(after: number)
    if !lanes.contains(where: { $0.isBusy }) { beQuiet() }
  }

  // MARK: Waiting

  /// Waits until the hook is done, or until the others' patience ends.
  private func waitAWhile(for number: Int) async {
    await withCheckedContinuation { continuation in
      let limit = loop.watchTime(Self.patience) { [self] in assumeIsolated { $0.goOn(after: number) } }
      waiting = (number, continuation, limit)
    }
  }

  private func goOn(after number: Int) {
    guard let waiting, waiting.hook == number else { return }
    self.waiting = nil
    waiting.continuation.resume()
  }

  private func untilQuiet() async {
    await withCheckedContinuation { continuation in
      let limit = loop.watchTime(Self.patience) { [self] in assumeIsolated { $0.beQuiet() } }
      stopped = (continuation, limit)
    }
  }

  private func beQuiet() {
    let continuation = stopped?.continuation
    stopped = nil
    continuation?.resume()
  }
}

extension HookEvent {
  fileprivate var name: String {
    switch cause {
    case .event(let name), .route(let name): name
    }
  }
}
