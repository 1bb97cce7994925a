package import FocusEngine
internal import Guarding
package import SystemShield

/// Which of the signals that the person chose are needed now: what costs nothing is watched while the service runs, so
/// that it can be tried; the microphone only while somebody focuses.
package struct SignalUse: Sendable {
  package static let ofNights: Set<SignalName> = [.input, .lock, .media]

  let configured: Set<SignalName>
  /// Signals that other features need and the person turned on.
  private let also: @Sendable () -> Set<SignalName>
  private let changes: AsyncStream<Void>
  let engine: FocusEngine
  let board: SignalBoard
  let wish: FrontSiteWish

  package init(
    configured: Set<SignalName>, also: @escaping @Sendable () -> Set<SignalName> = { [] },
    changes: AsyncStream<Void> = AsyncStream { $0.finish() }, engine: FocusEngine, board: SignalBoard,
    wish: FrontSiteWish
  ) {
    self.configured = configured
    self.also = also
    self.changes = changes
    self.engine = engine
    self.board = board
    self.wish = wish
  }

  /// Watches what is needed; one look at a time, so that the last word is never an older state's.
  package func follow() async {
    let (looks, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let notices = await engine.notices()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in changes { bell.yield() } }
      group.addTask {
        for await notice in notices {
          switch notice {
          case .happened, .stateChanged: bell.yield()
          case .logFailed, .shieldChanged: break
          }
        }
        bell.finish()
      }
      await adjust()
      for await _ in looks { await adjust() }
      group.cancelAll()
    }
    wish.set(false)
  }

  private func adjust() async {
    let snapshot = await engine.snapshot
    // Who sets a bedtime chooses what it takes to notice use in it, unless they say otherwise.
    let settings = snapshot.machine.settings
    let isNightSet = settings.bedtime != nil
    let also = also()
    let needed = (settings.bedtime?.isWatched == true ? Self.ofNights : []).union(also)
    let chosen = configured.union(needed).changed(by: settings)
    let isFocusing = snapshot.machine.status(at: snapshot.now).state == .focusing
    await board.watch(isFocusing ? chosen : chosen.subtracting([.noise]), chosen: chosen)
    // A site is a matter only for a profile that says which sites are for its work, and for minutes a day on sites.
    let asksForSites =
      chosen.contains(.front) && (isFocusing && snapshot.hasSiteRules || snapshot.countsSites || !also.isEmpty)
    await board.heedSites(asksForSites)
    wish.set(asksForSites)
    // A source that sees no input yet has nothing to say: that it watches is said here.
    let isWatched = await board.sees(.input)
    guard isNightSet, isWatched, !snapshot.machine.surroundings.isInputWatched else { return }
    await engine.submit(.signal(.inputWatched(true)))
  }
}

extension EngineSnapshot {
  fileprivate var countsSites: Bool {
    machine.settings.allowances.contains { !$0.blocks.sites.isEmpty || !$0.blocks.categories.isEmpty }
  }

  fileprivate var hasSiteRules: Bool {
    switch machine.state {
    case .idle, .visiting, .onBreak: false
    case .focusing(let focus):
      (focus.own.policy.blocks.mode == .allow || focus.work?.sites.isEmpty == false)
        && focus.own.policy.straying[.offTask].does != .off
    }
  }
}

extension Set<SignalName> {
  /// Returns the configured signals with what the person turned on or off over them.
  func changed(by settings: Settings) -> Set<SignalName> {
    var chosen = self
    for (word, isOn) in settings.signals {
      guard let name = SignalName(rawValue: word) else { continue }
      if isOn { chosen.insert(name) } else { chosen.remove(name) }
    }
    return chosen
  }
}
