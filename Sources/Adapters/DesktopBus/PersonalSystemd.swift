import Glibc
package import LinuxRuntime

/// The systemd of this person: it starts programs of theirs beside this service.
///
/// A program that the service starts itself has no more than the service's unit leaves to it: no sudo, no namespaces,
/// which a browser needs. What systemd starts has all that the person may do. Each program has a connection of its
/// own, so that nothing is listened to while none runs.
package actor PersonalSystemd {
  /// A program to start.
  package struct Program: Sendable {
    /// What it is to a person who looks through the units.
    package let what: String
    /// Its file.
    package let path: String
    /// Its arguments, without its own name.
    package let arguments: [String]
    /// Its environment, as `NAME=value` lines.
    package let environment: [String]
    /// The folder that it starts in, if it is there.
    package let folder: String
    /// Where its input is from; `nil` for nowhere.
    package let input: Int32?
    /// Where it says things; `nil` for nowhere.
    package let output: Int32?
    /// How long it may take.
    package let limit: Duration?

    /// A program.
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

  /// Where it is asked.
  package enum Place: Sendable, Equatable {
    /// On the bus of that address.
    case bus(String)
    /// At a socket of its own, where systemctl(1) asks it: there is one without any bus.
    case own(String)

    /// Where this person's systemd is.
    package static func all(in environment: (String) -> String?) -> [Place] {
      let bus = DesktopBus.Options.address(in: environment).map { Place.bus($0) }
      let own = environment("XDG_RUNTIME_DIR").map { Place.own("unix:path=\($0)/systemd/private") }
      return [bus, own].compactMap(\.self)
    }
  }

  /// What came of a program.
  package enum Outcome: Sendable, Equatable {
    /// It ended with that exit code, or with 128 and the number of the signal that ended it.
    case ended(Int32)
    /// It took too long, or this was let go; it and all that it started were ended.
    case cutOff
    /// It was not started, for that reason; it may be started in another way.
    case notStarted(String)
    /// It was started, but what came of it is not known, for that reason.
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

  /// How long a program that was ended by force may take to be gone.
  private static let farewell: Duration = .seconds(2)

  /// The event loop: the bus lives on its thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// The systemd that is at the first of these places where it is.
  package init(loop: EventLoop, places: [Place]) {
    self.loop = loop
    self.places = places
  }

  /// Whether programs that this process starts itself have less than the person (prctl(2), PR_SET_NO_NEW_PRIVS).
  package static var isNeeded: Bool {
    guard let status = try? Files.read("/proc/self/status") else { return false }
    return String(decoding: status, as: UTF8.self).split(separator: "\n").contains("NoNewPrivs:\t1")
  }

  /// Runs a program to its end.
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

  /// Ends all that runs.
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
  /// What went wrong, if something did.
  fileprivate var fault: BusError? {
    if case .failure(let fault) = self { fault } else { nil }
  }
}
