import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What a service says of its log when it starts.
@Suite(.realParts) struct LogStartTests {
  private let folder = TemporaryFolder()

  private func json(_ service: RunningService, _ words: String...) throws -> JSONNode {
    let outcome = try BuiltProgram.focuskey.run(words + ["--json", "--home", service.home])
    return try JSONDocument(outcome.output).root
  }

  /// Whether the service has made room in its write-ahead log: what is recorded from then on is there alone.
  private func hasRoom(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_size > 500_000
  }

  @Test("a start tells what a killed service had announced and the log lacks, once")
  func lacksWhatWasAnnounced() async throws {
    let home = folder("home")
    try Files.makeFolder(home)
    var service = try RunningService(home: home)
    #expect(await eventually { hasRoom("\(home)/focuskey.sqlite-wal") })
    #expect(try service("start", "work", "--minutes", "90").exitCode == 0)
    service.kill()
    try #require(unsafe truncate("\(home)/focuskey.sqlite-wal", 0) == 0)
    service = try RunningService(home: home)
    let told = try json(service, "status")
    #expect(told["state"]?.string == "idle")
    #expect(told["log"]?["state"]?.string == "incomplete" && told["log"]?["cause"]?.string == "cut")
    let words = "The log lacks its last "
    #expect(told["log"]?["text"]?.string?.hasPrefix(words) == true)
    #expect(try service("status").output.contains(words))
    #expect(String(decoding: try Files.read("\(home)/service.log"), as: UTF8.self).contains(words))
    #expect(try service("doctor").output.contains(words))
    #expect(service.stop() == 0)
    service = try RunningService(home: home)
    #expect(try json(service, "status")["log"]?["state"]?.string == "ok")
    // What a person does on purpose is told of by nobody.
    #expect(try service("export", folder("all.jsonl")).exitCode == 0)
    for words in [
      ["backup", folder("all.tar.gz")], ["forget", "--yes"], ["import", folder("all.jsonl"), "--replace"],
    ] {
      let outcome = try BuiltProgram.focuskey.run(words + ["--home", home])
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      #expect(try json(service, "status")["log"]?["state"]?.string == "ok", "\(words)")
    }
    service.kill()
    let outcome = try BuiltProgram.focuskey.run(["restore", folder("all.tar.gz"), "--home", home])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    service = try RunningService(home: home)
    #expect(try json(service, "status")["log"]?["state"]?.string == "ok")
  }

  @Test(
    "a session outlives a start on a full disk: it is held, and the next fact says what to do",
    .enabled(if: ShieldLaboratory.missing == nil), arguments: ["TERM", "KILL"])
  func fullDisk(signal: String) throws {
    let disk = folder("disk")
    let script = """
      set -e
      mkdir -p '\(disk)'
      mount -t tmpfs -o size=12m one '\(disk)'
      mkdir '\(disk)/home'
      focuskey='\(BuiltProgram.focuskey.path)'
      home='\(disk)/home'
      serve() {
        rm -f ready
        "$focuskey" serve --home "$home" --reader simulated > ready 2>> words &
        service=$!
        for turn in $(seq 200); do [ -s ready ] && break; kill -0 $service || break; sleep 0.05; done
      }
      trap 'kill -9 $service' EXIT
      serve
      "$focuskey" start work --minutes 90 --home "$home" > /dev/null
      "$focuskey" status --home "$home" --json | grep -o '"session":"[^"]*"' > before
      kill -\(signal) $service
      wait $service || true
      cat /dev/zero > '\(disk)/filler' 2> /dev/null || true
      serve
      "$focuskey" status --home "$home" --json > status
      grep -o '"state":"focusing"' status
      grep -o '"session":"[^"]*"' status | cmp - before && echo 'the same session'
      # After a kill there is some room left in the write-ahead log.
      words=$(head -c 800 /dev/zero | tr '\\0' a)
      for turn in $(seq 400); do
        "$focuskey" promise add "$turn $words" --home "$home" > /dev/null 2> refusal || break
      done
      grep -o 'nothing was done: the log cannot be written.*free some space' refusal
      # Where there was room in the write-ahead log, a small fact may find some still.
      "$focuskey" status --home "$home" --json > status
      [ \(signal) = KILL ] || grep -o 'The log cannot be written: the disk is full' status
      rm '\(disk)/filler'
      "$focuskey" promise add 'the thesis' --home "$home" > /dev/null && echo 'taken'
      "$focuskey" status --home "$home" --json > status
      grep -o '"log":{"state":"ok"}' status || grep -o '"log":.*' status >&2
      kill -9 $service
      wait $service || true
      serve
      "$focuskey" status --home "$home" --json > status
      grep -o '"session":"[^"]*"' status | cmp - before && echo 'the same session'
      grep -o '"log":{"state":"ok"}' status
      """
    let outcome = try BuiltProgram(at: "/usr/bin/unshare").run(["-m", "sh", "-c", "cd '\(folder.path)' && \(script)"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let said = signal == "KILL" ? [] : ["The log cannot be written: the disk is full"]
    #expect(
      outcome.lines == [
        "\"state\":\"focusing\"", "the same session",
        "nothing was done: the log cannot be written: the disk is full: free some space",
      ] + said + [
        "taken", "\"log\":{\"state\":\"ok\"}", "the same session", "\"log\":{\"state\":\"ok\"}",
      ], "\(outcome.errors)")
  }
}
