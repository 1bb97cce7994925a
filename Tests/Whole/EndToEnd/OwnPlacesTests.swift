import Glibc
import LinuxRuntime
import OwnPlaces
import RealParts
import TestSupport
import Testing

/// Tests leave the person alone who runs them: no program that they start finds that person's home, folders or desktop.
@Suite(.realParts) struct OwnPlacesTests {
  private let folder = TemporaryFolder()
  private static let names = [
    "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// Each way in which a test starts a program: how it ended, and the lines that it wrote.
  private func ways(_ path: String, _ arguments: [String]) throws -> [(exitCode: Int32, lines: [String])] {
    let output = try Descriptor.open(folder("output"), O_RDWR | O_CREAT | O_TRUNC)
    let child = try ChildProcess.start(path, arguments, output: .descriptor(output.number), errors: .nothing)
    let code = child.wait()
    let written = String(decoding: try Files.read(folder("output")), as: UTF8.self)
    let others = [
      try BuiltProgram(at: path).run(arguments),
      try BuiltProgram(at: path).run(arguments, environment: Environment.lines),
    ]
    return [(code, written.split(separator: "\n").map(String.init))] + others.map { ($0.exitCode, $0.lines) }
  }

  @Test("whatever a test starts, and however, is at home in a folder of its own")
  func places() throws {
    let own = unsafe String(cString: own_places())
    let script = Self.names.map { "echo \"\($0)=$\($0)\"" }.joined(separator: "; ")
    for (_, lines) in try ways("/bin/sh", ["-c", script]) {
      #expect(lines.count == Self.names.count)
      for line in lines {
        let value = line.drop { $0 != "=" }.dropFirst()
        // Where it is not set, it is below the home.
        #expect(value.contains(own) || (value.isEmpty && !line.hasPrefix("HOME")), "\(line)")
      }
    }
    for name in Self.names {
      let before = unsafe own_places_before(name).map { unsafe String(cString: $0) }
      #expect(before == nil || Environment[name] != before)
    }
  }

  @Test("a service in another home hears nothing of it")
  func otherHome() async throws {
    let outer = folder("outer")
    try Files.makeFolder(outer)
    try Files.makeFolder("\(outer)/.config/focuskey")
    try Files.replace("\(outer)/.config/focuskey/config.json5", with: Array("{port: 0}".utf8))
    let itsOwn = TrialEnvironment.lines(["HOME": outer])
    let log = try Descriptor.open(folder("log"), O_WRONLY | O_CREAT)
    let service = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["serve", "--reader", "simulated"], environment: itsOwn,
      output: .descriptor(log.number), errors: .descriptor(log.number))
    defer {
      service.signal(SIGKILL)
      service.wait()
    }
    func asked(_ words: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram.focuskey.run(words, environment: itsOwn)
    }
    #expect(await eventually { (try? asked("status").exitCode) == 0 })
    let before = try asked("export").lines.count
    // What wrote into the log of the person's own service once, without naming a home.
    for words in [
      ["promise", "add", "the thesis"], ["start", "work"], ["simulate", "tap", "x"], ["write", "moved", "squat", "10"],
    ] {
      for (code, _) in try ways(BuiltProgram.focuskey.path, words) { #expect(code != 0, "\(words)") }
    }
    #expect(try asked("export").lines.count == before)
    #expect(try asked("status").output.contains("thesis") == false)
  }
}
