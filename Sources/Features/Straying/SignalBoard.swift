package import FocusPorts
package import LinuxRuntime

/// The signals that are in use, each from the first source that can see it here, and how each is seen.
///
/// What nobody chose is not opened. A source that is lost is looked for again, a few times and then when somebody asks:
/// a desktop that is gone for the night does not keep this computer awake.
package actor SignalBoard {
  /// A way of seeing some of the signals; ways are tried in their order.
  package struct Candidate: Sendable {
    let names: Set<SignalName>
    let make: @Sendable () -> any SignalSource
  }

  private static let mostTries = 6

  private let loop: EventLoop
  private let timer: LoopTimer
  private let candidates: [Candidate]
  private let arrivals: ScreenArrivals
  private let say: @Sendable (String) -> Void
  private var wanted: Set<SignalName> = []
  private var chosen: Set<SignalName> = []
  private var states: [SignalName: SignalState] = [:]
  /// What was noticed last, of each kind; new listeners start from there.
  private var latest: [Latest] = []
  private var sources: [Source] = []
  private var lastSource = 0
  private var listeners: [Int: AsyncStream<SignalNews>.Continuation] = [:]
  private var lastListener = 0
  private var tries = 0
  private var isOpening = false
  private var isRetrying = false
  /// The wait that counts; a screen's arrival cuts the earlier one short.
  private var wait = 0
  private var isClosed = false
  private var heedsSites = false

  private struct Source {
    let id: Int
    let names: Set<SignalName>
    let source: any SignalSource
    let follower: Task<Void, Never>
  }

  private struct Latest {
    let kind: Int
    let news: SignalNews
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(
    loop: EventLoop, candidates: [Candidate], places: [String] = [], say: @escaping @Sendable (String) -> Void
  ) {
    self.loop = loop
    self.candidates = candidates
    arrivals = ScreenArrivals(loop: loop, places: places)
    self.say = say
    timer = LoopTimer(loop: loop)
  }

  /// Watches these signals and no others; `chosen` may include some that are not needed now.
  package func watch(_ names: Set<SignalName>, chosen: Set<SignalName> = []) async {
    self.chosen = chosen
    guard names != wanted else { return }
    wanted = names
    tries = 0
    await settle()
  }

  /// Returns how each signal is seen; one that was not found is looked for again.
  package func report() async -> [SignalState] {
    if !missing.isEmpty {
      tries = 0
      await settle()
    }
    return SignalName.allCases.map { states[$0] ?? off($0) }
  }

  /// Returns what was noticed last, then everything from now on.
  package func news() -> AsyncStream<SignalNews> {
    let (stream, listener) = AsyncStream.makeStream(of: SignalNews.self)
    for one in latest { listener.yield(one.news) }
    lastListener += 1
    let id = lastListener
    listeners[id] = listener
    listener.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.removeListener(id) }
    }
    return stream
  }

  /// Sets whether browsers should tell the site in front; ending it forgets what they told.
  func heedSites(_ isWanted: Bool) {
    guard isWanted != heedsSites else { return }
    if !isWanted { note(site: nil) }
    heedsSites = isWanted
  }

  func sees(_ name: SignalName) -> Bool { isInForce(name) }

  package func note(site: String?) {
    // Hosts have at most 253 letters (RFC 1035 2.3.4); what is longer is not one.
    guard heedsSites, isInForce(.front), site?.utf8.count ?? 0 <= 253 else { return }
    heed(.noticed(.site(site), at: SinceBoot.milliseconds), from: [.front])
  }

  package func close() async {
    isClosed = true
    arrivals.end()
    await letGo(except: [])
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }

  private func removeListener(_ id: Int) { listeners[id] = nil }

  private func off(_ name: SignalName) -> SignalState {
    guard !chosen.contains(name) else { return SignalState(name, .off, why: "in use only while you focus") }
    return SignalState(name, .off, why: "not chosen; to use it: focuskey signals --on \(name.rawValue)")
  }

  // MARK: Sources

  private var missing: Set<SignalName> { wanted.filter { states[$0]?.state != .inForce } }

  /// Makes what is watched match what is wanted.
  private func settle() async {
    guard !isOpening, !isClosed else { return }
    isOpening = true
    var settled: Set<SignalName>?
    // What is wanted may change while a source opens.
    while settled != wanted, !isClosed {
      settled = wanted
      await letGo(except: wanted)
      if !missing.isEmpty { await open(missing) }
    }
    isOpening = false
    awaitArrivals()
    retryLater()
  }

  /// Waits for a screen only while a signal is missing that it may see.
  private func awaitArrivals() {
    guard !missing.isEmpty, !isClosed else { return arrivals.end() }
    arrivals.begin { @Sendable [loop] in
      Task(executorPreference: loop) { await self.screenArrived() }
    }
  }

  private func screenArrived() {
    tries = 0
    isRetrying = false
    retryLater()
  }

  /// Closes the sources that see none of these signals.
  private func letGo(except names: Set<SignalName>) async {
    let idle = sources.filter { $0.names.isDisjoint(with: names) || $0.names.allSatisfy { !isInForce($0) } }
    sources.removeAll { source in idle.contains { $0.id == source.id } }
    for name in states.keys where !names.contains(name) {
      states[name] = nil
      // Who listens forgets what it said.
      for listener in listeners.values { listener.yield(.state(off(name))) }
    }
    latest.removeAll { one in
      if case .noticed(let signal, _) = one.news { !isInForce(signal.name) } else { false }
    }
    for source in idle {
      source.follower.cancel()
      await source.source.close()
    }
  }

  private func isInForce(_ name: SignalName) -> Bool { states[name]?.state == .inForce }

  private func open(_ names: Set<SignalName>) async {
    var left = names
    var whys: [SignalName: [String]] = [:]
    for candidate in candidates where !left.isDisjoint(with: candidate.names) {
      let source = candidate.make()
      let found = await source.open(left.intersection(candidate.names))
      let seen = found.filter { $0.state == .inForce }
      for state in found where state.state != .inForce {
        whys[state.name, default: []] += [state.why].compactMap { $0 }
      }
      guard !seen.isEmpty else {
        await source.close()
        continue
      }
      for state in seen {
        states[state.name] = state
        left.remove(state.name)
      }
      let own = Set(seen.map(\.name))
      let follower = Task(executorPreference: loop) { [self] in
        for await news in source.signals() { await heed(news, from: own) }
      }
      lastSource += 1
      sources.append(Source(id: lastSource, names: own, source: source, follower: follower))
    }
    for name in left {
      let why = (whys[name] ?? []).joined(separator: "; ")
      states[name] = SignalState(name, .unavailable, why: why.isEmpty ? "no source of it is known here" : why)
    }
  }

  /// Unlocks when somebody works again, for a lock screen that never says that it is gone.
  private func unlockWhereNobodySays(after signal: Signal, at moment: Int64) {
    switch signal {
    case .front, .back: break
    default: return
    }
    let isLocked = latest.contains { one in
      if case .noticed(.locked(true), _) = one.news { true } else { false }
    }
    guard isLocked, states[.lock]?.why != nil else { return }
    heed(.noticed(.locked(false), at: moment), from: [.lock])
  }

  /// Passes on what a source tells, only of its own signals.
  private func heed(_ news: SignalNews, from own: Set<SignalName>) {
    switch news {
    case .noticed(let signal, let moment):
      guard own.contains(signal.name) else { return }
      unlockWhereNobodySays(after: signal, at: moment)
      latest.removeAll { $0.kind == signal.kind }
      latest.append(Latest(kind: signal.kind, news: news))
    case .state(let state):
      guard own.contains(state.name), states[state.name] != state else { return }
      states[state.name] = state
      if state.state == .unavailable {
        say("\(state.name.rawValue): \(state.why ?? "lost")")
        retryLater()
      }
    }
    for listener in listeners.values { listener.yield(news) }
  }

  /// Looks again for what is missing, after a delay that doubles each time.
  private func retryLater() {
    guard !missing.isEmpty, tries < Self.mostTries, !isRetrying, !isClosed else { return }
    isRetrying = true
    let delay = Duration.seconds(1 << tries)
    tries += 1
    wait += 1
    let own = wait
    Task(executorPreference: loop) { [self] in
      await timer.pause(for: delay)
      await retry(after: own)
    }
  }

  private func retry(after own: Int) async {
    guard own == wait else { return }
    isRetrying = false
    if !missing.isEmpty { await settle() }
  }
}

extension Signal {
  fileprivate var kind: Int {
    switch self {
    case .front, .nothingInFront, .frontUnknown: 0
    case .site: 1
    case .idle, .back: 2
    case .locked: 3
    case .asleep: 4
    case .loud: 5
    case .call: 6
    case .playing: 7
    case .cardThere: 8
    case .keptAwake: 9
    }
  }
}
