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
}
