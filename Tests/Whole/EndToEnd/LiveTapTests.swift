import CardModels
import JSONText
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Taps on readers as the system has them, through the real pcscd or the real libnfc, to what the service makes of
/// them.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct LiveTapTests {
  /// A service with one reader of PC/SC.
  private final class Desk {
    let daemon: PrivatePCSCD
    let reader = VirtualReader(.acr122U)
    let service: RunningService

    init(configuration: String = "", settings: String? = nil) throws {
      daemon = try PrivatePCSCD()
      try daemon.plug(reader)
      let home = "\(daemon.folder)/home"
      try Files.makeFolder(home)
      try Files.replace("\(home)/config.json5", with: Array("{ port: 0, \(configuration) }".utf8))
      service = try RunningService(
        home: home, arguments: [],
        environment: ["PCSCLITE_CSOCK_NAME": daemon.socketPath])
      if let settings {
        try Files.replace("\(home)/settings.json5", with: Array(settings.utf8))
        for list in ["profile", "key"] {
          let outcome = try service(list, "import", "\(home)/settings.json5")
          if outcome.exitCode != 0 { throw NotImported(errors: outcome.errors) }
        }
      }
    }

    struct NotImported: Error {
      let errors: String
    }

    func status() throws -> JSONNode { try JSONDocument(service("status", "--json").output).root }

    /// Lays a card on and waits until the service says what came of it.
    func tap(_ card: CardModel) async throws {
      #expect(await isReady())
      let told = log.utf8.count
      reader.place(card)
      #expect(await eventually { log.utf8.count > told }, "\(log)")
    }

    /// Takes the card away for longer than a second, from when the service has seen that it is gone.
    func lift() async throws -> CardModel? {
      let card = reader.pull()
      #expect(await eventually { (try? status()["readers"]?.array?.first?["state"]?.string) == "ready" })
      try await Task.sleep(for: .milliseconds(1200))
      return card
    }

    /// Waits until the service knows the reader.
    func isReady() async -> Bool { await eventually { log.contains("reader ready") } }

    /// What the service said about itself.
    var log: String {
      (try? Files.read("\(service.home)/service.log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  private func card(_ path: String, counts: Bool = false) throws -> CardModel {
    let link = Array("focuskey.app/\(path)".utf8)
    let message: [UInt8] = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
    var card = try #require(Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, 6], holding: message))
    // NFC_CNT_EN, bit 4 of ACCESS on the second configuration page (NTAG213: 2A).
    if counts { card.memory[0x2A * 4] |= 0x10 }
    return .type2(card)
  }

  @Test func aReaderGoesByItsName() async throws {
    let desk = try Desk(
      configuration: #"readers: { named: [{ match: "ACR122U", name: "Front door", role: "start" }] }"#,
      settings: #"{ profiles: [{ id: "work", question: { wait: "1s", closes: "30s" } }], keys: [] }"#)
    #expect(await desk.isReady())
    let reader = try #require(try desk.status()["readers"]?.array?.first)
    #expect(reader["name"]?.string == "Front door")
    #expect(reader["device"]?.string == "ACS ACR122U 00 00")
    #expect(reader["role"]?.string == "start")
    // Here a session may begin, and a question open, but never be answered with the end.
    try await desk.tap(card("focus/work"))
    #expect(try desk.status()["state"]?.string == "focusing")
    var lifted = try await desk.lift()
    try await desk.tap(try #require(lifted))
    #expect(try desk.status()["question"]?["kind"]?.string == "end", "\(desk.log)")
    lifted = try await desk.lift()
    try await desk.tap(try #require(lifted))
    #expect(await eventually { desk.log.contains("may not stop") }, "\(desk.log)")
    #expect(try desk.status()["state"]?.string == "focusing")
  }

  @Test func atADeskCardsAreSeenAndDoNothing() async throws {
    let desk = try Desk(configuration: #"readers: { named: [{ match: "ACR122U", role: "desk" }] }"#)
    try await desk.tap(card("focus/work"))
    #expect(try desk.status()["state"]?.string == "idle")
    #expect(try desk.status()["readers"]?.array?.first?["name"]?.string == "ACS ACR122U 00 00")
  }

  @Test func twoCardsAreSaidAndDoNothing() async throws {
    let desk = try Desk()
    #expect(await desk.isReady())
    desk.reader.place(try card("focus/work"), beside: [4, 9, 9, 9, 9, 9, 9])
    #expect(await eventually { desk.log.contains("Two cards are on the reader") }, "\(desk.log)")
    // Red, with a sound.
    #expect(await eventually { desk.reader.model.lights.last == [0x50, 1, 1, 2, 1] }, "\(desk.reader.model.lights)")
    #expect(try desk.status()["state"]?.string == "idle")
    _ = try await desk.lift()
    try await desk.tap(card("focus/work"))
    #expect(try desk.status()["state"]?.string == "focusing")
  }

  /// Green for what is done, both for a question that waits, red for a stranger: the reader shows what came of the tap.
  @Test func theReaderShowsWhatCameOfATap() async throws {
    let desk = try Desk()
    try await desk.tap(card("focus/work"))
    #expect(await eventually { desk.reader.model.lights.last == [0xA0, 1, 0, 1, 1] }, "\(desk.reader.model.lights)")
    let lifted = try await desk.lift()
    try await desk.tap(try #require(lifted))
    #expect(await eventually { desk.reader.model.lights.last == [0xF0, 2, 1, 1, 0] }, "\(desk.reader.model.lights)")
    _ = try await desk.lift()
    try await desk.tap(.type2(try #require(Type2Card(.ntag213, uid: [4, 8, 8, 8, 8, 8, 8]))))
    #expect(await eventually { desk.reader.model.lights.last == [0x50, 1, 1, 2, 1] }, "\(desk.reader.model.lights)")
  }

  @Test func theConfigurationSilencesTheReader() async throws {
    let desk = try Desk(configuration: "readers: { silent: true }")
    try await desk.tap(card("focus/work"))
    // The beep for each card is off, and so is ours.
    let shown: [[UInt8]] = [[0x52, 0], [0xA0, 1, 0, 1, 0]]
    #expect(await eventually { desk.reader.model.lights == shown }, "\(desk.reader.model.lights)")
  }

  /// A profile whose end wants a key that is known by its counter.
  private let counting = """
    { profiles: [{ id: "deep", end: "key", proof: "counter", question: { wait: "1s", closes: "30s" } }],
      keys: [{ id: "disc", uid: "04010203040506", proof: "counter" }] }
    """

  @Test func aCounterThatRisesMayEnd() async throws {
    let desk = try Desk(settings: counting)
    try await desk.tap(card("focus/deep", counts: true))
    #expect(try desk.status()["state"]?.string == "focusing", "\(desk.log)")
    var lifted = try await desk.lift()
    try await desk.tap(try #require(lifted))
    #expect(try desk.status()["question"]?["kind"]?.string == "end", "\(desk.log)")
    lifted = try await desk.lift()
    try await desk.tap(try #require(lifted))
    #expect(await eventually { desk.log.contains("session-ended") }, "\(desk.log)")
    #expect(try desk.status()["state"]?.string == "idle")
  }

  @Test func aCounterThatDoesNotRiseMayNot() async throws {
    let desk = try Desk(settings: counting)
    let disc = try card("focus/deep", counts: true)
    try await desk.tap(disc)
    #expect(try desk.status()["state"]?.string == "focusing", "\(desk.log)")
    _ = try await desk.lift()
    // A copy made before the first tap counts from where that was.
    try await desk.tap(disc)
    #expect(await eventually { desk.log.contains("needs a stronger proof") }, "\(desk.log)")
    #expect(try desk.status()["question"]?.isNull == true)
    _ = try await desk.lift()
    // And one that does not count at all proves no more than its number.
    try await desk.tap(card("focus/deep"))
    #expect(await eventually { desk.log.components(of: "needs a stronger proof") == 2 }, "\(desk.log)")
    #expect(try desk.status()["state"]?.string == "focusing")
  }

  /// NXP's AN12196 and the public test vectors for its steps: UID 04DE5F1EACC040, counter 61, all keys zero.
  @Test func aSignedTapCountsOnce() async throws {
    let zero = String(repeating: "0", count: 32)
    let desk = try Desk(
      configuration: "signingCards: [{ uid: \"04DE5F1EACC040\", metaKey: \"\(zero)\", fileKey: \"\(zero)\" }]",
      settings: #"{ profiles: [{ id: "deep" }], keys: [{ id: "signet", uid: "04DE5F1EACC040", proof: "sun" }] }"#)
    func signet(_ code: String) -> CardModel {
      let link = Array("focuskey.app/focus/deep?picc_data=EF963FF7828658A599F3041510671E88&cmac=\(code)".utf8)
      let message: [UInt8] = [0xD1, 0x01, UInt8(link.count + 1), 0x55, 0x04] + link
      return .type4(Type4Card(ntag424: [0x04, 0xDE, 0x5F, 0x1E, 0xAC, 0xC0, 0x40], holding: message))
    }
    try await desk.tap(signet("94EED9EE65337087"))
    #expect(await eventually { desk.log.contains("needs a stronger proof") }, "\(desk.log)")
    #expect(try desk.status()["state"]?.string == "idle")
    _ = try await desk.lift()
    try await desk.tap(signet("94EED9EE65337086"))
    #expect(try desk.status()["state"]?.string == "focusing", "\(desk.log)")
    _ = try await desk.lift()
    // The same words once more are an echo of the tap that was.
    try await desk.tap(signet("94EED9EE65337086"))
    #expect(await eventually { desk.log.components(of: "needs a stronger proof") == 2 }, "\(desk.log)")
    #expect(try desk.status()["question"]?.isNull == true)
  }
}

extension String {
  /// How often a text is in this one.
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: part) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
