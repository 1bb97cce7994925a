internal import FocusEngine
internal import FocusPorts
internal import FocusSession
internal import Guarding
internal import LinuxRuntime

/// Hands what is noticed to the engine, as any other mouth of this user, in the terms of its guards.
///
/// A signal that is no longer seen says nothing more, so what it said last is undone: what nobody sees is never held
/// against anybody.
struct SignalMouth: Sendable {
  let engine: FocusEngine
  let board: SignalBoard

  /// Works until the board is closed.
  func run() async {
    var front = FrontInTwoParts()
    for await news in await board.news() {
      switch news {
      case .noticed(let signal, let moment):
        if let said = await meaning(of: signal, at: moment, &front) { await engine.submit(.signal(said)) }
      case .state(let state) where state.state != .inForce:
        if state.name == .front { front = FrontInTwoParts() }
        for said in await silence(of: state.name) { await engine.submit(.signal(said)) }
      case .state: continue
      }
    }
  }

  /// What a guard understands; `nil` for what the engine knows from its readers.
  private func meaning(
    of signal: Signal, at moment: Int64, _ front: inout FrontInTwoParts
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
      return .nothingInFront
    case .idle(let since): return .idle(since: await tick(at: since))
    case .back: return .input(since: await tick(at: moment))
    case .locked(let isLocked): return .locked(isLocked)
    case .asleep(let isAsleep): return .asleep(isAsleep)
    case .loud(let isLoud): return .loud(isLoud)
    case .call(let isOn): return .call(isOn)
    case .playing(let players): return .playing(!players.isEmpty)
    case .cardThere: return nil
    }
  }

  private func silence(of name: SignalName) async -> [GuardSignal] {
    switch name {
    case .front: [.nothingInFront]
    case .input: [.input(since: await tick(at: SinceBoot.milliseconds))]
    case .lock: [.locked(false), .asleep(false)]
    case .noise: [.loud(false), .call(false)]
    case .media: [.playing(false)]
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

/// The app in front and the site in it come from different sources.
private struct FrontInTwoParts {
  var app: FrontApp?
  var site: String?

  var signal: GuardSignal {
    app.map { .front(Front(app: $0.names, site: site)) } ?? .nothingInFront
  }
}
