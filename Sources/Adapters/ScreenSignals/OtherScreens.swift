package import FocusPorts
package import LinuxRuntime
internal import RunningApps

/// The screens of this user beside the one that the service belongs to: a second login, a display in a window, one
/// that is looked at from afar. What is in front there while somebody types there is told.
package actor OtherScreens {
  /// The apps that are in use on all of them from a moment on.
  package struct Use: Sendable, Equatable {
    /// At most one app for each screen.
    package var apps: [FrontApp]
    /// In milliseconds since the computer came up.
    package var since: Int64

    package init(_ apps: [FrontApp], since: Int64) { (self.apps, self.since) = (apps, since) }
  }

  private struct Screen {
    let source: ScreenSignals
    let follower: Task<Void, Never>?
    var front: FrontApp?
    var isIdle = true
    /// Why the screen is not seen.
    var why: String?
  }

  private let loop: EventLoop
  private let session: @Sendable () -> ScreenSignals.Session
  private let runtimeFolder: String?
  private let idleAfter: Int64
  private let stream: AsyncStream<Use>
  private let uses: AsyncStream<Use>.Continuation
  private var screens: [OpenScreen: Screen] = [:]
  private var told: [FrontApp] = []
  private var isLooking = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// A screen without input for `idleAfter` milliseconds is not in use.
  package init(
    beside session: @escaping @Sendable () -> ScreenSignals.Session, runtimeFolder: String?, loop: EventLoop,
    idleAfter: Int64 = 10_000
  ) {
    (self.session, self.runtimeFolder, self.loop, self.idleAfter) = (session, runtimeFolder, loop, idleAfter)
    (stream, uses) = AsyncStream.makeStream(of: Use.self)
  }

  package nonisolated func news() -> AsyncStream<Use> { stream }

  /// What cannot be seen of them, a sentence each.
  package var unseen: [String] {
    screens.compactMap { screen, state in state.why.map { "use on \(screen.name) is not counted: \($0)" } }.sorted()
  }

  /// Looks for screens, and starts watching those that are new or could not be seen before.
  package func look() async {
    guard !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    let session = session()
    let own = [session.wayland.map { OpenScreen.Kind.wayland($0) }, session.displayNumber.map { .x11($0) }]
    let there = OpenScreen.all(runtimeFolder: runtimeFolder).filter { !own.contains($0.kind) }
    for screen in screens.keys where !there.contains(screen) { await letGo(screen) }
    for screen in there where screens[screen].map({ $0.why != nil }) ?? true { await open(screen) }
    tell(since: SinceBoot.milliseconds)
  }

  package func close() async {
    for screen in screens.keys { await letGo(screen) }
    tell(since: SinceBoot.milliseconds)
  }

  // MARK: One screen

  private func open(_ screen: OpenScreen) async {
    var last: Screen?
    for session in sessions(of: screen) {
      let source = ScreenSignals(session, idleAfter: idleAfter)
      let states = await source.open([.front, .input])
      let front = states.first { $0.name == .front }
      // Without a window manager yet the display is still the right one: it may come.
      guard states.contains(where: { $0.state == .inForce }) else {
        last = Screen(source: source, follower: nil, why: front?.why ?? "it cannot be watched")
        await source.close()
        continue
      }
      // A screen that does not tell whether there is input counts as in use.
      let tellsInput = states.contains { $0.name == .input && $0.state == .inForce }
      let follower = Task(executorPreference: loop) { [self] in
        for await news in source.signals() { await heed(news, of: screen) }
      }
      let why = front?.state == .inForce ? nil : front?.why
      await take(Screen(source: source, follower: follower, isIdle: tellsInput, why: why), as: screen)
      return
    }
    // Another user's screen that does not let this user in is nobody's concern.
    if let last, screen.isOwn { await take(last, as: screen) }
  }

  /// What could not be seen stays reported until it is known again.
  private func take(_ state: Screen, as screen: OpenScreen) async {
    let former = screens.updateValue(state, forKey: screen)
    former?.follower?.cancel()
    await former?.source.close()
  }

  /// One for each key, and one without a key where access goes by user.
  private func sessions(of screen: OpenScreen) -> [ScreenSignals.Session] {
    switch screen.kind {
    case .wayland(let socket): return [ScreenSignals.Session(wayland: socket)]
    case .x11(let number):
      let keys = OpenScreen.keys(toDisplay: number)
      let all: [[UInt8]?] = keys.prefix(4).map { $0 } + (screen.isOwn ? [nil] : [])
      return all.map { ScreenSignals.Session(x11: screen.name, key: $0) }
    }
  }

  private func letGo(_ screen: OpenScreen) async {
    guard let state = screens.removeValue(forKey: screen) else { return }
    state.follower?.cancel()
    await state.source.close()
  }

  private func heed(_ news: SignalNews, of screen: OpenScreen) {
    guard screens[screen] != nil else { return }
    var since = SinceBoot.milliseconds
    switch news {
    case .noticed(.front(let app), _): screens[screen]?.front = app
    case .noticed(.nothingInFront, _), .noticed(.frontUnknown, _): screens[screen]?.front = nil
    case .noticed(.idle(let moment), _):
      since = moment
      screens[screen]?.isIdle = true
    case .noticed(.back, _): screens[screen]?.isIdle = false
    case .state(let state) where state.name == .front: screens[screen]?.why = state.state == .inForce ? nil : state.why
    default: return
    }
    tell(since: since)
  }

  private func tell(since moment: Int64) {
    let apps = screens.sorted { $0.key.name < $1.key.name }.compactMap { $0.value.isIdle ? nil : $0.value.front }
    guard apps != told else { return }
    told = apps
    uses.yield(Use(apps, since: moment))
  }
}
