import CardDumps
import LinuxRuntime
import Octets
import TagFormats
import TestSupport
import Testing

/// Small files in the shapes that tools really write, and what each is: `Corpus/expected.tsv`.
@Suite struct CorpusTests {
  private static let folder = Repository.path("Tests/Rooms/CardDumps/Corpus")

  static let rows: [[String]] = {
    guard let table = try? Files.read(folder + "/expected.tsv") else { return [] }
    return String(decoding: table, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").map(String.init) }
  }()

  @Test func everyFileIsInTheTable() throws {
    let files = try Files.names(inFolder: Self.folder).filter { $0 != "expected.tsv" }
    #expect(Set(files) == Set(Self.rows.map { $0[0] }))
    #expect(Self.rows.count >= 13)
  }

  @Test(arguments: rows) func aFileIsWhatTheTableSays(row: [String]) throws {
    let octets = try Files.read(Self.folder + "/" + row[0])
    switch row[1] {
    case "none":
      #expect(try CardDump(recognizing: octets) == nil)
      #expect(CardDump.isText(octets))
    case "error":
      #expect(throws: DumpError.noMessageApplication(row[3])) { try CardDump(recognizing: octets) }
    default:
      let dump = try #require(try CardDump(recognizing: octets))
      let contents = try dump.contents()
      #expect(Self.word(dump.format) == row[1])
      #expect(contents.type.rawValue == row[2])
      #expect(contents.chip.name == row[3])
      #expect(HexText.text(of: contents.uid, uppercase: true) == row[4])
      #expect((contents.message == .unformatted ? "unformatted" : "octets") == row[5])
      if row[6] != "-" {
        let link = String(decoding: contents.message.octets?.dropFirst(5) ?? [], as: UTF8.self)
        #expect("https://" + link == row[6])
      }
      #expect(Self.notes(dump) == row[7])
    }
  }

  private static func word(_ format: CardDump.Format) -> String {
    switch format {
    case .flipper: "flipper"
    case .proxmarkJSON: "proxmark-json"
    case .proxmarkUltralight: "proxmark-ultralight"
    case .classicTool: "mifare-classic-tool"
    case .tagInfo: "taginfo"
    case .keytool: "keytool"
    case .raw: "raw"
    case .hexLines: "hex-lines"
    }
  }

  private static func notes(_ dump: CardDump) -> String {
    var words = dump.notes.map { note in
      switch note {
      case .otherUID: "other-uid"
      case .cutShort: "cut-short"
      }
    }
    if !dump.unread.isEmpty { words.append("unread=\(dump.unread.count)") }
    return words.isEmpty ? "-" : words.joined(separator: ",")
  }
}
