import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Everything of a home in one archive, and back.
@Suite(.realParts) struct BackupCommandTests {
  /// A home with a log, two tasks and a backup of that.
  private struct Saved {
    let home = TaskHome()
    let archive: String

    init() throws {
      let service = try RunningService(home: home.folder.path)
      archive = home.folder("backup.tar.gz")
      try home("add", "First")
      #expect(try service("start", "work").exitCode == 0)
      #expect(try service("backup", archive).exitCode == 0)
      // During a session nothing is restored, and nothing changes.
      try home("add", "Second")
      #expect(try service("restore", archive).exitCode == 1)
      #expect(try home.json("list").count == 2)
      service.kill()
    }

    /// The session of the backup ends by itself when this comes back: its log was made before the service was killed.
    func words() throws -> [String] { try home.json("list", "--all").compactMap { $0["summary"]?.string }.sorted() }
  }

  /// A home in which no session is under way.
  private func idle() throws -> (home: TaskHome, archive: String) {
    let home = TaskHome()
    let service = try RunningService(home: home.folder.path)
    try home("add", "First")
    let archive = home.folder("backup.tar.gz")
    let saved = try service("backup", archive, "--json")
    #expect(saved.exitCode == 0 && saved.output.contains(#""files":2"#))
    try home("add", "Second")
    // With a running service, which comes up again with what was restored.
    #expect(try service("restore", archive).exitCode == 0)
    #expect(try service("status").exitCode == 0)
    #expect(try home.json("list").compactMap { $0["summary"]?.string } == ["First"])
    service.kill()
    return (home, archive)
  }

  @Test func whatIsSavedComesBackWithAndWithoutAService() throws {
    let (home, archive) = try idle()
    try home("add", "Third")
    let outcome = try BuiltProgram.focuskey.run(["restore", archive, "--home", home.folder.path])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try home.json("list").compactMap { $0["summary"]?.string } == ["First"])
  }

  @Test func nothingIsRestoredDuringASession() throws {
    let saved = try Saved()
    let outcome = try BuiltProgram.focuskey.run(["restore", saved.archive, "--home", saved.home.folder.path])
    #expect(outcome.exitCode == 1)
    #expect(try saved.words() == ["First", "Second"])
  }

  @Test func whatIsNoBackupChangesNothing() throws {
    let (home, archive) = try idle()
    let whole = try Files.read(archive)
    for (content, code) in [(Array(whole[..<(whole.count / 2)]), 65), (Array("hello".utf8), 65), ([], 65)] {
      let bad = home.folder("bad")
      try Files.replace(bad, with: content)
      #expect(try BuiltProgram.focuskey.run(["restore", bad, "--home", home.folder.path]).exitCode == Int32(code))
    }
    let missing = home.folder("missing")
    #expect(try BuiltProgram.focuskey.run(["restore", missing, "--home", home.folder.path]).exitCode == 66)
    #expect(try home.json("list").compactMap { $0["summary"]?.string } == ["First"])
    #expect(!Folder.names(in: home.folder.path).contains { $0.hasSuffix(".restore") })
    let nothing = TemporaryFolder()
    let empty = try BuiltProgram.focuskey.run(["backup", nothing("b.tar.gz"), "--home", nothing("home")])
    #expect(empty.exitCode == 66)
  }

  @Test("killed at any moment, a restoration leaves the old or the new, never a mixture")
  func kills() throws {
    let (home, archive) = try idle()
    for step in 0..<12 {
      for path in home.files { try Files.remove(path) }
      try home("add", "Old")
      try Files.replace(home.folder("config.json5"), with: Array("{ port: 0 }".utf8))
      let child = try ChildProcess.start(
        BuiltProgram.focuskey.path, ["restore", archive, "--home", home.folder.path],
        environment: TrialEnvironment.lines(["TZ": "UTC", "HOME": home.folder.path]), output: .nothing,
        errors: .nothing)
      usleep(UInt32(step) * 4000)
      child.signal(SIGKILL)
      child.wait()
      let words = try home.json("list", "--all").compactMap { $0["summary"]?.string }
      let hasConfiguration = Files.exists(home.folder("config.json5"))
      // The backup has no configuration.
      #expect(words == ["Old"] && hasConfiguration || words == ["First"] && !hasConfiguration, "\(step): \(words)")
    }
  }

  @Test func aBackupReplacesNoDevice() throws {
    let (home, archive) = try idle()
    let pipe = home.folder("pipe")
    _ = unsafe mkfifo(pipe, 0o600)
    let place = home.folder("folder")
    try Files.makeFolder(place)
    for path in [pipe, place, "/dev/null"] {
      let outcome = try BuiltProgram.focuskey.run(["backup", path, "--home", home.folder.path])
      #expect(outcome.exitCode == 64 && outcome.errors.contains("not a plain file"), "\(path): \(outcome.errors)")
    }
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let missing = try BuiltProgram.focuskey.run(["backup", home.folder("no/b.tar.gz"), "--home", home.folder.path])
    #expect(missing.exitCode == 74 && missing.errors.contains("no/b.tar.gz") && !missing.errors.contains("part-"))
    let whole = BuiltProgram(at: "/bin/sh")
    let command =
      "'\(BuiltProgram.focuskey.path)' backup - --home '\(home.folder.path)' > '\(home.folder("out.tar.gz"))'"
    #expect(try whole.run(["-c", command]).exitCode == 0)
    let dry = try BuiltProgram.focuskey.run(
      ["restore", home.folder("out.tar.gz"), "--dry-run", "--home", home.folder.path])
    #expect(dry.exitCode == 0 && dry.output.contains("Nothing was changed"), "\(dry.errors)")
    #expect(try home.json("list").count == 1)
    try home("add", "Fourth")
    #expect(try BuiltProgram.focuskey.run(["restore", archive, "--home", home.folder.path]).exitCode == 0)
    // What was there is kept.
    let kept = home.folder("backups/before-restore.tar.gz")
    #expect(try BuiltProgram.focuskey.run(["restore", kept, "--home", home.folder.path]).exitCode == 0)
    #expect(try home.json("list").count == 2)
  }
}
