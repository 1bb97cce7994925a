import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What a person sees of the signals, from outside: the real service on a real screen.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct SignalsTests {
  private let folder = TemporaryFolder()

  private func makeHome(_ signals: String) throws -> String {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: 0, signals: \(signals)}".utf8))
    return folder("home")
  }

  private static let nowhere: [String: String?] = [
    "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
  ]

  private func signals(_ service: RunningService) throws -> [String: JSONNode] {
    let outcome = try service("signals", "--json")
    #expect(outcome.exitCode == 0)
    let root = try JSONDocument(outcome.output).root
    return Dictionary(
      uniqueKeysWithValues: (root["signals"]?.array ?? []).map { ($0["name"]?.string ?? "", $0) })
  }

  @Test func everythingIsOffUntilItIsChosen() throws {
    let service = try RunningService(home: try makeHome("{}"), environment: Self.nowhere)
    let found = try signals(service)
    #expect(Set(found.keys) == ["front", "input", "lock", "noise", "media", "card", "sensors"])
    #expect(found["sensors"]?["why"]?.string?.contains("focuskey sensors add ADDRESS") == true)
    for (name, signal) in found where name != "sensors" {
      #expect(signal["state"]?.string == "off")
      #expect(signal["why"]?.string?.contains("focuskey signals --on \(name)") == true)
    }
  }

  @Test func whatCannotBeSeenSaysWhy() throws {
    let service = try RunningService(
      home: try makeHome("{front: true, input: true, lock: true, media: true, card: true}"), environment: Self.nowhere)
    let found = try signals(service)
    for name in ["front", "input", "lock", "media"] {
      #expect(found[name]?["state"]?.string == "unavailable")
      #expect(found[name]?["why"]?.string?.isEmpty == false)
    }
    #expect(found["noise"]?["state"]?.string == "off")
    // The doctor says it too, and nothing is wrong for that.
    let findings = try JSONDocument(try service("doctor", "--json").output).root["findings"]?.array ?? []
    let kinds = findings.compactMap { $0["kind"]?.string }
    #expect(kinds.contains("signal-front-unavailable") && kinds.contains("signal-input-unavailable"))
    #expect(!kinds.contains("signal-card-unavailable") && !kinds.contains("signal-noise-unavailable"))
    #expect(found["card"]?["state"]?.string == "in-force")
    #expect(found["card"]?["source"]?.string == "simulated")
    // The rest goes on.
    #expect(try service("start", "work").exitCode == 0)
  }

  @Test func aFollowerSeesWhatIsInFrontAndThatThereIsNoInput() async throws {
    let screen = try HiddenScreen()
    var places = Self.nowhere
    places["DISPLAY"] = screen.name
    let lines = ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8"]
    func start(_ path: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess.start(path, arguments, environment: lines, output: .nothing, errors: .nothing, ownSession: true)
    }
    let manager = try start("/usr/bin/openbox")
    let service = try RunningService(home: try makeHome("{front: true, input: true}"), environment: places)
    #expect(try await eventually { try signals(service)["front"]?["state"]?.string == "in-force" })
    #expect(try signals(service)["front"]?["source"]?.string == "x11")
    let output = try Descriptor.open(folder("lines"), O_RDWR | O_CREAT)
    let follower = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["signals", "--follow", "--json", "--home", folder("home")],
      output: .descriptor(output.number), errors: .nothing)
    func told() -> [JSONNode] {
      let text = (try? Files.read(folder("lines"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.split(separator: "\n").compactMap { try? JSONDocument(String($0)).root }
    }
    #expect(await eventually { told().first?["signals"]?.array?.count == 7 })
    let window = try start("/usr/bin/xterm", "-class", "Editor", "-e", "sleep", "60")
    #expect(
      await eventually {
        told().contains { $0["names"]?.array?.contains { $0.string == "Editor" } == true }
      })
    #expect(await eventually(within: .seconds(20)) { told().contains { $0["input"]?.bool == false } })
    // No title of a window, nothing typed: only these members ever leave the service.
    let known: Set<String> = ["at", "signal", "app", "names", "pid", "known", "input", "idle_seconds", "signals"]
    for line in told() {
      guard case .object(let members) = line.value else { continue }
      #expect(Set(members.members.map(\.name)).isSubset(of: known))
    }
    for child in [follower, window, manager] {
      child.signal(SIGKILL)
      child.wait()
    }
    // The service outlives the screen and says so.
    kill(screen.process, SIGKILL)
    #expect(try await eventually { try signals(service)["front"]?["state"]?.string == "unavailable" })
  }

  /// With everything that can be seen here in force, nothing wakes the service while nothing happens, and it needs
  /// less than 3 MB more.
  @Test func nothingWakesWhileNothingHappens() async throws {
    let screen = try HiddenScreen()
    let bus = try PrivateBus(in: folder)
    let lines = ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8"]
    let manager = try ChildProcess.start(
      "/usr/bin/openbox", [], environment: lines, output: .nothing, errors: .nothing)
    var places = Self.nowhere
    places["DISPLAY"] = screen.name
    places["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let bare: Int
    do {
      let service = try RunningService(home: try makeHome("{}"), environment: places)
      #expect(try signals(service).count == 7)
      try await Task.sleep(for: .seconds(1))
      bare = Self.kilobytes(of: service.id)
    }
    let service = try RunningService(
      home: try makeHome("{front: true, input: true, media: true}"), program: try Self.apart(in: folder),
      environment: places)
    #expect(
      try await eventually {
        let found = try signals(service)
        return ["front", "input", "media"].allSatisfy { found[$0]?["state"]?.string == "in-force" }
      })
    // A window in front, so that the desktop's entries are looked up as well.
    let window = try ChildProcess.start(
      "/usr/bin/xterm", ["-e", "sleep", "100"], environment: lines, output: .nothing, errors: .nothing)
    // Past the moment at which it is noticed that nobody types.
    try await Task.sleep(for: .seconds(12))
    // On a busy computer the window and the silence are told late; who polls wakes in every such time.
    var woken: [Int] = []
    while woken.last != 0, woken.count < 8 {
      let before = Self.wakeups(of: service.id)
      try await Task.sleep(for: .seconds(5))
      woken.append(Self.wakeups(of: service.id) - before)
    }
    #expect(woken.last == 0, "\(woken)")
    let more = Self.kilobytes(of: service.id) - bare
    #expect(more <= 3 * 1024, "\(more) KB more")
    for child in [window, manager] {
      child.signal(SIGKILL)
      child.wait()
    }
  }

  /// How often the threads of a process have woken from a wait, all together (proc_pid_status(5)).
  private static func wakeups(of process: Int32) -> Int {
    Folder.names(in: "/proc/\(process)/task").reduce(0) { sum, thread in
      sum + number("voluntary_ctxt_switches:", in: "/proc/\(process)/task/\(thread)/status")
    }
  }

  /// The program in a mount namespace of its own, with its own `/run`: a service looks up when something is mounted or
  /// when pcscd or the helper comes and goes, and other trials mount and start both.
  private static func apart(in folder: TemporaryFolder) throws -> BuiltProgram {
    guard geteuid() == 0 else { return .focuskey }
    let script = """
      #!/bin/sh
      exec unshare -m --propagation private sh -c 'mount -t tmpfs run /run && mkdir /run/pcscd && exec "$0" "$@"' \
        \(BuiltProgram.focuskey.path) "$@"

      """
    try Files.replace(folder("apart"), with: Array(script.utf8), mode: 0o755)
    return BuiltProgram(at: folder("apart"))
  }

  private static func kilobytes(of process: Int32) -> Int {
    number("Rss:", in: "/proc/\(process)/smaps_rollup")
  }

  private static func number(_ name: String, in file: String) -> Int {
    let text = String(decoding: (try? Files.read(file, limit: 1 << 20)) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  /// From the screen to the episode: another app in front for longer than the profile allows is straying, and back at
  /// work ends it, each told with its own time.
  @Test func anotherAppInFrontIsStraying() async throws {
    let screen = try HiddenScreen()
    var places = Self.nowhere
    places["DISPLAY"] = screen.name
    let lines = ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8"]
    var children: [ChildProcess] = []
    func start(_ path: String, _ arguments: String...) throws {
      children.append(
        try ChildProcess.start(path, arguments, environment: lines, output: .nothing, errors: .nothing))
    }
    try start("/usr/bin/openbox")
    let service = try RunningService(home: try makeHome("{front: true}"), environment: places)
    let profiles = """
      { profiles: [{ id: "write", name: "Write", apps: ["Editor"],
                     guard: { offTask: { after: "1s", does: "count" }, settle: "1s" } }] }
      """
    try Files.replace(folder("profiles.json5"), with: Array(profiles.utf8))
    #expect(try service("profile", "import", folder("profiles.json5")).exitCode == 0)
    try start("/usr/bin/xterm", "-class", "Editor", "-e", "sleep", "100")
    #expect(try await eventually { try signals(service)["front"]?["state"]?.string == "in-force" })
    // Slow to appear, it would come in front of the chat.
    let search = ["search", "--sync", "--onlyvisible", "--class", "Editor"]
    #expect(try BuiltProgram(at: "/usr/bin/xdotool").run(search, environment: lines).exitCode == 0)
    #expect(try service("start", "write").exitCode == 0)
    func state() throws -> String? {
      try JSONDocument(try service("status", "--json").output).root["guard"]?["state"]?.string
    }
    #expect(try await eventually { try state() == "attentive" })
    try start("/usr/bin/xterm", "-class", "Chat", "-e", "sleep", "100")
    #expect(try await eventually { try state() == "straying" })
    _ = try BuiltProgram(at: "/usr/bin/xdotool").run(
      ["search", "--class", "Editor", "windowactivate"], environment: lines)
    #expect(try await eventually { try state() == "attentive" })
    for child in children {
      child.signal(SIGKILL)
      child.wait()
    }
  }

  /// The microphone is in use only while somebody focuses, and only after the quiet room was measured.
  @Test func noiseIsMeasuredOnlyInFocus() async throws {
    var places = Self.nowhere
    places["PULSE_SERVER"] = "unix:\(folder("none"))"
    let home = try makeHome("{noise: true}")
    let service = try RunningService(home: home, environment: places)
    #expect(try signals(service)["noise"]?["state"]?.string == "off")
    #expect(try signals(service)["noise"]?["why"]?.string == "in use only while you focus")
    #expect(try service("start", "work").exitCode == 0)
    #expect(try await eventually { try signals(service)["noise"]?["state"]?.string == "unavailable" })
    #expect(try signals(service)["noise"]?["why"]?.string?.contains("focuskey signals --calibrate") == true)
    try Files.replace("\(home)/noise", with: Array("-4500\n".utf8))
    #expect(
      try await eventually { try signals(service)["noise"]?["why"]?.string == "no sound server can be reached" })
    let lines = TrialEnvironment.lines(places)
    let calibrated = try BuiltProgram.focuskey("signals", "--calibrate", "--home", home, environment: lines)
    #expect(calibrated.exitCode == 69)
    #expect(calibrated.errors.contains("the room cannot be measured"))
  }

  @Test func badInputIsOneLine() throws {
    let nobody = try BuiltProgram.focuskey("signals", "--home", folder.path)
    #expect(nobody.exitCode == 69)
    #expect(nobody.errors.contains("no service is running"))
    #expect(try BuiltProgram.focuskey("signals", "extra", "--home", folder.path).exitCode == 64)
    let both = try BuiltProgram.focuskey("signals", "--follow", "--calibrate", "--home", folder.path)
    #expect(both.exitCode == 64)
    let home = try makeHome("{ smell: true }")
    let refused = try BuiltProgram.focuskey("serve", "--home", home, "--reader", "simulated")
    #expect(refused.exitCode == 65)
    #expect(refused.errors.contains("smell"))
    try Files.replace("\(home)/config.json5", with: Array("{signals: {front: 1}}".utf8))
    #expect(try BuiltProgram.focuskey("serve", "--home", home, "--reader", "simulated").exitCode == 65)
  }
}
