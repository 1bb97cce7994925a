import CardModels
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Laps of a card between two readers under the real pcscd, from `laps calibrate` to what is recorded.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(3)))
struct LapTests {
  /// A home with a reader on the desk and one in the hall.
  private final class House {
    let daemon: PrivatePCSCD
    let readers = ["desk": VirtualReader(.acr122U), "hall": VirtualReader(.acr1252U)]
    let service: RunningService

    init() throws {
      daemon = try PrivatePCSCD()
      for reader in readers.values { try daemon.plug(reader) }
      let home = "\(daemon.folder)/home"
      try Files.makeFolder(home)
      let names = readers.map { "{ match: \"\($0.value.model.look.name)\", name: \"\($0.key)\" }" }
      let configuration = """
        { port: 0, readers: { named: [\(names.joined(separator: ", "))] }, laps: { between: ["desk", "hall"] } }
        """
      try Files.replace("\(home)/config.json5", with: Array(configuration.utf8))
      service = try RunningService(
        home: home, arguments: [], environment: ["PCSCLITE_CSOCK_NAME": daemon.socketPath])
    }

    func laps() throws -> JSONNode { try JSONDocument(service("laps", "--json").output).root }

    var log: String {
      (try? Files.read("\(service.home)/service.log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Taps and waits until that tap counted.
    func tap(_ reader: String, _ card: CardModel) async throws {
      readers[reader]?.place(card)
      // It may be the last one already, from the tap before.
      #expect(try await eventually { try state(of: reader) == "card" }, "\(log)")
      #expect(try await eventually { try laps()["last"]?.string == reader }, "\(log)")
      readers[reader]?.pull()
    }

    /// Taps with a card that is not to count.
    func tapInVain(_ reader: String, _ card: CardModel) async throws {
      readers[reader]?.place(card)
      #expect(try await eventually { try state(of: reader) == "card" })
      readers[reader]?.pull()
      #expect(try await eventually { try state(of: reader) == "ready" })
    }

    private func state(of reader: String) throws -> String? {
      let status = try JSONDocument(service("status", "--json").output).root
      return status["readers"]?.array?.first { $0["name"]?.string == reader }?["state"]?.string
    }
  }

  private func card(_ last: UInt8) throws -> CardModel {
    .type2(try #require(Type2Card(.ntag213, uid: [4, 1, 2, 3, 4, 5, last], holding: [])))
  }

  @Test func lapsAreMeasuredThenCountedAndNothingElseIs() async throws {
    let house = try House()
    let (own, other) = (try card(6), try card(7))
    #expect(try await eventually { try house.laps()["state"]?.string == "new" }, "\(house.log)")
    let output = try Descriptor.open("\(house.daemon.folder)/lines", O_RDWR | O_CREAT)
    let calibration = try ChildProcess.start(
      BuiltProgram.focuskey.path, ["laps", "calibrate", "--json", "--home", house.service.home],
      output: .descriptor(output.number), errors: .nothing)
    #expect(try await eventually { try house.laps()["state"]?.string == "calibrating" })
    try await house.tap("desk", own)
    for _ in 0..<3 {
      for reader in ["hall", "desk"] {
        try await Task.sleep(for: .milliseconds(1200))
        try await house.tap(reader, own)
      }
    }
    #expect(calibration.wait() == 0)
    let told = String(decoding: try Files.read("\(house.daemon.folder)/lines"), as: UTF8.self).split(separator: "\n")
    let end = try JSONDocument(String(told.last ?? "null")).root
    let least = try #require(end["least_lap_seconds"]?.number)
    #expect(least >= 1.4)
    #expect(try house.laps()["state"]?.string == "ready")
    // A lap of one's own, with copies and the same reader again in between: three and no more.
    let leg = Duration.seconds(least / 2 + 0.3)
    try await Task.sleep(for: .milliseconds(1200))
    try await house.tap("desk", own)
    try await house.tapInVain("hall", other)
    for _ in 0..<3 {
      try await Task.sleep(for: leg)
      try await house.tap("hall", own)
      try await Task.sleep(for: leg)
      try await house.tap("desk", own)
    }
    #expect(try house.laps()["laps"]?.integer == 3)
    #expect(try JSONDocument(house.service("challenge", "--json").output).root["done"]?.integer == 3)
    let day = try JSONDocument(house.service("move", "history", "--json").output).root
    #expect(day["exercises"]?["laps"]?.integer == 3 && (day["points"]?.integer ?? 0) > 0)
    try await unplugInTheMiddle(house, own, leg)
  }

  /// A reader that is unplugged is told of in one line, and the set goes on when it is back.
  private func unplugInTheMiddle(_ house: House, _ own: CardModel, _ leg: Duration) async throws {
    let hall = try #require(house.readers["hall"])
    house.daemon.unplug(hall)
    #expect(try await eventually { try house.laps()["state"]?.string == "lost" })
    func losses() -> Int { house.log.split(separator: "\n").count { $0.contains("hall") && $0.contains("lost") } }
    #expect(await eventually { losses() > 0 })
    #expect(losses() == 1)
    try house.daemon.plug(hall)
    #expect(try await eventually { try house.laps()["state"]?.string == "ready" })
    try await Task.sleep(for: leg)
    try await house.tap("hall", own)
    try await Task.sleep(for: leg)
    try await house.tap("desk", own)
    #expect(try await eventually { try house.laps()["laps"]?.integer == 4 })
    #expect(try JSONDocument(house.service("challenge", "--json").output).root["done"]?.integer == 4)
  }
}
