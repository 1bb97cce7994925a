import ControlSocket
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What people and programs do wrong: one clear line, the documented exit code, and the data as it was.
@Suite(.realParts) struct BadInputTests {
  private func expectOneLine(_ outcome: BuiltProgram.Outcome, _ exitCode: Int32, about words: String...) {
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.hasPrefix("focuskey: ") == true)
    for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
  }

  @Test func noServiceIsThere() throws {
    let folder = TemporaryFolder()
    expectOneLine(try BuiltProgram.focuskey("status", "--home", folder.path), 69, about: "no service", "focuskey up")
  }

  @Test func aHomeThatCannotBeWritten() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("file"), with: [1])
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", folder("file/home")), 74, about: folder("file/home"))
    #expect(try Files.read(folder("file")) == [1])
  }

  @Test func aHomeThatBelongsToSomebodyElse() throws {
    let folder = TemporaryFolder()
    let home = folder("theirs")
    try Files.makeFolder(home)
    guard getuid() == 0 else {
      #expect(unsafe chmod(home, 0o500) == 0)
      return expectOneLine(try BuiltProgram.focuskey("serve", "--home", home), 77, about: home)
    }
    // Root may write anywhere, so the program is run as somebody who may not: from a copy, because our own folders are
    // closed to them.
    #expect(unsafe chmod(folder.path, 0o755) == 0)
    try Files.replace(folder("focuskey"), with: try Files.read(BuiltProgram.focuskey.path, limit: 1 << 30), mode: 0o755)
    #expect(unsafe chmod(folder("focuskey"), 0o755) == 0)
    #expect(unsafe chmod(home, 0o755) == 0)
    let outcome = try BuiltProgram(at: "/usr/bin/setpriv").run(
      ["--reuid=65534", "--clear-groups", folder("focuskey"), "serve", "--home", home])
    expectOneLine(outcome, 77, about: home)
  }

  @Test func aDatabaseOfANewerVersion() throws {
    let folder = TemporaryFolder()
    try RunningService(home: folder.path).stop()
    let raise = try BuiltProgram(at: "/usr/bin/sqlite3").run([
      folder("focuskey.sqlite"), "PRAGMA user_version = 9999",
    ])
    #expect(raise.exitCode == 0)
    let before = try Files.read(folder("focuskey.sqlite"))
    expectOneLine(
      try BuiltProgram.focuskey("serve", "--home", folder.path), 65, about: "newer", folder("focuskey.sqlite"))
    #expect(try Files.read(folder("focuskey.sqlite")) == before)
  }

  @Test func aDamagedDatabase() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    service.stop()
    var content = try Files.read(folder("focuskey.sqlite"))
    for index in 4096..<min(content.count, 9000) { content[index] = UInt8(truncatingIfNeeded: index &* 7) }
    try Files.replace(folder("focuskey.sqlite"), with: content)
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", folder.path), 65, about: "damaged")
    #expect(try Files.read(folder("focuskey.sqlite")) == content)

    let rubbish = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    try Files.replace(folder("focuskey.sqlite"), with: rubbish)
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", folder.path), 65, about: "damaged")
    #expect(try Files.read(folder("focuskey.sqlite")) == rubbish)
  }

  /// A lock file that somebody took for a left-over: the home has its service all the same.
  @Test func aHomeHasOneServiceWithoutItsLockFile() throws {
    let home = TemporaryFolder()
    let service = try RunningService(home: home.path)
    try #require(unsafe unlink(home("service.lock")) == 0)
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", home.path), 75, about: "already running")
    #expect(try service("status").exitCode == 0)
  }

  @Test func aDatabaseOfAnotherProgram() throws {
    let folder = TemporaryFolder()
    _ = try BuiltProgram(at: "/usr/bin/sqlite3").run([folder("focuskey.sqlite"), "CREATE TABLE wine (name TEXT)"])
    let before = try Files.read(folder("focuskey.sqlite"))
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", folder.path), 65, about: "another program")
    #expect(try Files.read(folder("focuskey.sqlite")) == before)
  }

  @Test func aSocketPathThatIsTooLong() throws {
    let folder = TemporaryFolder()
    let home = folder(String(repeating: "deep/", count: 30) + "home")
    expectOneLine(try BuiltProgram.focuskey("serve", "--home", home), 64, about: "107")
    expectOneLine(try BuiltProgram.focuskey("status", "--home", home), 64, about: "107")
  }

  @Test func aSecondServiceOnTheSameHome() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    expectOneLine(
      try BuiltProgram.focuskey("serve", "--home", folder.path), 75, about: "already", "\(service.id)")
    #expect(try service("status").exitCode == 0)
  }

  @Test func aLinkOfAHundredKilobytes() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    let link = "https://focuskey.app/focus/" + String(repeating: "w", count: 100_000)
    expectOneLine(try service("tap", "--link", link), 65)
    expectOneLine(try service("open", link), 65, about: "2048")
    #expect(try service("status").exitCode == 0)
  }

  @Test func rubbishOnTheSocket() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    var generator = SystemRandomNumberGenerator()
    for length in [1, 100, 10_000, 200_000] {
      var client = try ControlClient(path: folder("control.sock"))
      let rubbish = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }.filter { $0 != 0x0A }
      let answer = try client.ask(rubbish)
      #expect(try JSONDocument(answer).root["ok"]?.bool == false)
    }
    let status = try service("status", "--json")
    #expect(try JSONDocument(status.output).root["state"]?.string == "focusing")
  }

  @Test func aProfileThatIsMistypedNamesTheNearest() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    expectOneLine(try service("start", "wrok"), 1, about: "wrok", "did you mean work?")
    expectOneLine(try service("start", "gardening"), 1, about: "gardening", "focuskey profile list")
    #expect(try JSONDocument(try service("status", "--json").output).root["state"]?.string == "idle")
  }

  @Test func aWordThatIsNoCommandNamesTheNearest() throws {
    expectOneLine(try BuiltProgram.focuskey("statsu"), 64, about: "status")
    expectOneLine(try BuiltProgram.focuskey("status", "--jsno"), 64, about: "--json")
  }
}
