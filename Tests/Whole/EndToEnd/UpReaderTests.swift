import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing
import VirtualReader

/// The reader of a newcomer whose first `up` is what starts pcscd.
@Suite(
  .realParts, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"), .timeLimit(.minutes(2)))
struct UpReaderTests {
  /// What keeps a reader from being told at once, in milliseconds.
  struct Delay: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How long polkit takes to start.
    var refusal: UInt32 = 0
    /// How long polkit takes to answer.
    var question: UInt32 = 0
    /// How long the reader takes to come.
    var arrival: UInt32 = 0
  }

  @Test(arguments: [
    Delay(testDescription: "nothing"),
    Delay(testDescription: "polkit starts", refusal: 600),
    Delay(testDescription: "polkit is asked", question: 300),
    Delay(testDescription: "the reader comes later", arrival: 250),
  ])
  func namesTheReader(_ delay: Delay) throws {
    let daemon = try PrivatePCSCD()
    daemon.end()
    let reader = VirtualReader(.acr122U)
    if delay.arrival == 0 { try daemon.plug(reader) }
    let door = try PCSCDoor(daemon, refusal: delay.refusal, question: delay.question) {
      guard delay.arrival > 0 else { return }
      startThread(named: "a hand") {
        usleep(delay.arrival * 1000)
        try? daemon.plug(reader, waits: false)
      }
    }
    let home = "\(daemon.folder)/home"
    try Files.makeFolder(home)
    try Files.replace("\(home)/config.json5", with: Array("{ port: 0 }".utf8))
    let place = TrialEnvironment.lines(["PCSCLITE_CSOCK_NAME": door.socketPath])
    let up = try BuiltProgram.focuskey.run(["up", "--json", "--home", home], environment: place)
    defer { _ = try? BuiltProgram.focuskey.run(["down", "--yes", "--home", home], environment: place) }
    #expect(up.exitCode == 0, "\(up.errors)")
    let readers = try JSONDocument(up.output).root["status"]?["readers"]?.array ?? []
    #expect(readers.compactMap { $0["name"]?.string } == ["\(reader.model.look.name) 00 00"], "\(up.output)")
    #expect(readers.first?["state"]?.string == "ready")
  }

  /// A service that systemd started has no simulated reader.
  @Test func saysHowToBeginWhereNothingReads() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(
      home: folder.path, arguments: [], environment: ["PCSCLITE_CSOCK_NAME": folder("none")])
    let up = try service("up")
    #expect(up.lines.prefix(2) == ["FocusKey is already running.", "No reader is plugged in."])
    #expect(up.output.contains("\nStart a Work session without a card: ") && up.output.contains(" start work --home "))
    #expect(!up.output.contains("simulated"))
    #expect(try service("start", "work").exitCode == 0)
  }
}
