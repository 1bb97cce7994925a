package import FocusEngine
package import LinuxRuntime
internal import RunningApps
package import ScreenSignals

/// Watches the person's other screens while daily minutes are counted: use there counts too.
package actor ScreensElsewhere {
  /// How often to look again after an arrival: what opens a screen may come after it.
  private static let mostTries = 6

  private let loop: EventLoop
  private let timer: LoopTimer
  private let screens: OtherScreens
  private let configured: Set<SignalName>
  private let folders: [String]
  private var places: [Place] = []
  /// The sockets of screens at the last look.
  private var sockets: [OpenScreen.Socket] = []
  /// The look that counts; a newer arrival overtakes older looks.
  private var round = 0

  private final class Place {
    private let folder: PlaceWatch
    private var watch: Watch?

    init(_ path: String, on loop: EventLoop, _ arrived: @escaping @Sendable () -> Void) throws(SystemError) {
      folder = try PlaceWatch(of: path)
      watch = loop.watchReadable(folder.descriptor) { [unowned self] in
        if folder.renew() { arrived() }
      }
    }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// `chosen` are the configured signals; the person may turn some on or off over them.
  package init(on loop: EventLoop, chosen configured: Set<SignalName>) {
    let runtime = Environment["XDG_RUNTIME_DIR"]
    self.loop = loop
    self.configured = configured
    timer = LoopTimer(loop: loop)
    screens = OtherScreens(beside: { .found { Environment[$0] } }, runtimeFolder: runtime, loop: loop)
    folders = ["/tmp/.X11-unix"] + [runtime].compactMap { $0 }
  }

  package nonisolated func news() -> AsyncStream<OtherScreens.Use> { screens.news() }

  /// Watches while there is an allowance, until the engine stops.
  package func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices()
    await adjust(await engine.snapshot)
    for await notice in notices {
      if case .stateChanged = notice { await adjust(await engine.snapshot) }
    }
    await end()
  }

  /// Adds to the state of the app in front what is not seen of other screens.
  package func adding(to states: [SignalState]) async -> [SignalState] {
    guard !places.isEmpty else { return states }
    if await !screens.unseen.isEmpty { await screens.look() }
    let unseen = await screens.unseen
    guard !unseen.isEmpty else { return states }
    return states.map { state in
      guard state.name == .front else { return state }
      var state = state
      state.why = ([state.why].compactMap { $0 } + unseen).joined(separator: "; ")
      return state
    }
  }

  private func adjust(_ snapshot: EngineSnapshot) async {
    let settings = snapshot.machine.settings
    let isWanted = !settings.allowances.isEmpty && configured.changed(by: settings).contains(.front)
    guard isWanted == places.isEmpty else { return }
    guard isWanted else { return await end() }
    let (loop, folders) = (loop, folders)
    places = folders.compactMap { folder in
      try? Place(folder, on: loop) { @Sendable in
        Task(executorPreference: loop) { await self.changed() }
      }
    }
    sockets = OpenScreen.sockets(in: folders)
    arrived()
  }

  private func end() async {
    places = []
    round += 1
    await screens.close()
  }

  /// Looks again only where a screen came or went; the login's folder has much else that does.
  private func changed() {
    let now = OpenScreen.sockets(in: folders)
    guard now != sockets else { return }
    sockets = now
    arrived()
  }

  private func arrived() {
    round += 1
    let own = round
    Task(executorPreference: loop) { [self] in
      for attempt in 0..<Self.mostTries where await isLast(own) {
        await screens.look()
        await timer.pause(for: .seconds(1 << attempt))
      }
    }
  }

  private func isLast(_ own: Int) -> Bool { own == round }
}
