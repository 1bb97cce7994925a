import CardModels
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing

/// keytool on a PN532 that only libnfc reaches: a board on a pseudo-terminal under the real libnfc, and no pcscd.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2)))
struct LibNFCTests {
  private let folder = TemporaryFolder()
  private let board: VirtualPN532

  init() throws {
    board = try VirtualPN532(in: folder)
  }

  private func keytool(_ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.keytool.run(words, environment: environment)
  }

  private var environment: [String] {
    ["PCSCLITE_CSOCK_NAME=\(folder("no-pcscd"))", "HOME=\(folder.path)", "PATH=/usr/bin:/bin", "FOCUSKEY_SHIELD=none"]
  }

  /// What is on the card, read from its memory without a reader.
  private func message() throws -> StoredMessage {
    guard let card = board.cards.first else { throw NoCard() }
    var table = CardOnTheTable(card)
    return try table.read().message
  }

  private struct NoCard: Error {}

  private func configure(_ text: String) throws {
    try Files.makeFolder(folder(".config/focuskey"))
    try Files.replace(folder(".config/focuskey/config.json5"), with: Array(text.utf8))
  }

  @Test func writesReadsAndErases() throws {
    board.put(blank())
    let written = try keytool("write", startWork, "--reader", board.connection)
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(written.output.contains("Written and checked."))
    guard case .octets = try message() else {
      Issue.record("nothing stands on the card")
      return
    }
    let read = try keytool("read", "--json", "--reader", board.connection)
    let root = try JSONDocument(read.output).root
    #expect(root["chip"]?.string == "NTAG213")
    #expect(root["records"]?.array?.first?["uri"]?.string == startWork)
    #expect(try keytool("erase", "--reader", board.connection).exitCode == 0)
    #expect(try message() == .empty)
  }

  @Test func aConfiguredDeviceIsFoundByTheNameThatItWasGiven() throws {
    let named = #"[{ match: "PN532", name: "Desk", role: "desk" }]"#
    try configure("{ readers: { libnfc: [\"\(board.connection)\"], named: \(named) } }")
    let readers = try JSONDocument(keytool("readers", "--json").output).root["readers"]?.array
    #expect(readers?.count == 1)
    #expect(readers?.first?["name"]?.string == "Desk")
    #expect(readers?.first?["backend"]?.string == "libnfc")
    #expect(readers?.first?["device"]?.string == "PN532 on \(board.path)")
    #expect(try keytool("readers").output == "Desk  (PN532 on \(board.path), taps: desk)\n")
    board.put(blank())
    for words in [["read"], ["read", "--reader", "Desk"], ["read", "--reader", "PN532"]] {
      let outcome = try BuiltProgram.keytool.run(words, environment: environment)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let mistaken = try keytool("read", "--reader", "Dask")
    #expect(mistaken.exitCode == 69)
    #expect(mistaken.errors.contains("did you mean 'Desk'"), "\(mistaken.errors)")
  }

  /// A keytool that watches the board until it is told to end.
  private func startWatching() throws -> ChildProcess {
    let output = try Descriptor.open(folder("told"), O_RDWR | O_CREAT)
    return try ChildProcess.start(
      BuiltProgram.keytool.path, ["watch", "--json", "--reader", board.connection], environment: environment,
      output: .descriptor(output.number))
  }

  /// Waits until it told of an event.
  private func watchTells(_ event: String) async -> Bool {
    await eventually {
      let told = (try? Files.read(folder("told"))).map { String(decoding: $0, as: UTF8.self) }
      return told?.contains("\"event\":\"\(event)\"") == true
    }
  }

  @Test func watchTellsOfWhatComesAndGoes() async throws {
    let watch = try startWatching()
    defer {
      watch.signal(SIGTERM)
      watch.wait()
    }
    #expect(await watchTells("ready"))
    board.put(blank())
    #expect(await watchTells("arrived"))
    board.lift()
    #expect(await watchTells("left"))
  }

  @Test func aBoardThatAnotherProgramUses() async throws {
    let other = try startWatching()
    defer {
      other.signal(SIGTERM)
      other.wait()
    }
    #expect(await watchTells("ready"))
    let busy = try keytool("read", "--reader", board.connection, "--timeout", "2s")
    #expect(busy.exitCode == 75)
    #expect(busy.errors.contains("could be worked with"), "\(busy.errors)")
    #expect(busy.errors.contains("another program is using \(board.path)"))
  }

  @Test func aPortThatThisUserMayNotOpen() throws {
    #expect(unsafe chmod(board.path, 0) == 0)
    let denied = try BuiltProgram.keytool.runUnprivileged(
      ["read", "--reader", board.connection, "--json"], environment: environment)
    #expect(denied.exitCode == 77)
    #expect(denied.output.contains(#""kind":"not-allowed""#), "\(denied.output)")
    #expect(denied.errors.contains("dialout"), "\(denied.errors)")
    #expect(denied.errors.split(separator: "\n").count == 1)
  }

  @Test func twoCardsAreSaid() async throws {
    board.put([blank(.ntag213, 1), blank(.ntag213, 2)])
    let outcome = try keytool("read", "--timeout", "2s", "--reader", board.connection)
    #expect(outcome.exitCode == 75)
    #expect(outcome.errors.contains("several cards"), "\(outcome.errors)")
  }

  @Test func whatIsNotThereIsSaidAtOnce() throws {
    let absent = try keytool("read", "--reader", "pn532_uart:\(folder("ttyNFC9")):115200")
    #expect(absent.exitCode == 69)
    #expect(absent.errors.split(separator: "\n").count == 1, "\(absent.errors)")
    let foreign = try keytool("read", "--reader", "acr122_usb:001:002")
    #expect(foreign.exitCode == 64)
    let nothing = try keytool("readers", "--json")
    #expect(nothing.exitCode == 69)
    #expect(nothing.output.contains("no-pcscd"))
  }

  @Test func aBadConfigurationIsSaid() throws {
    try configure("{ readers: { named: [{ match: \"PN532\", role: \"dask\" }] } }")
    let outcome = try keytool("readers")
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("desk"), "\(outcome.errors)")
  }

  /// The service has the device; it lends it for as long as keytool works, and what was written does not fire.
  @Test func theServiceLendsItsDevice() async throws {
    try configure("{ port: 0, readers: { pcsc: false, libnfc: [\"\(board.connection)\"] } }")
    let service = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["serve"], environment: environment + ["FOCUSKEY_LOG=warning"], output: .nothing,
      errors: .nothing)
    defer {
      service.signal(SIGTERM)
      service.wait()
    }
    func status() -> JSONNode? {
      let outcome = try? BuiltProgram.focuskey.run(["status", "--json"], environment: environment)
      return outcome.flatMap { try? JSONDocument(Array($0.output.utf8)).root }
    }
    func reader() -> String? { status()?["readers"]?.array?.first?["state"]?.string }
    #expect(await eventually { reader() == "ready" })
    board.put(blank())
    #expect(await eventually { reader() == "card" })
    let written = try keytool("write", "https://focuskey.app/focus/work")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(await eventually { reader() == "card" })
    #expect(status()?["state"]?.string == "idle")
    let card = try #require(board.lift().first)
    #expect(await eventually { reader() == "ready" })
    try await Task.sleep(for: .milliseconds(2500))
    board.put(card)
    #expect(await eventually { status()?["state"]?.string == "focusing" })
  }
}
