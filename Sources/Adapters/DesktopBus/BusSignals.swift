package import FocusPorts
package import LinuxRuntime

/// Signals about the person from the desktop's bus, or from logind on the system's.
package actor BusSignals: SignalSource {
  package enum Bus: Sendable {
    /// The desktop's: GNOME's idle monitor, the app in front on GNOME and KDE, players.
    ///
    /// `folder`: where a script for KWin may be written, which reads it from there.
    case desktop(address: String?, folder: String)
    /// The system's: lock, sleep and, as a last resort, logind's idle hint.
    case system(address: String)

    /// Where the system's bus listens (D-Bus Specification, "Well-known Message Bus Instances").
    package static func systemAddress(in environment: (String) -> String?) -> String {
      environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    }
  }

  private let loop: EventLoop
  private let bus: Bus
  private let idleAfter: Int64
  private let stream: AsyncStream<SignalNews>
  private let news: AsyncStream<SignalNews>.Continuation
  private var connection: BusConnection?
  private var watchers: [SignalName: any BusWatcher] = [:]

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// `idleAfter` is how many milliseconds without input count as idle.
  package init(loop: EventLoop, bus: Bus, idleAfter: Int64 = 10_000) {
    self.loop = loop
    self.bus = bus
    self.idleAfter = idleAfter
    (stream, news) = AsyncStream.makeStream(of: SignalNews.self)
  }

  package func open(_ wanted: Set<SignalName>) async -> [SignalState] {
    let address: String?
    switch bus {
    case .desktop(let its, _): address = its
    case .system(let its): address = its
    }
    guard let address else { return wanted.map { SignalState($0, .unavailable, why: "no desktop D-Bus was found") } }
    do throws(BusError) {
      connection = try BusConnection(address: address, loop: loop) { [unowned me = self] in
        me.assumeIsolated { $0.lost() }
      }
    } catch {
      return wanted.map { SignalState($0, .unavailable, why: "\(busName) cannot be reached: \(error.words)") }
    }
    var states: [SignalState] = []
    for name in SignalName.allCases where wanted.contains(name) {
      var whys: [String] = []
      for watcher in makeWatchers(of: name) {
        switch await begin(watcher) {
        case .success(let source):
          watchers[name] = watcher
          if let service = watcher.service { follow(service.name, of: name, service.whenGone) }
          states.append(SignalState(name, .inForce, by: source))
        case .failure(let missing):
          whys.append(missing.words)
          watcher.end()
          continue
        }
        break
      }
      // One that is seen may be lost by now, which is told as any other loss.
      guard states.last?.name != name, !whys.isEmpty else { continue }
      states.append(SignalState(name, .unavailable, why: whys.joined(separator: "; ")))
    }
    return states
  }

  package nonisolated func signals() -> AsyncStream<SignalNews> { stream }

  /// Stops listening, and removes what was set up on the desktop for it.
  package func close() {
    for watcher in watchers.values { watcher.end() }
    watchers = [:]
    connection?.close()
    connection = nil
    news.finish()
  }

  private var busName: String {
    switch bus {
    case .desktop: "the desktop D-Bus"
    case .system: "the system D-Bus"
    }
  }

  /// Candidates for watching a signal here, best first.
  private func makeWatchers(of name: SignalName) -> [any BusWatcher] {
    let tell: (Signal) -> Void = { [news] signal in news.yield(.noticed(signal, at: SinceBoot.milliseconds)) }
    switch (bus, name) {
    case (.desktop, .input): return [MutterIdle(after: idleAfter, tell: tell)]
    case (.desktop(_, let folder), .front):
      return [GnomeFront(tell: tell), KWinFront(folder: folder, loop: loop, tell: tell)]
    case (.desktop, .media): return [PlayingPlayers(tell: tell)]
    case (.system, .lock):
      return [LogindLock(tell: tell) { [news] state in news.yield(.state(state)) }]
    case (.system, .input): return [LogindIdle(tell: tell)]
    default: return []
    }
  }

  private func begin(_ watcher: any BusWatcher) async -> Result<String, BusError> {
    guard let connection else { return .failure(.missing("the connection was lost")) }
    return await withCheckedContinuation { continuation in
      watcher.begin(on: connection) { continuation.resume(returning: $0) }
    }
  }

  /// Loses the signal when the service's owner changes: a new owner knows nothing of us.
  private func follow(_ service: String, of name: SignalName, _ whenGone: String) {
    let rule =
      "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'"
    connection?.listen(rule) { [unowned me = self] _, _ in
      me.assumeIsolated { $0.lose(name, why: whenGone) }
    }
    // No signal comes for one that ended after its answer and before the bus had the rule.
    connection?.call(.bus("NameHasOwner", .string(service))) { [unowned me = self] reply in
      guard (try? reply.get())?.first?.isTrue == false else { return }
      me.assumeIsolated { $0.lose(name, why: whenGone) }
    }
  }

  private func lose(_ name: SignalName, why: String) {
    guard let watcher = watchers.removeValue(forKey: name) else { return }
    watcher.end()
    tellLoss(of: name, why: why)
  }

  private func tellLoss(of name: SignalName, why: String) {
    news.yield(.state(SignalState(name, .unavailable, why: why)))
    if name == .front { news.yield(.noticed(.frontUnknown, at: SinceBoot.milliseconds)) }
  }

  private func lost() {
    for name in watchers.keys { tellLoss(of: name, why: "\(busName) was lost") }
    watchers = [:]
    connection = nil
  }
}

/// Watches one signal over a bus. Called only on the event loop's thread.
protocol BusWatcher: AnyObject {
  /// The bus name whose owner reports, and what to say once it ends; `nil` if no owner matters.
  var service: (name: String, whenGone: String)? { get }
  /// Begins to listen; calls `found` once with the reporter's name, or why there is none.
  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void)
  func end()
}

extension BusWatcher {
  var service: (name: String, whenGone: String)? { nil }
}
