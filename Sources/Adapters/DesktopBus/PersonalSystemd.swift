import Glibc
package import LinuxRuntime

/// The systemd of this person: it starts programs of theirs beside this service.
///
/// A program that the service starts itself has no more than the service's unit leaves to it: no sudo, no namespaces,
/// which a browser needs. What systemd starts has all that the person may do. Each program has a connection of its
/// own, so that nothing is listened to while none runs.
package actor PersonalSystemd {
  package struct Program: Sendable {
    /// Its description, for a person who looks through the units.
    package let what: String
    package let path: String
    /// Its arguments, without its own name.
    package let arguments: [String]
    /// Its environment, as `NAME=value` lines.
    package let environment: [String]
    /// The folder that it starts in, if that exists.
    package let folder: String
    /// The descriptor of its input; `nil` for none.
    package let input: Int32?
    /// The descriptor for its output; `nil` for none.
    package let output: Int32?
    package let limit: Duration?

    package init(
      _ what: String, _ path: String, _ arguments: [String], environment: [String] = Environment.lines,
      folder: String, input: Int32? = nil, output: Int32? = nil, limit: Duration? = nil
    ) {
      self.what = what
      self.path = path
      self.arguments = arguments
      self.environment = environment
      self.folder = folder
      self.input = input
      self.output = output
      self.limit = limit
    }
  }

  package enum Place: Sendable, Equatable {
    case bus(String)
    /// systemd's private socket, which systemctl(1) uses and which needs no bus.
    case own(String)

    package static func all(in environment: (String) -> String?) -> [Place] {
      let bus = DesktopBus.Options.address(in: environment).map { Place.bus($0) }
      let own = environment("XDG_RUNTIME_DIR").map { Place.own("unix:path=\($0)/systemd/private") }
      return [bus, own].compactMap(\.self)
    }
  }

  package enum Outcome: Sendable, Equatable {
    /// The exit code, or 128 plus the number of the signal that ended it.
    case ended(Int32)
    /// It took too long or was stopped; it and all that it started were ended.
    case cutOff
    /// It was not started, for this reason; another way may work.
    case notStarted(String)
    /// It was started, but its outcome is unknown, for this reason.
    case lost(String)
  }

  private let loop: EventLoop
  private let places: [Place]
  private var runs: [String: Run] = [:]
  private var leaving: [String: Run] = [:]

  private final class Run {
    let unit: TransientUnit
    var connection: BusConnection?
    var limit: Watch?
    var isStarted = false
    var isCutOff = false
    let continuation: CheckedContinuation<Outcome, Never>

    init(_ unit: TransientUnit, _ continuation: CheckedContinuation<Outcome, Never>) {
      self.unit = unit
      self.continuation = continuation
    }
  }

  /// How long a killed program may take to be gone.
  private static let farewell: Duration = .seconds(2)

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Uses the first of these places where systemd is found.
  package init(loop: EventLoop, places: [Place]) {
    self.loop = loop
    self.places = places
  }

  /// Whether this process's own programs have fewer rights (prctl(2), PR_SET_NO_NEW_PRIVS).
  package static var isNeeded: Bool {
    guard let status = try? Files.read("/proc/self/status") else { return false }
    return String(decoding: status, as: UTF8.self).split(separator: "\n").contains("NoNewPrivs:\t1")
  }

  package func run(_ program: Program) async -> Outcome {
    var outcome = Outcome.notStarted("your systemd was not found")
    for place in places {
      outcome = await run(program, at: place)
      guard case .notStarted = outcome else { break }
    }
    return outcome
  }

  private func run(_ program: Program, at place: Place) async -> Outcome {
    let (address, isBus) =
      switch place {
      case .bus(let address): (address, true)
      case .own(let address): (address, false)
      }
    return await withCheckedContinuation { continuation in
      let run = Run(TransientUnit(for: program, isHeld: isBus), continuation)
      let name = run.unit.name
      runs[name] = run
      do throws(BusError) {
        run.connection = try BusConnection(address: address, isBus: isBus, loop: loop) { [unowned me = self] in
          me.assumeIsolated { $0.lost(name) }
        }
      } catch {
        return end(name, as: .notStarted(error.words))
      }
      begin(run)
    }
  }

  package func stop() {
    for name in runs.keys { cutOff(name) }
  }

  private func begin(_ run: Run) {
    let name = run.unit.name
    run.connection?.listen(run.unit.rule) { [weak self] _, values in
      guard let code = TransientUnit.exitCode(in: values) else { return }
      self?.assumeIsolated { $0.end(name, as: .ended(code)) }
    }
    // Its answer comes once the connection is made: open files travel over no other.
    run.connection?.call(TransientUnit.subscribe) { [weak self] reply in
      self?.assumeIsolated { $0.subscribed(name, reply.fault) }
    }
  }

  private func subscribed(_ name: String, _ fault: BusError?) {
    guard let run = runs[name] else { return }
    if let fault { return end(name, as: .notStarted(fault.words)) }
    // Let go before it was started.
    if run.isCutOff { return end(name, as: .cutOff) }
    run.isStarted = true
    run.connection?.call(run.unit.start) { [weak self] reply in
      self?.assumeIsolated { $0.answered(name, reply.fault) }
    }
    if let limit = run.unit.program.limit {
      run.limit = loop.watchTime(limit) { [weak self] in self?.assumeIsolated { $0.cutOff(name) } }
    }
  }

  private func answered(_ name: String, _ fault: BusError?) {
    guard let fault else { return }
    // Anyone who says no did not start it; a silence may hide a start.
    if case .refused(let kind, _) = fault, kind != "org.freedesktop.DBus.Error.NoReply" {
      end(name, as: .notStarted(fault.words))
    } else {
      end(name, as: .lost(fault.words))
    }
  }

  private func lost(_ name: String) {
    let why = "the connection is lost"
    end(name, as: runs[name]?.isStarted == true ? .lost(why) : .notStarted(why))
  }

  private func cutOff(_ name: String) {
    guard let run = runs[name], !run.isCutOff else { return }
    run.isCutOff = true
    guard run.isStarted else { return }
    run.connection?.call(run.unit.kill)
    run.limit = loop.watchTime(Self.farewell) { [weak self] in self?.assumeIsolated { $0.end(name, as: .cutOff) } }
  }

  private func end(_ name: String, as outcome: Outcome) {
    guard let run = runs.removeValue(forKey: name) else { return }
    run.continuation.resume(returning: run.isCutOff ? .cutOff : outcome)
    // Not from within a callback of the connection itself, which is still at work then.
    leaving[name] = run
    run.limit = loop.watchTime(.zero) { [weak self] in self?.assumeIsolated { $0.leave(name) } }
  }

  private func leave(_ name: String) {
    leaving.removeValue(forKey: name)?.connection?.close()
  }
}

extension Result<[BusValue], BusError> {
  fileprivate var fault: BusError? {
    if case .failure(let fault) = self { fault } else { nil }
  }
}
