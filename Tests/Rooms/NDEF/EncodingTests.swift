import NDEF
import Octets
import Testing

@Suite struct EncodingTests {
  /// What is read, and what is written for it.
  @Test(arguments: [
    ("d8 00 00 00", "d00000"),  // no IL without an ID
    ("c1 01 00000001 55 00", "d101015500"),  // short wherever it can be
    ("d9 01 01 00 55 00", "d101015500"),
    ("d9 01 01 02 55 6964 00", "d9010102556964" + "00"),
    ("b1 01 01 55 04  36 00 01 61  56 00 01 62", "d10103550461" + "62"),  // chunks merged
    ("d7 00 02 beef", "d50002beef"),  // TNF 7 is never written
    ("91 01 01 55 00 51 01 01 54 00", "9101015500" + "5101015400"),
  ])
  func theCanonicalForm(hex: String, canonical: String) throws {
    let message = try NDEFMessage(decoding: HexText.octets(of: hex))
    #expect(HexText.text(of: message.encoded()) == canonical)
    #expect(message.encodedCount == canonical.count / 2)
  }

  @Test(arguments: [0, 1, 0xFE, 0xFF, 0x100, 0x101, 0xFFFF, 0x1_0000])
  func theLengthIsShortUpTo255(count: Int) throws {
    let message = NDEFMessage([try NDEFRecord(.unknown, payload: [UInt8](repeating: 1, count: count))])
    let octets = message.encoded()
    #expect(octets.count == message.encodedCount)
    #expect(octets.count == count + (count <= 0xFF ? 3 : 6))
    #expect(octets[0] == (count <= 0xFF ? 0xD5 : 0xC5))
    #expect(try NDEFMessage(decoding: octets) == message)
  }

  @Test func noRecordsAreWrittenAsOneEmptyRecord() {
    #expect(NDEFMessage([]).encoded() == [0xD0, 0, 0])
    #expect(NDEFMessage([]).encodedCount == 3)
  }

  @Test func encodingAppendsToWhatIsThere() throws {
    let message = NDEFMessage([try URIRecord("https://focuskey.app/stop").record])
    var octets: [UInt8] = [0x03, UInt8(message.encodedCount)]
    message.encode(into: &octets)
    #expect(octets == [0x03, UInt8(message.encodedCount)] + message.encoded())
  }

  @Test func aRecordKeepsTheRulesOfItsKind() {
    let long = [UInt8](repeating: 0x61, count: 256)
    #expect(throws: RecordRule.emptyRecordHasNoContent) { try NDEFRecord(.empty, payload: [1]) }
    #expect(throws: RecordRule.emptyRecordHasNoContent) { try NDEFRecord(.empty, id: [1]) }
    #expect(throws: RecordRule.needsType) { try NDEFRecord(.wellKnown, payload: [1]) }
    #expect(throws: RecordRule.needsType) { try NDEFRecord(.media) }
    #expect(throws: RecordRule.hasNoType) { try NDEFRecord(.unknown, type: [1]) }
    #expect(throws: RecordRule.hasNoType) { try NDEFRecord(.reserved, type: [1]) }
    #expect(throws: RecordRule.chunksAreNotRecords) { try NDEFRecord(.unchanged) }
    #expect(throws: RecordRule.typeTooLong(octets: 256)) { try NDEFRecord(.media, type: long) }
    #expect(throws: RecordRule.identifierTooLong(octets: 256)) { try NDEFRecord(.unknown, id: long) }
    #expect(throws: RecordRule.emptyRecordHasNoContent) { try NDEFRecord.empty.identified(by: [1]) }
  }

  @Test func aRecordGivesBackItsParts() throws {
    let record = try NDEFRecord(.external, type: Array("a:b".utf8), id: [9, 8], payload: [1, 2, 3])
    #expect(record.tnf == 4)
    #expect(record.type == Array("a:b".utf8))
    #expect(record.id == [9, 8])
    #expect(record.payload == [1, 2, 3])
    #expect(record.payloadLength == 3)
    #expect(record.typeName == "a:b")
  }
}
