import CardModels
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// keytool and the service at one reader: what is written does not fire, and fires once it was lifted and comes back.
@Suite(
  .realParts, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"), .timeLimit(.minutes(2)))
struct BesideServiceTests {
  @Test func aCardThatIsBeingWrittenIsNoTap() async throws {
    let bench = try Bench()
    let home = "\(bench.daemon.folder)"
    let service = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["serve"], environment: bench.environment + ["FOCUSKEY_LOG=warning"],
      output: .nothing, errors: .nothing)
    defer {
      service.signal(SIGTERM)
      service.wait()
    }
    func state() -> String? {
      let outcome = try? BuiltProgram.focuskey.run(["status", "--json"], environment: bench.environment)
      guard let outcome, let root = try? JSONDocument(Array(outcome.output.utf8)).root else { return nil }
      return (root["readers"]?.array ?? []).isEmpty ? nil : root["state"]?.string
    }
    #expect(await eventually { state() == "idle" }, "\(home)")
    let task = Task(executorPreference: Spare.threads) { try bench.keytool("write", "https://focuskey.app/focus/work") }
    try await Task.sleep(for: .milliseconds(500))
    bench.reader.place(blank())
    #expect(try await task.value.exitCode == 0)
    try await Task.sleep(for: .milliseconds(300))
    #expect(state() == "idle")
    let card = try #require(bench.reader.pull())
    try await Task.sleep(for: .milliseconds(2500))
    bench.reader.place(card)
    #expect(await eventually { state() == "focusing" })
  }

  /// pcscd lists a reader under another number once it was plugged in again in another order; the service knows it by
  /// the first, keytool by the last.
  @Test func alsoAtAReaderThatWasPluggedInAgain() async throws {
    let bench = try Bench()
    let other = VirtualReader(.acr1252U)
    let service = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["serve"], environment: bench.environment + ["FOCUSKEY_LOG=warning"],
      output: .nothing, errors: .nothing)
    defer {
      service.signal(SIGTERM)
      service.wait()
    }
    func status() -> JSONNode? {
      let outcome = try? BuiltProgram.focuskey.run(["status", "--json"], environment: bench.environment)
      return outcome.flatMap { try? JSONDocument(Array($0.output.utf8)).root }
    }
    func ready() -> [String] {
      (status()?["readers"]?.array ?? []).filter { $0["state"]?.string == "ready" }.compactMap { $0["name"]?.string }
    }
    #expect(await eventually { ready().map { $0.suffix(5) } == ["00 00"] })
    try bench.daemon.plug(other)
    #expect(await eventually { ready().map { $0.suffix(5) } == ["00 00", "01 00"] }, "\(ready())")
    bench.daemon.unplug(bench.reader)
    bench.daemon.unplug(other)
    #expect(await eventually { ready().isEmpty })
    try bench.daemon.plug(other)
    #expect(await eventually { ready().map { $0.suffix(5) } == ["01 00"] }, "\(ready())")
    let readers = try bench.keytool("readers")
    #expect(readers.output.contains("00 00") && !readers.output.contains("01 00"), "\(readers)")

    let task = Task(executorPreference: Spare.threads) { try bench.keytool("write", "https://focuskey.app/focus/work") }
    try await Task.sleep(for: .milliseconds(500))
    other.place(blank())
    #expect(try await task.value.exitCode == 0)
    try await Task.sleep(for: .milliseconds(300))
    #expect(status()?["state"]?.string == "idle")
  }
}
