internal import FocusPorts
internal import LinuxRuntime

/// GNOME's compositor reports when input stops and returns (`org.gnome.Mutter.IdleMonitor`).
final class MutterIdle: BusWatcher {
  private static let name = "org.gnome.Mutter.IdleMonitor"
  private static let isAway = "this desktop has no \(name)"

  var service: (name: String, whenGone: String)? { (Self.name, Self.isAway) }

  private let after: Int64
  private let tell: (Signal) -> Void
  private weak var connection: BusConnection?
  private var idleWatch: UInt32?
  private var activeWatch: UInt32?

  init(after: Int64, tell: @escaping (Signal) -> Void) {
    self.after = after
    self.tell = tell
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    self.connection = connection
    connection.listen("sender='\(Self.name)',interface='\(Self.name)',member='WatchFired'") { [weak self] _, values in
      self?.fired(values.first?.number)
    }
    connection.call(.mutter("AddIdleWatch", .uint64(UInt64(clamping: after)))) { [weak self] reply in
      guard let self, case .success(let values) = reply, let watch = values.first?.number else {
        return found(.failure(.missing(Self.isAway)))
      }
      idleWatch = watch
      connection.call(.mutter("GetIdletime")) { [weak self] reply in
        let passed = (try? reply.get())?.first?.whole ?? 0
        self?.start(passed: passed)
        found(.success("gnome"))
      }
    }
  }

  func end() {
    for watch in [idleWatch, activeWatch].compactMap({ $0 }) {
      connection?.call(.mutter("RemoveWatch", .uint32(watch)))
    }
  }

  private func start(passed: Int64) {
    if passed >= after { becameIdle(since: SinceBoot.milliseconds - passed) } else { tell(.back) }
  }

  private func fired(_ watch: UInt32?) {
    guard let watch else { return }
    // An idle watch repeats; one for activity fires once.
    if watch == idleWatch { becameIdle(since: SinceBoot.milliseconds - after) }
    if watch == activeWatch {
      activeWatch = nil
      tell(.back)
    }
  }

  private func becameIdle(since: Int64) {
    tell(.idle(since: since))
    guard activeWatch == nil else { return }
    connection?.call(.mutter("AddUserActiveWatch")) { [weak self] reply in
      self?.activeWatch = (try? reply.get())?.first?.number
    }
  }
}

extension BusCall {
  fileprivate static func mutter(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: "org.gnome.Mutter.IdleMonitor", path: "/org/gnome/Mutter/IdleMonitor/Core",
      interface: "org.gnome.Mutter.IdleMonitor", member: member, arguments: arguments)
  }
}
