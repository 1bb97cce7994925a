import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Card counters are facts of the log: an old tap stays old, whatever happens to the service (Product.md 2.5).
@Suite(.realParts, .timeLimit(.minutes(2))) struct CardCounterTests {
  private let folder = TemporaryFolder()
  /// NXP's AN12196: a signed tap with counter 61 by the card 04DE5F1EACC040, all keys zero.
  private static let uid = "04DE5F1EACC040"
  private static let signed =
    "https://focuskey.app/focus/deep?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086"

  /// A home in which only a signed tap of that card starts a session.
  private func makeHome(_ name: String = "home") throws -> String {
    let home = folder(name)
    let zero = String(repeating: "0", count: 32)
    try Files.makeFolder(home)
    try Files.replace(
      "\(home)/config.json5",
      with: Array("{ port: 0, signingCards: [{ uid: '\(Self.uid)', metaKey: '\(zero)', fileKey: '\(zero)' }] }".utf8))
    let service = try RunningService(home: home)
    try Files.replace(
      "\(home)/settings.json5",
      with: Array("{ profiles: [{ id: 'deep' }], keys: [{ id: 'signet', uid: '\(Self.uid)', proof: 'sun' }] }".utf8))
    for list in ["profile", "key"] {
      let outcome = try service(list, "import", "\(home)/settings.json5")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    service.stop()
    return home
  }

  private func tap(_ service: RunningService) throws -> BuiltProgram.Outcome {
    try service("tap", "--link", Self.signed, "--uid", Self.uid)
  }

  private func isRefused(_ outcome: BuiltProgram.Outcome) -> Bool {
    outcome.exitCode == 1 && outcome.errors.contains("needs a stronger proof")
  }

  /// The facts of a home that tell of counters.
  private func counters(of home: String) throws -> [JSONNode] {
    let lines = try BuiltProgram.focuskey.run(["export", "--home", home]).lines
    return try lines.filter { $0.contains("counter-shown") }.map { try JSONDocument($0).root }
  }

  @Test("A tap that was answered stays refused when it is played back after a kill.")
  func aReplayIsRefusedAfterAKill() throws {
    let home = try makeHome()
    var service = try RunningService(home: home)
    let first = try tap(service)
    service.kill()
    #expect(first.exitCode == 0, "\(first.errors)")
    service = try RunningService(home: home)
    #expect(isRefused(try tap(service)))
    let told = try counters(of: home)
    #expect(told.count == 1)
    #expect(told.first?["uid"]?.string == Self.uid)
    #expect(told.first?["counter"]?.integer == 61)
    // It is on disk with what the tap did, and nothing else keeps it.
    #expect(!Files.exists("\(home)/tap-counters.json"))
  }

  @Test("The counters that an earlier version kept in a file go into the log, and the file goes.")
  func theOldFileIsTakenOver() throws {
    let home = try makeHome()
    let old = "\(home)/tap-counters.json"
    try Files.replace(old, with: Array(#"{"04010203040506":7,"\#(Self.uid)":61,"spoilt":1}"#.utf8))
    var service = try RunningService(home: home)
    #expect(isRefused(try tap(service)))
    #expect(!Files.exists(old))
    #expect(try counters(of: home).compactMap { $0["counter"]?.integer } == [7, 61])
    service.kill()
    service = try RunningService(home: home)
    #expect(isRefused(try tap(service)))
    service.stop()
    // A file that cannot be read is told of and left alone.
    try Files.replace(old, with: Array("rubbish".utf8))
    service = try RunningService(home: home)
    service.stop()
    #expect(Files.exists(old))
    let log = String(decoding: try Files.read("\(home)/service.log"), as: UTF8.self)
    #expect(log.contains("the counters of earlier taps cannot be read: \(old)"))
  }

  @Test("Counters go with export and import, and are forgotten with everything else.")
  func exportImportAndForget() throws {
    let home = try makeHome()
    var service = try RunningService(home: home)
    #expect(try tap(service).exitCode == 0)
    let session = try BuiltProgram.focuskey.run(["export", folder("out.jsonl"), "--home", home])
    #expect(session.exitCode == 0, "\(session.errors)")
    service.stop()

    let other = folder("other")
    try Files.makeFolder(other)
    try Files.replace("\(other)/config.json5", with: try Files.read("\(home)/config.json5"))
    #expect(try BuiltProgram.focuskey.run(["import", folder("out.jsonl"), "--home", other]).exitCode == 0)
    service = try RunningService(home: other)
    #expect(isRefused(try tap(service)))
    // The session that came along has to end before anything is forgotten.
    #expect(try service("stop").exitCode == 0)
    #expect(try retried { try service("confirm").exitCode == 0 })
    let forgotten = try service("forget", "--yes")
    #expect(forgotten.exitCode == 0, "\(forgotten.errors)")
    #expect(try counters(of: other).isEmpty)
    // With the settings gone too, the card is a stranger's whose link is read for the first time.
    _ = try tap(service)
    #expect(try counters(of: other).count == 1)
  }

  @Test("No tap makes the thread wait for the disk that serves everybody else.")
  func onlyTheLogsThreadSyncs() async throws {
    let service = try RunningService(home: try makeHome())
    let lines = try await calls("fsync,fdatasync,sync_file_range,syncfs,msync", of: service) { () throws in
      #expect(try tap(service).exitCode == 0)
    }
    #expect(lines.contains { $0.contains("<log>") && $0.contains("sync(") })
    // The loop's thread, by its name.
    #expect(!lines.contains { $0.contains("<events>") }, "\(lines)")
  }

  @Test("No command asks when the write-ahead log was written: that would make the next write slower.")
  func nobodyAsksForTheTime() async throws {
    let service = try RunningService(home: try makeHome())
    let lines = try await calls("%%stat,fdatasync", of: service) { () throws in
      for number in 0..<20 { #expect(try service("promise", "add", "number \(number)").exitCode == 0) }
    }
    #expect(lines.filter { $0.contains("fdatasync(") }.count >= 20)
    // Between the commands the log is tended, once at most for so few.
    #expect(lines.filter { $0.contains("-wal\"") }.count <= 4, "\(lines)")
  }

  /// What a service calls of the kernel while it does something.
  private func calls(_ names: String, of service: RunningService, _ body: () throws -> Void) async throws -> [Substring]
  {
    try #require(Files.exists("/usr/bin/strace"), "install strace: Sources/Setup/packages.sh tests")
    let trace = folder("trace")
    let watcher = try ChildProcess.start(
      "/usr/bin/strace", ["-f", "-q", "-Y", "-e", "trace=\(names)", "-o", trace, "-p", "\(service.id)"],
      output: .nothing, errors: .nothing)
    defer {
      watcher.signal(SIGINT)
      watcher.wait()
    }
    // The first call tells that it is attached: a recovery code is written by the log like a tap.
    _ = await eventually {
      _ = try? service("recovery-code")
      return ((try? Files.read(trace))?.isEmpty == false)
    }
    try body()
    return String(decoding: try Files.read(trace), as: UTF8.self).split(separator: "\n")
  }

  private func retried(_ body: () throws -> Bool) throws -> Bool {
    for _ in 0..<100 {
      if try body() { return true }
      usleep(100_000)
    }
    return false
  }
}
