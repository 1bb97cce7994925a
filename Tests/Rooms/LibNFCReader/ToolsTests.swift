import CardModels
import FocusPorts
import LibNFCReader
import LinuxRuntime
import RealParts
import TagFormats
import TestSupport
import Testing

/// libnfc's own tools read what we wrote, and we read what they wrote. They are in Debian's libnfc-bin.
@Suite(.realParts, .enabled(if: Files.exists("/usr/bin/nfc-mfultralight"), "libnfc-bin is not installed"))
struct ToolsTests {
  let folder = TemporaryFolder()

  /// Runs one of the tools on a board.
  private func tool(
    _ name: String, on board: VirtualPN532, _ arguments: String..., input: String = ""
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/\(name)").run(
      arguments, input: Array(input.utf8),
      environment: ["LIBNFC_DEVICE=\(board.connection)", "LIBNFC_AUTO_SCAN=false"])
  }

  @Test func theirListNamesOurCards() throws {
    let board = try VirtualPN532(in: folder)
    board.put([card(number: 1), card(number: 2)])
    let outcome = try tool("nfc-list", on: board)
    #expect(outcome.output.contains("2 ISO14443A passive target(s) found"))
    #expect(outcome.output.contains("04  01  22  33  44  55  66"))
    #expect(outcome.output.contains("04  02  22  33  44  55  66"))
  }

  @Test func theyReadWhatWeWrote() async throws {
    let board = try VirtualPN532(in: folder)
    let device = try LibNFCDevice(board.connection)
    let watched = WatchedReader(device)
    board.put(.type2(try #require(Type2Card(.ultralight, uid: uid(1), holding: []))))
    #expect(await eventually { watched.words.last == "lay there" })
    let written = try await watched.reader.withCard(at: device.reader) { session in
      KindsTests.write(link, in: &session)
    }
    #expect(throws: Never.self) { try written.get() }
    await watched.reader.stop()

    let outcome = try tool("nfc-mfultralight", on: board, "r", folder("dump.mfd"))
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let dump = try Files.read(folder("dump.mfd"))
    try #require(dump.count == 64, "\(outcome.output)\(outcome.errors)")
    #expect(Array(dump[16..<16 + 2 + link.count]) == [0x03, UInt8(link.count)] + link)
    guard case .type2(let model)? = board.cards.first else { return }
    #expect(Array(dump[12...]) == Array(model.memory[12...]))
  }

  @Test func weReadWhatTheyWrote() async throws {
    let board = try VirtualPN532(in: folder)
    let source = try #require(Type2Card(.ultralight, uid: uid(9), holding: link))
    board.put(.type2(try #require(Type2Card(.ultralight, uid: uid(1), holding: [0xD0, 0, 0]))))
    try Files.replace(folder("dump.mfd"), with: source.memory)
    // It asks whether to write OTP octets, lock bits and UID as well.
    let outcome = try tool("nfc-mfultralight", on: board, "w", folder("dump.mfd"), input: "n\nn\nn\nn\n")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let watched = try WatchedReader(board)
    #expect(await eventually { watched.words.last == "lay there" }, "\(watched.words)")
    #expect(watched.arrived.first?.message == link)
    await watched.reader.stop()
  }
}
