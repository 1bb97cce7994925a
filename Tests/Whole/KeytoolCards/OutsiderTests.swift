import CardModels
import Glibc
import JSONText
import LinuxRuntime
import Octets
import ProofOfTap
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Programs of others read what keytool wrote, and keytool reads what they wrote: pyscard on the same pcscd, libnfc's
/// own tools on the same board.
@Suite(.realParts, .serialized, .timeLimit(.minutes(2)))
struct OutsiderTests {
  /// A card that both sides can write, and what keytool wants to be told of it.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> CardModel?
    let isForced: Bool

    init(_ name: String, isForced: Bool = false, _ make: @escaping @Sendable () -> CardModel?) {
      testDescription = name
      self.make = make
      self.isForced = isForced
    }
  }

  static let kinds: [Kind] = [
    Kind("type2") { blank() },
    Kind("type4") {
      var card = Type4Card(ntag424: [4, 0x42, 0x40, 0x33, 0x44, 0x55, 0x66])
      card.ciphers = .openSSL { count in [UInt8](repeating: 7, count: count) }
      return .type4(card)
    },
    Kind("classic", isForced: true) {
      ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: [0xD0, 0, 0]).map { .classic($0) }
    },
  ]

  /// A link that no line of ours has put into octets: URI record, code 04, as a person would do it by hand.
  private static func message(_ rest: String) -> [UInt8] {
    [0xD1, 0x01, UInt8(rest.utf8.count + 1), 0x55, 0x04] + Array(rest.utf8)
  }

  @Test(.enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"), arguments: kinds)
  func pyscard(_ kind: Kind) throws {
    let pyscard = try #require(
      PythonPeer("Tests/Kit/Peers/pyscard_card.py", needing: "smartcard"), "python3-pyscard is not installed")
    let bench = try Bench()
    func outsider(_ words: String...) throws -> String {
      let (code, output) = try pyscard([kind.testDescription, "ACR122U"] + words, environment: bench.environment)
      #expect(code == 0)
      return String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    bench.reader.place(try #require(kind.make()))
    let written = try bench.keytool("write", startWork, kind.isForced ? "--force" : "--yes")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(try outsider() == HexText.text(of: Self.message("focuskey.app/start?profile=work"), uppercase: true))
    // Longer than what was there, so that more than the length changes.
    let theirs = "focuskey.app/start?profile=study&minutes=50"
    _ = try outsider(HexText.text(of: Self.message(theirs)))
    #expect(try bench.answer("read")["records"]?.array?.first?["uri"]?.string == "https://\(theirs)")
    // And what an outsider left behind is written over like anything else of ours.
    let over = try bench.keytool("write", startWork, kind.isForced ? "--force" : "--yes")
    #expect(over.exitCode == 0, "\(over.errors)")
    #expect(try outsider() == HexText.text(of: Self.message("focuskey.app/start?profile=work"), uppercase: true))
  }

  /// libnfc's own tool for the Classic, which takes and gives whole memories.
  @Test func classicByLibNFCsTool() throws {
    let folder = TemporaryFolder()
    let board = try VirtualPN532(in: folder)
    let environment = ["HOME=\(folder.path)", "PATH=/usr/bin:/bin", "PCSCLITE_CSOCK_NAME=\(folder("no-pcscd"))"]
    func keytool(_ words: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram.keytool.run(words + ["--reader", board.connection], environment: environment)
    }
    func tool(_ words: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram(at: "/usr/bin/nfc-mfclassic").run(
        words, environment: ["LIBNFC_DEVICE=\(board.connection)", "LIBNFC_AUTO_SCAN=false"])
    }
    board.put(.classic(try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: [0xD0, 0, 0]))))
    let written = try keytool("write", startWork, "--force")
    #expect(written.exitCode == 0, "\(written.errors)")
    let read = try tool("r", "b", "u", folder("ours.mfd"))
    #expect(read.exitCode == 0, "\(read.output)\(read.errors)")
    var dump = try Files.read(folder("ours.mfd"))
    try #require(dump.count == 1024, "\(read.output)\(read.errors)")
    let ours = Self.message("focuskey.app/start?profile=work")
    #expect(Array(dump[64..<66 + ours.count]) == [0x03, UInt8(ours.count)] + ours)

    // Debian's tool (libnfc 1.8.0) sends the first block of each sector only, so what it changes is there: the code
    // before the link.
    dump[70] = 0x03
    try Files.replace(folder("theirs.mfd"), with: dump)
    let put = try tool("w", "b", "u", folder("theirs.mfd"))
    #expect(put.exitCode == 0, "\(put.output)\(put.errors)")
    let back = try keytool("read", "--json")
    let uri = try JSONDocument(back.output).root["records"]?.array?.first?["uri"]?.string
    #expect(uri == "http://focuskey.app/start?profile=work", "\(back.output) \(put.output)")
  }
}
