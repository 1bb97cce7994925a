import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import RoomSound

/// A real sound server with a sink that nobody hears, and a microphone that hears that sink.
final class HiddenRoom {
  /// Who serves the sound.
  enum Kind: CaseIterable {
    case pulseAudio
    /// PipeWire, which speaks PulseAudio's protocol by a program of its own.
    case pipeWire
  }

  let folder = TemporaryFolder()
  let server: String
  private var daemons: [ChildProcess] = []
  private var environment: [String]
  private var bus: PrivateBus?

  init(_ kind: Kind = .pulseAudio) throws {
    server = kind == .pulseAudio ? "unix:\(folder("native"))" : "unix:\(folder("pulse/native"))"
    environment = [
      "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)", "PULSE_SERVER=\(server)", "PATH=/usr/bin:/bin",
      "LANG=C.UTF-8",
    ]
    switch kind {
    case .pulseAudio: try servePulseAudio()
    case .pipeWire: try servePipeWire()
    }
    try run("/usr/bin/pactl", "set-default-source", "mic")
  }

  private func servePulseAudio() throws {
    environment.append("DBUS_SESSION_BUS_ADDRESS=")
    try serve(
      "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
      "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(folder("native"))",
      "-L", "module-null-sink sink_name=room",
      "-L", "module-remap-source master=room.monitor source_name=mic")
    while daemons[0].outcomeIfEnded() == nil, try run("/usr/bin/pactl", "info") != 0 { usleep(20_000) }
  }

  /// Three programs: the graph, who connects what is in it, and PulseAudio's protocol. The second wants a bus.
  private func servePipeWire() throws {
    let bus = try PrivateBus(in: folder)
    self.bus = bus
    environment.append("DBUS_SESSION_BUS_ADDRESS=\(bus.address)")
    try serve("/usr/bin/pipewire")
    while daemons[0].outcomeIfEnded() == nil, !Files.exists(folder("pipewire-0")) { usleep(20_000) }
    try serve("/usr/bin/wireplumber")
    try serve("/usr/bin/pipewire-pulse")
    while daemons[2].outcomeIfEnded() == nil, try run("/usr/bin/pactl", "info") != 0 { usleep(20_000) }
    try run("/usr/bin/pactl", "load-module", "module-null-sink", "sink_name=room")
    try run("/usr/bin/pactl", "load-module", "module-remap-source", "master=room.monitor", "source_name=mic")
    while daemons[2].outcomeIfEnded() == nil, try run("/usr/bin/pactl", "get-source-volume", "mic") != 0 {
      usleep(20_000)
    }
  }

  private func serve(_ path: String, _ arguments: String...) throws {
    daemons.append(
      try ChildProcess.start(path, arguments, environment: environment, output: .nothing, errors: .nothing))
  }

  @discardableResult
  func run(_ path: String, _ arguments: String...) throws -> Int32 {
    try ChildProcess.start(path, arguments, environment: environment, output: .nothing, errors: .nothing).wait()
  }

  func start(_ path: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess.start(path, arguments, environment: environment, output: .nothing, errors: .nothing)
  }

  /// Plays a tone of this amplitude into the room until it is ended.
  func play(amplitude: Float, seconds: Int) throws -> ChildProcess {
    var octets: [UInt8] = []
    for index in 0..<8000 * seconds {
      let sample = Int16(amplitude * 32767 * sin(Float(index) * 440 * 2 * .pi / 8000))
      octets += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
    }
    try Files.replace(folder("tone"), with: octets)
    return try start(
      "/usr/bin/pacat", "-p", "--raw", "--rate=8000", "--channels=1", "--format=s16le", folder("tone"))
  }

  func options(_ server: String? = nil) -> RoomSound.Options {
    RoomSound.Options(server: server ?? self.server, source: "mic", note: folder("noise"))
  }

  func stop() {
    for daemon in daemons.reversed() {
      daemon.signal(SIGKILL)
      daemon.wait()
    }
    daemons = []
  }

  deinit { stop() }
}

