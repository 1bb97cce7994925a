import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What somebody does to the database of a running service: noticed within 3 s, said everywhere, and nothing forgotten.
@Suite(.realParts) struct LogIncidentTests {
  enum Deed: String, CaseIterable, CustomTestStringConvertible {
    case deleteAll = "rm -f focuskey.sqlite*"
    case deleteFile = "rm focuskey.sqlite"
    case deleteWhatIsBeside = "rm focuskey.sqlite-wal"
    case deleteFolder = "rm -rf \"$PWD\""
    case moveFolder = "mv \"$PWD\" \"$PWD.away\""
    case moveFile = "mv focuskey.sqlite elsewhere.sqlite"
    case replaceFile = "mv other.sqlite focuskey.sqlite"
    // In one go: what is deleted later is another deed, for the file that is back by then.
    case replaceAll =
      "python3 -c 'import os; os.rename(\"other.sqlite\", \"focuskey.sqlite\"); [os.unlink(\"focuskey.sqlite-\" + one) for one in (\"wal\", \"shm\")]'"

    var testDescription: String { rawValue }
    var word: String { self == .replaceFile || self == .replaceAll ? "replaced" : "deleted" }
  }

  private let folder = TemporaryFolder()

  private func does(_ command: String, in home: String) throws {
    let outcome = try BuiltProgram(at: "/bin/sh").run(["-c", "cd '\(home)' && { \(command); }"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func json(_ service: RunningService, _ words: String...) throws -> JSONNode {
    let outcome = try BuiltProgram.focuskey.run(words + ["--json", "--home", service.home])
    return try JSONDocument(outcome.output).root
  }

  private func incident(_ service: RunningService) -> JSONNode? {
    guard let told = try? json(service, "status")["log"], told["state"]?.string != "ok" else { return nil }
    return told
  }

  private func sqlite(_ file: String, _ sql: String) throws -> String {
    let outcome = try BuiltProgram(at: "/usr/bin/sqlite3").run([file, sql])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("nothing is forgotten", arguments: Deed.allCases, [false, true])
  func nothingIsForgotten(deed: Deed, inSession: Bool) async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    var service = try RunningService(home: home)
    #expect(try service("promise", "add", "the thesis").exitCode == 0)
    if inSession { #expect(try service("start", "work", "--minutes", "90").exitCode == 0) }
    let before = try json(service, "status")
    let started = before["session"]?.string
    _ = try sqlite("\(home)/other.sqlite", "CREATE TABLE wine (name); INSERT INTO wine VALUES ('Riesling')")
    let log = try Descriptor.open("\(home)/service.log", O_RDONLY)
    try does(deed.rawValue, in: home)
    let began = ContinuousClock.now
    #expect(await eventually { incident(service) != nil })
    #expect(ContinuousClock.now - began < .seconds(3))
    let told = try #require(incident(service))
    #expect(told["state"]?.string == "restored")
    #expect(told["cause"]?.string == deed.word)
    let words = String(decoding: try Files.read(log, named: "service.log"), as: UTF8.self)
    #expect(words.contains("The log was \(deed.word) while FocusKey was running. It was restored"), "\(words)")
    #expect(try service("status").output.contains("The log was \(deed.word)"))
    if let kept = told["kept"]?.string {
      #expect(deed.word == "replaced")
      #expect(try sqlite(kept, "SELECT name FROM wine") == "Riesling\n")
    } else {
      #expect(deed.word == "deleted")
    }
    // It can be spoken to, and it is alone, as before.
    #expect(throws: RunningService.NotReady.self) { try RunningService(home: home) }
    #expect(try sqlite("\(home)/focuskey.sqlite", "PRAGMA integrity_check") == "ok\n")
    service.kill()
    service = try RunningService(home: home)
    let after = try json(service, "status")
    #expect(after["state"]?.string == (inSession ? "focusing" : "idle"))
    #expect(after["session"]?.string == started)
    #expect(after["planned_end"]?.string == before["planned_end"]?.string)
    #expect(after["log"]?["state"]?.string == "ok")
    #expect(try service("promise", "show").output.contains("the thesis"))
    let bypasses = try sqlite(
      "\(home)/focuskey.sqlite", "SELECT count(*) FROM facts WHERE kind = 'bypass' AND body LIKE '%\"log\"%'")
    #expect(bypasses == (inSession ? "1\n" : "0\n"))
    #expect(service.stop() == 0)
  }

  @Test("a command that comes before the next look is in the new file, too")
  func whatIsRecordedAtOnce() throws {
    let service = try RunningService(home: folder.path)
    try does("rm focuskey.sqlite*", in: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    service.kill()
    let next = try RunningService(home: folder.path)
    #expect(try json(next, "status")["state"]?.string == "focusing")
  }

  @Test("a home whose disk is gone is not taken for a new one", .enabled(if: ShieldLaboratory.missing == nil))
  func aHomeThatIsAway() throws {
    // A disk over the home, taken away under the service, and another one in its place.
    let script = """
      set -e
      mkdir -p '\(folder("disk"))'
      mount -t tmpfs one '\(folder("disk"))'
      mkdir '\(folder("disk"))/home'
      '\(BuiltProgram.focuskey.path)' serve --home '\(folder("disk"))/home' --reader simulated > '\(folder("ready"))' 2> '\(folder("words"))' &
      for turn in $(seq 100); do [ -s '\(folder("ready"))' ] && break; sleep 0.05; done
      '\(BuiltProgram.focuskey.path)' start work --home '\(folder("disk"))/home' > /dev/null
      umount -l '\(folder("disk"))'
      for turn in $(seq 60); do grep -q 'disk of the log' '\(folder("words"))' && break; sleep 0.05; kill -0 $!; done
      find '\(folder("disk"))'
      kill -9 $!
      """
    let outcome = try BuiltProgram(at: "/usr/bin/unshare").run(["-m", "sh", "-c", script])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines == [folder("disk")], "\(outcome.output)")
  }
}
