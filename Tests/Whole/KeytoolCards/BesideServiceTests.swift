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
  private let bench: Bench
  private let service: Served

  /// A service of the bench, which ends with the test.
  private final class Served {
    let bench: Bench
    private let child: ChildProcess

    init(_ bench: Bench) throws {
      self.bench = bench
      child = try ChildProcess.start(
        BuiltProgram.focuskey.path, ["serve"], environment: bench.environment + ["FOCUSKEY_LOG=warning"],
        output: .nothing, errors: .nothing)
    }

    private var status: JSONNode? {
      let outcome = try? BuiltProgram.focuskey.run(["status", "--json"], environment: bench.environment)
      return outcome.flatMap { try? JSONDocument(Array($0.output.utf8)).root }
    }

    var state: String? { status?["state"]?.string }

    /// The numbers of the readers that are ready, as pcscd gave them first.
    var ready: [String] {
      let readers = status?["readers"]?.array ?? []
      return readers.filter { $0["state"]?.string == "ready" }.compactMap { $0["name"]?.string?.suffix(5) }.map(
        String.init)
    }

    deinit {
      child.signal(SIGTERM)
      child.wait()
    }
  }

  init() throws {
    bench = try Bench()
    service = try Served(bench)
  }

  /// keytool writes a blank card that is laid on a reader, and the service does nothing about it.
  private func expectQuietWriting(at reader: VirtualReader) async throws {
    let task = Task(executorPreference: Spare.threads) { [bench] in
      try bench.keytool("write", "https://focuskey.app/focus/work")
    }
    try await Task.sleep(for: .milliseconds(500))
    reader.place(blank())
    #expect(try await task.value.exitCode == 0)
    try await Task.sleep(for: .milliseconds(300))
    #expect(service.state == "idle")
  }

  @Test func aCardThatIsBeingWrittenIsNoTap() async throws {
    #expect(await eventually { service.ready == ["00 00"] })
    try await expectQuietWriting(at: bench.reader)
    let card = try #require(bench.reader.pull())
    try await Task.sleep(for: .milliseconds(2500))
    bench.reader.place(card)
    #expect(await eventually { service.state == "focusing" })
  }

  /// pcscd lists a reader under another number once it was plugged in again in another order; the service knows it by
  /// the first, keytool by the last.
  @Test func alsoAtAReaderThatWasPluggedInAgain() async throws {
    let other = VirtualReader(.acr1252U)
    #expect(await eventually { service.ready == ["00 00"] })
    try bench.daemon.plug(other)
    #expect(await eventually { service.ready == ["00 00", "01 00"] }, "\(service.ready)")
    bench.daemon.unplug(bench.reader)
    bench.daemon.unplug(other)
    #expect(await eventually { service.ready.isEmpty })
    try bench.daemon.plug(other)
    #expect(await eventually { service.ready == ["01 00"] }, "\(service.ready)")
    let readers = try bench.keytool("readers")
    #expect(readers.output.contains("00 00") && !readers.output.contains("01 00"), "\(readers)")
    try await expectQuietWriting(at: other)
  }
}