@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct SoundServerTests {
  /// What a source told.
  private final class Told: Sendable {
    let source: RoomSound
    let states: [SignalState]
    private let news = Locked<[SignalNews]>([])

    init(_ source: RoomSound) async {
      self.source = source
      states = await source.open([.noise])
      Task(executorPreference: Spare.threads) { [news] in
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

  /// The levels that a meter of ours reads in a room for a time, with their moments.
  func levels(_ room: HiddenRoom, for time: Duration, _ during: () async throws -> Void) async throws
    -> [(level: Int, at: Int64)]
  {
    let seen = Locked<[(Int, Int64)]>([])
    let meter = SoundThread(server: room.server, source: "mic")
    let why = await meter.open { event in
      guard case .level(let peak) = event else { return }
      let level = peak > 0 ? Int((2000 * log10(Double(peak))).rounded()) : -12000
      seen.withLock { $0.append((level, SinceBoot.milliseconds)) }
    }
    #expect(why == nil)
    meter.ask(.listen)
    _ = await eventually { seen.withLock { !$0.isEmpty } }
    try await during()
    try await Task.sleep(for: time)
    meter.ask(.end)
    return seen.withLock { $0 }
  }

  @Test(arguments: [(Float(0.01), -4000, HiddenRoom.Kind.pulseAudio), (0.5, -602, .pulseAudio), (0.5, -602, .pipeWire)])
  func theMeterReadsWhatIsPlayed(amplitude: Float, hundredths: Int, kind: HiddenRoom.Kind) async throws {
    let room = try HiddenRoom(kind)
    let player = try room.play(amplitude: amplitude, seconds: 3)
    let levels = try await levels(room, for: .seconds(2)) {}
    player.signal(SIGKILL)
    player.wait()
    let highest = levels.map(\.level).max() ?? 0
    #expect(abs(highest - hundredths) <= 25)
    // A few numbers a second leave the server, never sound. On a busy computer the two seconds are longer.
    let (first, last) = (try #require(levels.first).at, try #require(levels.last).at)
    #expect(Double(levels.count) < 75 * max(2, Double(last - first) / 1000))
  }

  @Test(arguments: HiddenRoom.Kind.allCases) func aRingIsHeardAtItsVolumeAndEnds(kind: HiddenRoom.Kind) async throws {
    let room = try HiddenRoom(kind)
    let sound = RoomSound(room.options())
    let rung = Locked<Int64>(0)
    let levels = try await levels(room, for: .seconds(2)) {
      rung.withLock { $0 = SinceBoot.milliseconds }
      await sound.ring(volume: 60)
    }
    let loud = levels.filter { $0.level > -3000 }
    let highest = loud.map(\.level).max() ?? -12000
    // 60 percent as desktops show it are 0.6³ of full scale: -13.3 dB, and never above.
    #expect(highest <= -1330 && highest > -1500, "\(highest)")
    let (first, last) = (try #require(loud.first).at, try #require(loud.last).at)
    #expect(last - first < 1000)
    #expect(first - rung.withLock { $0 } < 1000)
    await sound.close()
  }

  @Test func nothingIsUnmutedNorRaised() async throws {
    let room = try HiddenRoom()
    try room.run("/usr/bin/pactl", "set-sink-mute", "room", "1")
    let sound = RoomSound(room.options())
    let levels = try await levels(room, for: .milliseconds(800)) { await sound.ring(volume: 80) }
    #expect(levels.allSatisfy { $0.level == -12000 })
    let state = try BuiltProgram(at: "/usr/bin/pactl").run(
      ["get-sink-mute", "room"], environment: ["PULSE_SERVER=\(room.server)", "HOME=\(room.folder.path)", "LANG=C"])
    #expect(state.output == "Mute: yes\n")
    await sound.close()
  }

  @Test func aCallIsAnotherProgramThatRecordsAndNotAMeter() async throws {
    let room = try HiddenRoom()
    try Files.replace(room.folder("noise"), with: Array("-5000\n".utf8))
    let told = await Told(RoomSound(room.options()))
    #expect(told.states == [SignalState(.noise, .inForce, by: "pulse")])
    // Our own meter is not a call.
    #expect(await eventually { told.signals == [.call(false)] })
    let call = try room.start("/usr/bin/parec", "--raw", "-d", "mic", "/dev/null")
    #expect(await eventually { told.signals.last == .call(true) })
    #expect(await told.source.isCallOn())
    call.signal(SIGKILL)
    call.wait()
    #expect(await eventually { told.signals.last == .call(false) })
    await told.source.close()
  }

  @Test(arguments: HiddenRoom.Kind.allCases) func nothingRingsWhileAnotherProgramRecords(
    kind: HiddenRoom.Kind
  ) async throws {
    let room = try HiddenRoom(kind)
    let call = try room.start("/usr/bin/parec", "--raw", "-d", "mic", "/dev/null")
    try Files.replace(room.folder("noise"), with: Array("-5000\n".utf8))
    let told = await Told(RoomSound(room.options()))
    #expect(await eventually { told.signals.last == .call(true) })
    // One that nobody asked about calls before asks itself.
    let bell = RoomSound(room.options())
    let quiet = try await levels(room, for: .milliseconds(800)) { await bell.ring(volume: 60) }
    #expect(quiet.allSatisfy { $0.level == -12000 })
    call.signal(SIGKILL)
    call.wait()
    #expect(await eventually { await !bell.isCallOn() })
    let loud = try await levels(room, for: .milliseconds(800)) { await bell.ring(volume: 60) }
    #expect(loud.contains { $0.level > -3000 })
    await bell.close()
    await told.source.close()
  }

  @Test func theRoomIsMeasuredBeforeItIsJudged() async throws {
    let room = try HiddenRoom()
    let before = await Told(RoomSound(room.options()))
    #expect(before.states.map(\.state) == [.unavailable])
    #expect(before.states.first?.why?.contains("focuskey signals --calibrate") == true)
    await before.source.close()
    let tone = try room.play(amplitude: 0.01, seconds: 20)
    let base = try await RoomSound.calibrate(room.options())
    #expect(abs(base + 4000) <= 25)
    tone.signal(SIGKILL)
    tone.wait()
    let told = await Told(RoomSound(room.options()))
    #expect(told.states.map(\.state) == [.inForce])
    let loud = try room.play(amplitude: 0.5, seconds: 20)
    #expect(await eventually(within: .seconds(20)) { told.signals.contains(.loud(true)) })
    loud.signal(SIGKILL)
    loud.wait()
    // A server that goes is said once, and what was loud is not held against anybody.
    room.stop()
    #expect(await eventually { told.changes.map(\.state) == [.unavailable] })
    #expect(told.signals.last == .loud(false))
    await told.source.close()
  }

  @Test func aSilentComputerSaysSo() async throws {
    let room = try HiddenRoom()
    try Files.replace(room.folder("noise"), with: Array("-5000\n".utf8))
    let told = await Told(RoomSound(room.options("unix:/nonexistent/native")))
    #expect(told.states == [SignalState(.noise, .unavailable, why: "no sound server can be reached")])
    // A ring that nobody can play harms nobody.
    await told.source.ring(volume: 30)
    await told.source.close()
    await #expect(throws: RoomSound.CalibrationError.noSound("no sound server can be reached")) {
      try await RoomSound.calibrate(room.options("unix:/nonexistent/native"))
    }
  }
}
