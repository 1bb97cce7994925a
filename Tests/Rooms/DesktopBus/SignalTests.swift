import DesktopBus
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What buses tell of the person: logind (a stand-in by python-dbusmock, since no test may lock this computer), real
/// players.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2))) struct SignalTests {
  private let folder = TemporaryFolder()
  private let loop = try! EventLoop()

  /// What a source told.
  private final class Told: Sendable {
    let source: BusSignals
    let states: [SignalState]
    private let news = Locked<[SignalNews]>([])

    init(_ source: BusSignals, _ wanted: Set<SignalName>) async {
      self.source = source
      states = await source.open(wanted)
      // A thread of its own: work of other tests can fill the shared pool for a minute.
      Task(executorPreference: RealPartsTrait.threads) { [news] in
        for await one in source.signals() { news.withLock { $0.append(one) } }
      }
    }

    var signals: [Signal] {
      news.withLock { $0 }.compactMap { if case .noticed(let signal, _) = $0 { signal } else { nil } }
    }

    var changes: [SignalState] {
      news.withLock { $0 }.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }
  }

  /// logind's stand-in with one session of this user, and what is done to it.
  private final class Logind {
    private let bus: PrivateBus
    private let mock: ChildProcess
    private static let session = "/org/freedesktop/login1/session/c1"

    init(on bus: PrivateBus, sessions: Int = 1) throws {
      self.bus = bus
      mock = try ChildProcess.start(
        "/usr/bin/python3", ["-m", "dbusmock", "--template", "logind"], environment: Self.variables(bus),
        output: .nothing, errors: .nothing)
      while mock.outcomeIfEnded() == nil, try call("/org/freedesktop/login1", "\(Self.manager).ListSessions") != 0 {
        usleep(20_000)
      }
      guard sessions > 0 else { return }
      try call(
        "/org/freedesktop/login1", "org.freedesktop.DBus.Mock.AddSession", "c1", "seat0", "uint32 \(getuid())", "me",
        "true")
    }

    private static let manager = "org.freedesktop.login1.Manager"
    private static func variables(_ bus: PrivateBus) -> [String] {
      bus.environment + ["DBUS_SYSTEM_BUS_ADDRESS=\(bus.address)"]
    }

    @discardableResult
    private func call(_ path: String, _ method: String, _ arguments: String...) throws -> Int32 {
      try ChildProcess.start(
        "/usr/bin/gdbus",
        ["call", "--address", bus.address, "-d", "org.freedesktop.login1", "-o", path, "-m", method] + arguments,
        environment: Self.variables(bus), output: .nothing, errors: .nothing
      ).wait()
    }

    func emit(_ signal: String) throws {
      try call(Self.session, "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.login1.Session", signal, "", "[]")
    }

    func set(_ properties: String) throws {
      try call(
        Self.session, "org.freedesktop.DBus.Mock.UpdateProperties", "org.freedesktop.login1.Session", properties)
    }

    /// How often a method of the session was called.
    func countCalls(of method: String) throws -> Int {
      let outcome = try BuiltProgram(at: "/usr/bin/gdbus").run(
        [
          "call", "--address", bus.address, "-d", "org.freedesktop.login1", "-o", Self.session, "-m",
          "org.freedesktop.DBus.Mock.GetMethodCalls", method,
        ], environment: Self.variables(bus))
      return outcome.output.split(separator: "uint64").count - 1
    }

    func sleep(_ isAsleep: Bool) throws {
      try call(
        "/org/freedesktop/login1", "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.login1.Manager",
        "PrepareForSleep", "b", "[<\(isAsleep)>]")
    }

    deinit {
      mock.signal(SIGKILL)
      mock.wait()
    }
  }

  private func system(_ bus: PrivateBus) -> BusSignals {
    BusSignals(loop: loop, bus: .system(address: bus.address), idleAfter: 400)
  }

  private func desktop(_ address: String?) -> BusSignals {
    BusSignals(loop: loop, bus: .desktop(address: address, folder: folder.path), idleAfter: 400)
  }

  @Test func lockAndSleepAreTold() async throws {
    let bus = try PrivateBus(in: folder)
    let logind = try Logind(on: bus)
    let told = await Told(system(bus), [.lock])
    #expect(told.states == [SignalState(.lock, .inForce, by: "logind")])
    #expect(await eventually { told.signals == [.locked(false)] })
    try logind.emit("Lock")
    #expect(await eventually { told.signals.last == .locked(true) })
    // A lock screen that says nothing of itself is said to be one.
    #expect(await eventually { told.changes.last?.why != nil })
    try logind.set("{'LockedHint': <true>}")
    #expect(await eventually { told.changes.last == SignalState(.lock, .inForce, by: "logind") })
    try logind.set("{'LockedHint': <false>}")
    #expect(await eventually { told.signals.last == .locked(false) })
    try logind.emit("Lock")
    try logind.emit("Unlock")
    #expect(await eventually { told.signals.suffix(2) == [.locked(true), .locked(false)] })
    try logind.sleep(true)
    try logind.sleep(false)
    #expect(await eventually { told.signals.suffix(2) == [.asleep(true), .asleep(false)] })
    await told.source.close()
  }

  @Test func theScreenIsLockedThroughLogind() async throws {
    let bus = try PrivateBus(in: folder)
    let logind = try Logind(on: bus)
    let lock = ScreenLock(loop: loop, address: bus.address)
    #expect(await lock.lock() == nil)
    #expect(try logind.countCalls(of: "Lock") == 1)
    #expect(await ScreenLock(loop: loop, address: "unix:path=\(folder("nobody"))").lock() != nil)
  }

  @Test func withoutASessionNothingIsLockedAndItIsSaid() async throws {
    let bus = try PrivateBus(in: folder)
    let logind = try Logind(on: bus, sessions: 0)
    let why = await ScreenLock(loop: loop, address: bus.address).lock()
    #expect(why == "logind knows of no session of this user")
    withExtendedLifetime(logind) {}
  }

  @Test func theIdleHintIsTakenWhereTheDesktopKeepsIt() async throws {
    let bus = try PrivateBus(in: folder)
    let logind = try Logind(on: bus)
    // A desktop that never set it (KDE, niri) says nothing by it.
    try logind.set("{'IdleSinceHint': <uint64 0>, 'IdleHint': <false>}")
    let without = await Told(system(bus), [.input])
    #expect(
      without.states == [
        SignalState(.input, .unavailable, why: "this desktop does not tell logind whether there is input")
      ])
    await without.source.close()
    try logind.set("{'IdleSinceHint': <uint64 1700000000000000>, 'IdleHint': <false>}")
    let told = await Told(system(bus), [.input])
    #expect(told.states == [SignalState(.input, .inForce, by: "logind")])
    try logind.set("{'IdleHint': <true>}")
    #expect(await eventually { if case .idle = told.signals.last { true } else { false } })
    try logind.set("{'IdleHint': <false>}")
    #expect(await eventually { told.signals.last == .back })
    await told.source.close()
  }

  @Test func withoutASessionOrABusItIsSaidWhy() async throws {
    let bus = try PrivateBus(in: folder)
    let nobody = await Told(system(bus), [.lock])
    #expect(nobody.states == [SignalState(.lock, .unavailable, why: "logind does not answer")])
    await nobody.source.close()
    let logind = try Logind(on: bus, sessions: 0)
    _ = logind
    let none = await Told(system(bus), [.lock])
    #expect(none.states == [SignalState(.lock, .unavailable, why: "logind knows of no session of this user")])
    await none.source.close()
    let missing = await Told(desktop(nil), [.media])
    #expect(missing.states == [SignalState(.media, .unavailable, why: "no desktop D-Bus was found")])
    let gone = await Told(desktop("unix:path=/nonexistent/bus"), [.media])
    #expect(gone.states.map(\.state) == [.unavailable])
    await gone.source.close()
  }

  @Test func aBusThatGoesIsToldOnce() async throws {
    let bus = try PrivateBus(in: folder)
    let told = await Told(desktop(bus.address), [.media])
    #expect(told.states == [SignalState(.media, .inForce, by: "mpris")])
    bus.stop()
    #expect(
      await eventually { told.changes == [SignalState(.media, .unavailable, why: "the desktop D-Bus was lost")] })
    await told.source.close()
  }

  /// GNOME Shell with our extension (a stand-in by python-dbusmock), which ends as in a crash: some time later, or with
  /// its first answer.
  @Test(arguments: [false, true]) func aDesktopThatEndsIsSaidToBeGone(isAtOnce: Bool) async throws {
    let bus = try PrivateBus(in: folder)
    let shell = try ChildProcess.start(
      "/usr/bin/python3", ["-m", "dbusmock", "org.gnome.Shell", "/app/focuskey/Front", "app.focuskey.Front"],
      environment: bus.environment, output: .nothing, errors: .nothing)
    func call(_ arguments: String...) throws -> Int32 {
      try ChildProcess.start(
        "/usr/bin/gdbus",
        ["call", "--address", bus.address, "-d", "org.gnome.Shell", "-o", "/app/focuskey/Front", "-m"] + arguments,
        environment: bus.environment, output: .nothing, errors: .nothing
      ).wait()
    }
    let ending = """

      import socket
      from gi.repository import GLib
      line = socket.socket(fileno=self.connection.get_unix_fd())
      GLib.idle_add(lambda bus, line: (bus.flush(), line.shutdown(2)), self.connection, line)
      """
    let code = "ret = ('org.test.App', 7)" + (isAtOnce ? ending : "")
    while shell.outcomeIfEnded() == nil,
      try call("org.freedesktop.DBus.Mock.AddMethod", "app.focuskey.Front", "Get", "", "su", code) != 0
    {
      usleep(20_000)
    }
    let told = await Told(desktop(bus.address), [.front])
    #expect(told.states == [SignalState(.front, .inForce, by: "gnome")])
    shell.signal(SIGKILL)
    shell.wait()
    #expect(
      await eventually {
        told.changes == [SignalState(.front, .unavailable, why: "GNOME Shell is not running")]
          && told.signals.last == .frontUnknown
      })
    await told.source.close()
  }

  @Test func withoutGNOMEAndPlasmaBothAreNamed() async throws {
    let bus = try PrivateBus(in: folder)
    let told = await Told(desktop(bus.address), [.front, .input])
    #expect(
      told.states == [
        SignalState(.front, .unavailable, why: "GNOME Shell is not running; KWin is not running"),
        SignalState(.input, .unavailable, why: "this desktop has no org.gnome.Mutter.IdleMonitor"),
      ])
    await told.source.close()
  }

  /// mpv with its MPRIS script, a real player.
  @Test func playersThatPlayAreTold() async throws {
    let bus = try PrivateBus(in: folder)
    let told = await Told(desktop(bus.address), [.media])
    #expect(await eventually { told.signals == [.playing([])] })
    // A second of silence, 8 bits at 8 kHz, played again and again.
    let head: [UInt8] =
      Array("RIFF".utf8) + [0x64, 0x1F, 0, 0] + Array("WAVEfmt ".utf8)
      + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Array("data".utf8)
      + [0x40, 0x1F, 0, 0]
    try Files.replace(folder("a.wav"), with: head + [UInt8](repeating: 128, count: 8000))
    let mpv = try ChildProcess.start(
      "/usr/bin/mpv", ["--no-video", "--ao=null", "--loop=inf", "--no-terminal", folder("a.wav")],
      environment: bus.environment, output: .nothing, errors: .nothing)
    #expect(await eventually { told.signals.last == .playing(["mpv"]) })
    func control(_ verb: String) throws {
      _ = try BuiltProgram(at: "/usr/bin/playerctl").run([verb], environment: bus.environment)
    }
    try control("pause")
    #expect(await eventually { told.signals.last == .playing([]) })
    try control("play")
    #expect(await eventually { told.signals.last == .playing(["mpv"]) })
    // One who begins to listen while it plays sees it too.
    let late = await Told(desktop(bus.address), [.media])
    #expect(await eventually { late.signals.last == .playing(["mpv"]) })
    mpv.signal(SIGKILL)
    mpv.wait()
    #expect(await eventually { told.signals.last == .playing([]) })
    await told.source.close()
    await late.source.close()
  }
}
