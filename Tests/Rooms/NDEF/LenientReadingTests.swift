import NDEF
import NDEFModel
import Octets
import Testing

@Suite struct LenientReadingTests {
  /// Octets, the records that are read all the same, and what was passed over.
  @Test(arguments: [
    ("d1 01 01 55 00", "1:55:00", ""),
    ("d1 01 01 55 00 fe 00", "1:55:00", "octets-behind-the-end@5"),
    ("51 01 01 55 00", "1:55:00", "no-message-begin@0"),
    ("91 01 01 55 00", "1:55:00", "no-message-end@5"),
    ("91 01 01 55 00 d1 01 01 54 00", "1:55:00 1:54:00", "second-message-begin@5"),
    ("91 01 01 55 00 51 01 09 54", "1:55:00", "cut-payload@9"),
    ("d1 00 02 0102", "5::0102", "no-type@1"),
    ("d5 01 02 55 0102", "5::0102", "unknown-with-type@3"),
    ("d0 00 02 0102", "5::0102", "empty-record-with-content@3"),
    ("d6 00 02 0102", "5::0102", "chunk-of-nothing@0"),
    ("f1 01 01 55 04", "1:55:04", "end-inside-chunks@0"),
    ("b1 01 01 55 04", "1:55:04", "chunks-not-finished@5 no-message-end@5"),
    ("b1 01 01 55 04 5e 00 01 01 69 61", "1:55:0461", "chunk-with-identifier@5"),
    ("b1 01 01 55 04 51 01 01 54 00", "1:55:04 1:54:00", "record-inside-chunks@5"),
    ("b1 01 01 55 04 56 00 05 61", "1:55:04", "chunks-not-finished@5 cut-payload@8"),
    ("b1 01 01 55 04 76 00 01 61", "1:55:0461", "end-inside-chunks@5"),
  ])
  func whatCanBeRead(hex: String, records: String, passedOver: String) throws {
    let reading = try NDEFMessage.lenient(decoding: HexText.octets(of: hex))
    let found = reading.message.records.map { record in
      "\(record.tnf):\(HexText.text(of: record.type)):\(HexText.text(of: record.payload))"
    }
    #expect(found.joined(separator: " ") == records)
    #expect(reading.passedOver.map { error in "\(error.kind)@\(error.offset)" }.joined(separator: " ") == passedOver)
  }

  @Test(arguments: ["", "d1", "d1 01", "d1 01 05 55 00"])
  func nothingIsMadeUp(hex: String) throws {
    let octets = try HexText.octets(of: hex)
    #expect(throws: NDEFError.self) { try NDEFMessage.lenient(decoding: octets) }
  }

  @Test func itPassesNothingOverInAWellFormedMessageAndSomethingInEveryOther() {
    var maker = MessageMaker(seed: 5)
    for round in 0..<6000 {
      let records = maker.records()
      let good = maker.encoded(records)
      let octets = round.isMultiple(of: 3) ? good : maker.mutated(good)
      let strict = try? NDEFMessage(decoding: octets)
      guard let lenient = try? NDEFMessage.lenient(decoding: octets) else {
        #expect(strict == nil)
        continue
      }
      #expect(lenient.passedOver.isEmpty == (strict != nil))
      if let strict { #expect(lenient.message == strict) }
      #expect(lenient.passedOver.allSatisfy { error in (0...octets.count).contains(error.offset) })
      // What was read leniently can be written, and is then well-formed.
      #expect((try? NDEFMessage(decoding: lenient.message.encoded()))?.records.count == lenient.message.records.count)
    }
  }
}
