package import FocusEngine
internal import FocusPorts
package import FocusSession
package import Guarding
internal import LinuxRuntime
package import ScreenSignals

/// Hands what is noticed to the engine, as any other mouth of this user, in the terms of its guards.
///
/// A signal that is no longer seen says nothing more, so what it said last is undone: what nobody sees is never held
/// against anybody.
package struct SignalMouth: Sendable {
  let engine: FocusEngine
  let board: SignalBoard
  /// What is in use on other screens.
  let elsewhere: AsyncStream<OtherScreens.Use>
  /// Is told the same, with the moment on the session's clock.
  let heard: @Sendable (GuardSignal, Tick) async -> Void

  package init(
    engine: FocusEngine, board: SignalBoard, elsewhere: AsyncStream<OtherScreens.Use>,
    heard: @escaping @Sendable (GuardSignal, Tick) async -> Void = { _, _ in }
  ) {
    self.engine = engine
    self.board = board
    self.elsewhere = elsewhere
    self.heard = heard
  }

  private func say(_ signal: GuardSignal) async {
    await engine.submit(.signal(signal))
    await heard(signal, await tick(at: SinceBoot.milliseconds))
  }

  /// Works until the board is closed.
  package func run() async {
    let front = Locked(FrontInParts())
    let notices = await engine.notices()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follow(notices, front) }
      group.addTask { await speak(of: elsewhere, front) }
      await speak(front)
      group.cancelAll()
    }
  }

  /// Tells what is noticed.
  private func speak(_ front: Locked<FrontInParts>) async {
    for await news in await board.news() {
      switch news {
      case .noticed(let signal, let moment):
        if let said = await meaning(of: signal, at: moment, front) { await say(said) }
        if case .site = signal, front.withLock({ !$0.elsewhere.isEmpty }) { await sayElsewhere(front, at: moment) }
      case .state(let state) where state.state != .inForce:
        if state.name == .front { front.withLock { $0.forget() } }
        for said in await silence(of: state.name) { await say(said) }
      case .state: continue
      }
    }
  }

  /// Tells what is in use on other screens.
  private func speak(of uses: AsyncStream<OtherScreens.Use>, _ front: Locked<FrontInParts>) async {
    for await use in uses {
      front.withLock { $0.elsewhere = use.apps }
      await sayElsewhere(front, at: use.since)
    }
  }

  private func sayElsewhere(_ front: Locked<FrontInParts>, at moment: Int64) async {
    let tick = await tick(at: moment)
    await say(front.withLock { $0.elsewhere(since: tick) })
  }

  /// Says again what is in front when other categories matter: an allowance that is new counts from now on.
  private func follow(_ notices: AsyncStream<EngineNotice>, _ front: Locked<FrontInParts>) async {
    await sayAgain(front)
    for await notice in notices {
      if case .stateChanged = notice { await sayAgain(front) }
    }
  }

  private func sayAgain(_ front: Locked<FrontInParts>) async {
    let settings = await engine.snapshot.machine.settings
    let (here, isElsewhere) = front.withLock { front in
      let isNew = front.follow(settings)
      return (isNew && front.app != nil ? front.signal : nil, isNew && !front.elsewhere.isEmpty)
    }
    if let here { await say(here) }
    if isElsewhere { await sayElsewhere(front, at: SinceBoot.milliseconds) }
  }

  /// What a guard understands; `nil` for what the engine knows from its readers.
  private func meaning(
    of signal: Signal, at moment: Int64, _ front: Locked<FrontInParts>
  ) async -> GuardSignal? {
    switch signal {
    case .front(let app): return front.withLock { front in show(in: &front) { $0.app = app } }
    case .site(let site): return front.withLock { front in show(in: &front) { $0.site = site } }
    case .nothingInFront, .frontUnknown: return front.withLock { front in show(in: &front) { $0.app = nil } }
    case .idle(let since): return .idle(since: await tick(at: since))
    case .back: return .input(since: await tick(at: moment))
    case .locked(let isLocked): return .locked(isLocked)
    case .asleep(let isAsleep): return .asleep(isAsleep)
    case .loud(let isLoud): return .loud(isLoud)
    case .call(let isOn): return .call(isOn)
    case .keptAwake(let isOn): return .keptAwake(isOn)
    case .playing(let players):
      let own = await sessionPlayer
      return .playing(players.contains { player in own.map { player != $0 && !player.hasPrefix($0 + ".") } ?? true })
    case .cardThere: return nil
    }
  }

  private func show(in front: inout FrontInParts, _ change: (inout FrontInParts) -> Void) -> GuardSignal {
    change(&front)
    return front.signal
  }

  /// The player of the session's own music, which never counts as straying.
  private var sessionPlayer: String? {
    get async {
      switch await engine.snapshot.machine.state {
      case .idle: nil
      case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus.own.policy.music?.player
      }
    }
  }

  private func silence(of name: SignalName) async -> [GuardSignal] {
    switch name {
    case .front: [.nothingInFront]
    case .input: [.input(since: await tick(at: SinceBoot.milliseconds)), .inputWatched(false)]
    case .lock: [.locked(false), .asleep(false)]
    case .noise: [.loud(false), .call(false)]
    case .media: [.playing(false), .keptAwake(false)]
    case .card: []
    }
  }

  /// A moment in milliseconds since the computer came up, on the session's clock.
  private func tick(at moment: Int64) async -> Tick {
    let snapshot = await engine.snapshot
    let age = max(0, SinceBoot.milliseconds - moment)
    return snapshot.machine.tick(at: snapshot.now) - Lapse(milliseconds: age)
  }
}
