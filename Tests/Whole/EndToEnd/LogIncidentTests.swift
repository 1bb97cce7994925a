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

  /// Whether two times are the same. Each start reads the wall clock again, beside the one that only goes forward: a
  /// time may be a millisecond earlier or later then, and show another second.
  private func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == other }
    let seconds = [one, other].compactMap { text in
      try? BuiltProgram(at: "/bin/date").run(["-d", text, "+%s"]).lines.first.flatMap { Int($0) }
    }
    return seconds.count == 2 && abs(seconds[0] - seconds[1]) <= 1
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
    #expect(isSame(after["planned_end"]?.string, before["planned_end"]?.string))
    #expect(after["log"]?["state"]?.string == "ok")
    #expect(try service("promise", "show").output.contains("the thesis"))
    let bypasses = try sqlite(
      "\(home)/focuskey.sqlite", "SELECT count(*) FROM facts WHERE kind = 'bypass' AND body LIKE '%\"log\"%'")
    #expect(bypasses == (inSession ? "1\n" : "0\n"))
    #expect(service.stop() == 0)
  }

  /// What is written into the file itself, without another one being put in its place.
  enum Writing: String, CaseIterable, CustomTestStringConvertible {
    // While the write-ahead log holds all that came since, an older copy takes nothing away.
    case olderCopy =
      "sqlite3 focuskey.sqlite 'PRAGMA wal_checkpoint(TRUNCATE)' > checkpointed && cat older.sqlite > focuskey.sqlite"
    case anotherFile = "cat other.sqlite > focuskey.sqlite"
    case nothing = ": > focuskey.sqlite"
    case noise = "head -c 40000 /dev/urandom > focuskey.sqlite"
    case noiseInTheMiddle = "head -c 9000 /dev/urandom | dd of=focuskey.sqlite bs=1 seek=3000 conv=notrunc status=none"
    case writeAheadLogCut = ": > focuskey.sqlite-wal"
    // Nobody closes a file by it.
    case writeAheadLogTruncated = "python3 -c 'import os; os.truncate(\"focuskey.sqlite-wal\", 0)'"
    // As long as before, and nobody asked when it was written while the service wrote there.
    case noiseInTheWriteAheadLog =
      "head -c 9000 /dev/urandom | dd of=focuskey.sqlite-wal bs=9000 conv=notrunc status=none"

    var testDescription: String { rawValue }
    /// What is left is an older state of the same log: all that came since is known.
    var word: String {
      switch self {
      case .olderCopy, .writeAheadLogCut, .writeAheadLogTruncated, .noiseInTheWriteAheadLog: "restored"
      case .anotherFile, .nothing, .noise, .noiseInTheMiddle: "rebuilt"
      }
    }
  }

  @Test("what is going on outlives another content", arguments: Writing.allCases, [false, true])
  func anotherContent(writing: Writing, inSession: Bool) async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    try RunningService(home: home).stop()
    try does("cp focuskey.sqlite older.sqlite", in: home)
    var service = try RunningService(home: home)
    // From then on what is recorded is in the write-ahead log alone.
    #expect(await eventually { hasRoom("\(home)/focuskey.sqlite-wal") })
    #expect(try service("promise", "add", "the thesis").exitCode == 0)
    if inSession { #expect(try service("start", "work", "--minutes", "90").exitCode == 0) }
    let before = try json(service, "status")
    _ = try sqlite("\(home)/other.sqlite", "CREATE TABLE wine (name); INSERT INTO wine VALUES ('Riesling')")
    try does(writing.rawValue, in: home)
    let began = ContinuousClock.now
    #expect(await eventually { incident(service) != nil })
    #expect(ContinuousClock.now - began < .seconds(3))
    let told = try #require(incident(service))
    #expect(told["state"]?.string == writing.word)
    #expect(told["cause"]?.string == "overwritten")
    #expect(try service("status").output.contains("The log was overwritten"))
    let kept = try #require(told["kept"]?.string)
    if writing == .anotherFile { #expect(try sqlite(kept, "SELECT name FROM wine") == "Riesling\n") }
    #expect(try sqlite("\(home)/focuskey.sqlite", "PRAGMA integrity_check") == "ok\n")
    service.kill()
    service = try RunningService(home: home)
    let after = try json(service, "status")
    #expect(after["state"]?.string == (inSession ? "focusing" : "idle"))
    #expect(after["session"]?.string == before["session"]?.string)
    #expect(isSame(after["planned_end"]?.string, before["planned_end"]?.string))
    #expect(after["log"]?["state"]?.string == "ok")
    #expect(try service("promise", "show").output.contains("the thesis"))
    #expect(service.stop() == 0)
  }

  /// Whether the service has made room in its write-ahead log.
  private func hasRoom(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_size > 500_000
  }

  @Test("a stranger who changes nothing is not told of")
  func nothingWasChanged() async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    let service = try RunningService(home: home)
    #expect(try service("start", "work").exitCode == 0)
    try does("touch focuskey.sqlite focuskey.sqlite-wal", in: home)
    try does("cp focuskey.sqlite copy && dd if=copy of=focuskey.sqlite conv=notrunc status=none", in: home)
    #expect(try service("status").exitCode == 0)
    // The next record looks before it writes.
    #expect(try service("promise", "add", "the thesis").exitCode == 0)
    #expect(incident(service) == nil)
    #expect(try sqlite("\(home)/focuskey.sqlite", "PRAGMA integrity_check") == "ok\n")
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

  @Test(
    "what happens is noticed also where the system has no watch left to give",
    .enabled(if: ShieldLaboratory.missing == nil))
  func noWatchLeft() throws {
    let home = folder("unwatched")
    let script = """
      set -e
      echo 0 > /proc/sys/user/max_inotify_instances
      mkdir '\(home)'
      focuskey='\(BuiltProgram.focuskey.path)'
      "$focuskey" serve --home '\(home)' --reader simulated > ready 2> words &
      for turn in $(seq 200); do [ -s ready ] && break; sleep 0.05; done
      "$focuskey" start work --home '\(home)' > /dev/null
      rm '\(home)'/focuskey.sqlite*
      for turn in $(seq 60); do grep -q 'The log was deleted' words && break; sleep 0.05; done
      kill -9 $!
      ls '\(home)/focuskey.sqlite'
      """
    let outcome = try BuiltProgram(at: "/usr/bin/unshare").run(["-r", "sh", "-c", "cd '\(folder.path)' && \(script)"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines == ["\(home)/focuskey.sqlite"], "\(outcome.errors)")
  }

  @Test("on a full disk nothing is lost or left behind", .enabled(if: ShieldLaboratory.missing == nil))
  func aFullDisk() throws {
    let disk = folder("disk")
    let script = """
      set -e
      mkdir -p '\(disk)'
      mount -t tmpfs -o size=12m one '\(disk)'
      mkdir '\(disk)/home'
      focuskey='\(BuiltProgram.focuskey.path)'
      home='\(disk)/home'
      words='\(folder("full-words"))'
      "$focuskey" serve --home "$home" --reader simulated > '\(folder("full-ready"))' 2> "$words" &
      service=$!
      trap 'kill -9 $service' EXIT
      for turn in $(seq 200); do [ -s '\(folder("full-ready"))' ] && break; sleep 0.05; done
      "$focuskey" start work --home "$home" > /dev/null
      sqlite3 "$home/focuskey.sqlite" 'PRAGMA wal_checkpoint(TRUNCATE)' > tidied
      head -c 9000 /dev/urandom > noise
      cat /dev/zero > '\(disk)/filler' || true
      for turn in $(seq 100); do ls "$home" | grep -q looked-at || break; sleep 0.05; done
      ls "$home" > before
      dd if=noise of="$home/focuskey.sqlite" bs=1 seek=3000 conv=notrunc status=none
      for turn in $(seq 200); do grep -q 'cannot be restored' "$words" && break; sleep 0.05; done
      sleep 0.5
      first=$(stat -c %y "$home")
      sleep 1.5
      [ "$first" = "$(stat -c %y "$home")" ] && echo 'tried once'
      ls "$home" > after
      cmp before after && echo 'nothing left behind'
      "$focuskey" status --home "$home" --json | grep -o '"state":"failed"'
      "$focuskey" promise add 'the thesis' --home "$home" 2>/dev/null || echo "refused $?"
      rm '\(disk)/filler'
      "$focuskey" promise add 'the thesis' --home "$home" > /dev/null && echo 'taken'
      "$focuskey" status --home "$home" --json | grep -o '"state":"rebuilt"'
      "$focuskey" status --home "$home" --json | grep -o '"state":"focusing"'
      """
    let outcome = try BuiltProgram(at: "/usr/bin/unshare").run(["-m", "sh", "-c", "cd '\(folder.path)' && \(script)"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.lines == [
        "tried once", "nothing left behind", "\"state\":\"failed\"", "refused 74", "taken", "\"state\":\"rebuilt\"",
        "\"state\":\"focusing\"",
      ])
  }
}
