import CardDumps
import CardModels
import Octets
import RealParts
import TagFormats
import TestSupport
import Testing

/// Files that are cut, doubled, mixed or renamed: what is said of them is true, or they are refused with the place.
@Suite struct BadDumpTests {
  private static let cards = SampleCard.all.filter {
    ["NTAG213", "NTAG215", "MIFARE Classic 1K", "FeliCa", "ICODE", "Topaz 96"].contains($0.name)
  }

  /// Cut at every place a file is read as the card that it is of, with a note, or it is refused. It is never another
  /// card, another message or another chip.
  @Test(.longWork, arguments: cards) func aCutFileIsNeverAnotherCard(card: SampleCard) throws {
    for written in DumpWriters.all(card) {
      // All places of a small file, and of a large one some of every kind.
      let step = written.octets.count > 2000 ? 89 : written.octets.count > 400 ? 7 : 1
      let ends = max(0, written.octets.count - 20)..<written.octets.count
      for count in Array(stride(from: 0, to: written.octets.count, by: step)) + ends {
        let cut = Array(written.octets[..<count])
        guard let dump = try? CardDump(recognizing: cut), let contents = try? dump.contents() else { continue }
        // A message that was not read, and is said to be.
        if contents.message == .hidden, !dump.unread.isEmpty { continue }
        let place = "\(card.name), \(written.format), \(count) of \(written.octets.count)"
        #expect(contents.message == .octets(SampleCard.link), "\(place)")
        #expect(contents.type == card.model.sighting.type, "\(place)")
        if case .type2(let model) = card.model {
          #expect([model.chip, .unknownType2].contains(contents.chip), "\(place): \(contents.chip)")
        }
        if case .classic = card.model { #expect(contents.chip == .classic1K, "\(place): \(contents.chip)") }
        guard written.format == .raw || written.format == .hexLines else {
          // Only what closes the file, or blanks behind the last line, may be missing.
          let isEnd = written.octets[count...].allSatisfy { " \n\t}".utf8.contains($0) }
          #expect(isEnd || !dump.unread.isEmpty, "\(place)")
          continue
        }
        // The data is all there, or it is said that it is not.
        let isWhole = count >= dataEnd(card, written)
        #expect(isWhole || dump.notes.contains { if case .cutShort = $0 { true } else { false } }, "\(place)")
      }
    }
  }

  /// Where in a file the last octet of the data area is.
  private func dataEnd(_ card: SampleCard, _ written: WrittenDump) -> Int {
    guard let memory = card.memory else { return 0 }
    var end = memory.count
    if case .type2(let model) = card.model, let map = Type2Map(of: model.chip) {
      end = min((map.lastUserPage + 1) * 4, 16 + Int(map.containerSize) * 8)
    }
    if case .type5 = card.model { end = Int(memory[2]) * 8 }
    // The last line's own end is not part of the memory.
    return written.format == .raw ? end : written.octets.count * end / memory.count - 1
  }

  @Test(arguments: SampleCard.all) func aDoubledFileIsRefused(card: SampleCard) throws {
    for written in DumpWriters.all(card) {
      let separator: [UInt8] = written.octets.first == 0x2B ? [0x0A] : []
      #expect(throws: DumpError.self, "\(written.format)") {
        _ = try CardDump(recognizing: written.octets + separator + written.octets)
      }
    }
    guard let memory = card.memory else { return }
    #expect(throws: DumpError.doubled(at: memory.count)) { try CardDump(recognizing: memory + memory) }
  }

  /// The beginning of one card's file and the end of another's.
  @Test func aMixedFileIsRefused() throws {
    let files = Self.cards.flatMap { card in DumpWriters.all(card).filter { $0.format == .flipper } }
    for (one, other) in files.indices.flatMap({ one in files.indices.map { (one, $0) } }) where one != other {
      let mixed = files[one].octets + files[other].octets
      #expect(throws: DumpError.self) { _ = try CardDump(recognizing: mixed) }
      let head = files[one].octets.split(separator: 0x0A).prefix(5).joined(separator: [0x0A])
      let tail = files[other].octets.split(separator: 0x0A).dropFirst(5).joined(separator: [0x0A])
      let found = try? CardDump(recognizing: Array(head) + [0x0A] + Array(tail))
      // Two NTAGs' pages are still an NTAG's; a head of another kind is not.
      if let found { #expect(found.image.type == .type2 && found.notes.isEmpty) }
    }
  }

  static let lines: [(file: String, DumpError)] = [
    (
      "Filetype: Flipper NFC device\nDevice type: NTAG213\nPage 0: 04 E1 0C 61\nPage 2: 00 00 00 00",
      .missing("Page 1", line: 4)
    ),
    (
      "Filetype: Flipper NFC device\nDevice type: NTAG213\nPage 0: 04 E1 0C 61\nPage 0: 04 E1 0C 61", .repeated(line: 4)
    ),
    ("Filetype: Flipper NFC device\nDevice type: NTAG213\nPages total: 45\nPage 0: 04 E1 0C 61", .cutShort(line: 4)),
    ("Filetype: Flipper NFC device\nDevice type: Mifare Classic\nPage 0: 04 E1 0C 61", .cutShort(line: 3)),
    ("{\"Created\": \"proxmark3\", \"FileType\": \"mfu\", \"blocks\": {\"0\": ", .notJSON(at: 60)),
    ("+Sector: 0\n00112233", .line(2)),
    ("+Sector: 0\n+Sector: 1\n", .missing("a block of sector 0", line: 2)),
    ("+Sector: 0\n00112233445566778899AABBCCDDEEFF\n", .cutShort(line: 2)),
    ("<scan>\n<section>\n</scan>", .line(3)),
    ("<scan>\n<section>\n", .cutShort(line: 2)),
    ("<scan>\n<uid>04</uid>\n</scan>", .noMemory("", line: 3)),
  ]

  @Test(arguments: lines) func theLineIsNamed(file: String, error: DumpError) {
    #expect(throws: error) { try CardDump(recognizing: Array(file.utf8)) }
  }

  @Test func aTextIsNotAMemory() throws {
    #expect(CardDump.isText(Array("a list of cards\r\n\tand more, größer\n".utf8)))
    #expect(!CardDump.isText([]))
    #expect(!CardDump.isText([0x20, 0x0A]))
    for card in SampleCard.all { if let memory = card.memory { #expect(!CardDump.isText(memory)) } }
  }

  /// A file with one octet changed, or a few, never traps.
  @Test(.longWork, arguments: SampleCard.all) func aDamagedFileDoesNotTrap(card: SampleCard) {
    var dice = Dice(seed: 7)
    for written in DumpWriters.all(card) {
      for _ in 0..<40 {
        var octets = written.octets
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
          let at = Int.random(in: 0..<min(octets.count, 2000), using: &dice)
          octets[at] = UInt8.random(in: 0...255, using: &dice)
        }
        _ = try? CardDump(recognizing: octets)?.contents()
      }
    }
  }
}
