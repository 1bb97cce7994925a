internal import FocusPorts

/// Reports lock and unlock requests, the lock screen (if logind knows), sleep and waking.
final class LogindLock: BusWatcher {
  private let tell: (Signal) -> Void
  private let tellState: (SignalState) -> Void
  private var isLocked = false

  init(tell: @escaping (Signal) -> Void, tellState: @escaping (SignalState) -> Void) {
    self.tell = tell
    self.tellState = tellState
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    LogindSession.find(on: connection) { [weak self] outcome in
      guard let self, case .success(let path) = outcome else { return found(outcome.map { _ in "logind" }) }
      listen(to: path, on: connection)
      connection.call(.get("LockedHint", of: LogindSession.interface, at: path, LogindSession.name)) {
        [weak self] reply in
        self?.set((try? reply.get())?.first?.isTrue ?? false, isFirst: true)
        found(.success("logind"))
      }
    }
  }

  func end() {}

  private func listen(to path: String, on connection: BusConnection) {
    let session = "sender='\(LogindSession.name)',path='\(path)',interface='\(LogindSession.interface)'"
    connection.listen("\(session),member='Lock'") { [weak self] _, _ in
      self?.set(true)
      // Not every lock screen says that it is gone; until one does, other signs of the person count as well.
      self?.tellState(
        SignalState(.lock, .inForce, by: "logind", why: "the lock screen has not told logind that it is there"))
    }
    connection.listen("\(session),member='Unlock'") { [weak self] _, _ in self?.set(false) }
    connection.listen(LogindSession.propertyRule(path)) { [weak self] _, values in
      guard values.count > 1, let isLocked = values[1]["LockedHint"]?.isTrue else { return }
      self?.tellState(SignalState(.lock, .inForce, by: "logind"))
      self?.set(isLocked)
    }
    connection.listen("sender='\(LogindSession.name)',interface='\(LogindSession.manager)',member='PrepareForSleep'") {
      [weak self] _, values in
      guard let isAsleep = values.first?.isTrue else { return }
      self?.tell(.asleep(isAsleep))
    }
  }

  private func set(_ locked: Bool, isFirst: Bool = false) {
    guard isFirst || locked != isLocked else { return }
    isLocked = locked
    tell(.locked(locked))
  }
}

/// logind's idle hint, as a last resort: few desktops set it.
final class LogindIdle: BusWatcher {
  private let tell: (Signal) -> Void

  init(tell: @escaping (Signal) -> Void) {
    self.tell = tell
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    LogindSession.find(on: connection) { [weak self] outcome in
      guard let self, case .success(let path) = outcome else { return found(outcome.map { _ in "logind" }) }
      connection.listen(LogindSession.propertyRule(path)) { [weak self] _, values in
        guard values.count > 1, let isIdle = values[1]["IdleHint"]?.isTrue else { return }
        self?.set(isIdle, since: values[1]["IdleSinceHint"]?.whole)
      }
      let properties = BusCall(
        destination: LogindSession.name, path: path, interface: "org.freedesktop.DBus.Properties", member: "GetAll",
        arguments: [.string(LogindSession.interface)])
      connection.call(properties) { [weak self] reply in
        let values = (try? reply.get())?.first
        let since = values?["IdleSinceHint"]?.whole ?? 0
        guard let isIdle = values?["IdleHint"]?.isTrue, since != 0 || isIdle else {
          return found(.failure(.missing("this desktop does not tell logind whether there is input")))
        }
        self?.set(isIdle, since: since)
        found(.success("logind"))
      }
    }
  }

  func end() {}

  /// `since` is in microseconds since 1970.
  private func set(_ isIdle: Bool, since: Int64?) {
    guard isIdle else { return tell(.back) }
    tell(.idle(since: BootClock.moment(ofWall: since)))
  }
}
