package import FocusEngine
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
  let elsewhere: AsyncStream<OtherScreens.Use>
  /// Is told the same signals, with the moment on the session's clock.
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
  ///
  /// All that arrives goes through one stream, so that it is said in the order in which it was understood: what was in
  /// front before the settings changed never reaches the engine behind what the new settings make of it.
  package func run() async {
    let notices = await engine.notices()
    let (arrivals, arrival) = AsyncStream.makeStream(of: Arrival.self)
    arrival.yield(.settings)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await notice in notices { if case .stateChanged = notice { arrival.yield(.settings) } }
      }
      group.addTask {
        for await use in elsewhere { arrival.yield(.elsewhere(use)) }
      }
      group.addTask {
        for await news in await board.news() { arrival.yield(.news(news)) }
        arrival.finish()
      }
      var front = FrontInParts()
      for await arrival in arrivals { await tell(arrival, &front) }
      group.cancelAll()
    }
  }

  private enum Arrival {
    case news(SignalNews)
    case settings
    case elsewhere(OtherScreens.Use)
  }

  private func tell(_ arrival: Arrival, _ front: inout FrontInParts) async {
    switch arrival {
    case .news(.noticed(let signal, let moment)):
      if let said = await meaning(of: signal, at: moment, &front) { await say(said) }
      if case .site = signal, !front.elsewhere.isEmpty { await sayElsewhere(front, at: moment) }
    case .news(.state(let state)):
      guard state.state != .inForce else { return }
      if state.name == .front { front.forget() }
      for said in await silence(of: state.name) { await say(said) }
    case .settings: await sayAgain(&front)
    case .elsewhere(let use):
      front.elsewhere = use.apps
      await sayElsewhere(front, at: use.since)
    }
  }

  private func sayElsewhere(_ front: FrontInParts, at moment: Int64) async {
    await say(front.elsewhere(since: await tick(at: moment)))
  }

  /// Repeats what is in front when other categories matter: a new allowance counts from now on.
  private func sayAgain(_ front: inout FrontInParts) async {
    guard front.follow(await engine.snapshot.machine.settings) else { return }
    if front.app != nil { await say(front.signal) }
    if !front.elsewhere.isEmpty { await sayElsewhere(front, at: SinceBoot.milliseconds) }
  }

  /// Translates a signal for a guard; `nil` for what the engine knows from its readers.
  private func meaning(
    of signal: Signal, at moment: Int64, _ front: inout FrontInParts
  ) async -> GuardSignal? {
    switch signal {
    case .front(let app):
      front.app = app
      return front.signal
    case .site(let site):
      front.site = site
      return front.signal
    case .nothingInFront, .frontUnknown:
      front.app = nil
      return front.signal
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

  /// Converts milliseconds since the computer came up to the session's clock.
  private func tick(at moment: Int64) async -> Tick {
    let snapshot = await engine.snapshot
    let age = max(0, SinceBoot.milliseconds - moment)
    return snapshot.machine.tick(at: snapshot.now) - Lapse(milliseconds: age)
  }
}
