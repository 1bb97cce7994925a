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
}
