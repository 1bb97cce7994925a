import CardDumps
import CardModels
import JSONText
import TagFormats
import TestSupport
import Testing

/// A card, written as every tool writes it, is the same card when it is read.
@Suite struct EveryFormatTests {
  @Test(arguments: SampleCard.all) func theSameCardAgain(card: SampleCard) throws {
    for written in DumpWriters.all(card) {
      let dump = try #require(try CardDump(recognizing: written.octets), "\(written.format)")
      #expect(dump.format == written.format)
      #expect(dump.notes == [], "\(written.format)")
      #expect(dump.unread == [])
      let contents = try dump.contents()
      let expected = try direct(card)
      #expect(contents.message == .octets(SampleCard.link), "\(written.format)")
      #expect(contents.type == expected.type)
      #expect(contents.capacity == expected.capacity)
      #expect(contents.barriers == expected.barriers)
      if written.namesChip {
        #expect(contents.chip == expected.chip, "\(written.format)")
        #expect(contents.locks == expected.locks, "\(written.format)")
      }
      if written.format != .raw, written.format != .hexLines, !expected.uid.isEmpty {
        #expect(contents.uid == expected.uid, "\(written.format)")
      }
    }
  }

  /// The card's memory, with all that is known of it.
  private func direct(_ card: SampleCard) throws -> CardContents {
    switch card.model {
    case .type1(let card): try Type1Image(card.memory).contents(uid: card.uid)
    case .type2(let card): try Type2Image(card.memory).contents(chip: card.chip, uid: card.uid)
    case .type3(let card): try Type3Image(card.memory).contents(chip: .felicaLiteS, uid: card.idm)
    case .type4: throw LayoutError.missingFile(0)
    case .type5(let card):
      try Type5Image(card.memory, memorySize: card.memory.count).contents(chip: Chip(type5UID: card.uid), uid: card.uid)
    case .classic(let card): try ClassicImage(card.memory).contents(chip: card.chip, uid: card.uid)
    }
  }

  /// No format is left out.
  @Test func everyFormatIsWritten() {
    let written = SampleCard.all.flatMap { DumpWriters.all($0) }.map { $0.format } + [.keytool]
    for format in CardDump.Format.allCases { #expect(written.contains(format), "\(format)") }
  }

  /// From keytool's dump on, through the memory in it, every format gives the same card.
  @Test(arguments: SampleCard.all) func fromKeytoolsDumpToEveryFormat(card: SampleCard) throws {
    let kept = try keytoolDump(of: card).dump
    guard var copy = card.copy(holding: kept.image) else { return }
    let contents = try kept.contents()
    for written in DumpWriters.all(copy) {
      let again = try #require(try CardDump(recognizing: written.octets), "\(written.format)").contents()
      #expect(again.message == contents.message, "\(written.format)")
      #expect(again.type == contents.type)
      #expect(again.capacity == contents.capacity, "\(written.format)")
      #expect(again.barriers == contents.barriers, "\(written.format)")
    }
    // And the copy of the card, read and saved, is the same dump.
    copy = try #require(card.copy(holding: kept.image))
    #expect(try keytoolDump(of: copy).dump == kept)
  }

  private func keytoolDump(of card: SampleCard) throws -> (dump: CardDump, read: CardContents) {
    var table = CardOnTheTable(card.model)
    let read = try table.read([.everything, .memory])
    var object: JSONObject = ["type": .string(read.type.rawValue), "chip": .string(read.chip.name)]
    object["uid"] = .string(read.uid.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    for (name, value) in CardDump.members(of: read.image) { object[name] = value }
    return (try #require(try CardDump(recognizing: Array(JSONValue.object(object).text.utf8))), read)
  }

  /// What keytool itself saves of a card that is on a reader.
  @Test(arguments: SampleCard.all) func whatKeytoolSaves(card: SampleCard) throws {
    let (dump, read) = try keytoolDump(of: card)
    #expect(dump.format == .keytool)
    #expect(dump.notes == [])
    let again = try dump.contents()
    #expect(again.message == .octets(SampleCard.link))
    #expect(again.uid == read.uid)
    #expect(again.chip == read.chip)
    #expect(again.capacity == read.capacity)
    #expect(again.barriers == read.barriers)
    #expect(again.password == read.password)
    if read.type != .type4 { #expect(again.locks == read.locks) }
  }
}
