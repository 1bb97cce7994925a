package import FocusPorts
package import LinuxRuntime

/// What a bus tells of the person: the desktop's own, or the system's with logind.
package actor BusSignals: SignalSource {
  package enum Bus: Sendable {
    /// The desktop's: GNOME's idle monitor, the app in front on GNOME and KDE, players.
    ///
    /// `folder`: where a script for KWin may be written, which reads it from there.
    case desktop(address: String?, folder: String)
    /// The system's: lock, sleep and, as a last resort, the hint that nobody types.
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
  /// Who sees each signal that is in force.
  private var watchers: [SignalName: any BusWatcher] = [:]

  /// The event loop: the bus lives on its thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// A bus that is not listened to yet.
  ///
  /// - Parameter idleAfter: without input for that long counts as idle, in milliseconds.
  package init(loop: EventLoop, bus: Bus, idleAfter: Int64 = 10_000) {
    self.loop = loop
    self.bus = bus
    self.idleAfter = idleAfter
    (stream, news) = AsyncStream.makeStream(of: SignalNews.self)
  }

  /// Begins to listen for what this bus can tell.
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

  /// What is noticed.
  package nonisolated func signals() -> AsyncStream<SignalNews> { stream }

  /// Stops listening, and takes away what was set up on the desktop for it.
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

  /// What may see a signal here, the best first.
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

  /// Who tells a signal may end, and another may take the name: that one knows nothing of what was asked for.
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

  /// The connection is gone, and everything that was seen over it.
  private func lost() {
    for name in watchers.keys { tellLoss(of: name, why: "\(busName) was lost") }
    watchers = [:]
    connection = nil
  }
}

/// Sees one signal over a bus. Everything in here is called on the event loop's thread.
protocol BusWatcher: AnyObject {
  /// The name on the bus whose owner tells it, and what is said once that one has ended; `nil` where it does not matter
  /// whose the name is.
  var service: (name: String, whenGone: String)? { get }
  /// Begins to listen.
  ///
  /// - Parameter found: called once, with the name of what tells, or with why nothing does.
  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void)
  /// Gives back what was set up.
  func end()
}

extension BusWatcher {
  var service: (name: String, whenGone: String)? { nil }
}
