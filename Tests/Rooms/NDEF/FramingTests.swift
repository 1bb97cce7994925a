import NDEF
import Octets
import Testing

/// What strict reading makes of octets, in the words of the table below.
private func outcome(_ hex: String) throws -> String {
  do throws(NDEFError) {
    let message = try NDEFMessage(decoding: try! HexText.octets(of: hex))
    return message.records.map { record in
      "\(record.tnf):\(HexText.text(of: record.type)):\(HexText.text(of: record.id)):\(HexText.text(of: record.payload))"
    }.joined(separator: " ")
  } catch {
    return "\(error.kind)@\(error.offset)"
  }
}

@Suite struct FramingTests {
  /// Octets and what they are (NDEF 1.0, chapters 2 and 3).
  static let table: [(hex: String, outcome: String)] = [
    // Whole records in all forms of the header.
    ("d0 00 00", "0:::"),
    ("d8 00 00 00", "0:::"),  // IL with a length of 0, as Android writes an Empty record
    ("c0 00 00000000", "0:::"),
    ("c8 00 00000000 00", "0:::"),
    ("d1 01 01 55 00", "1:55::00"),
    ("c1 01 00000001 55 00", "1:55::00"),  // a long length that could be short
    ("d9 01 01 00 55 00", "1:55::00"),
    ("d9 01 01 02 55 6964 00", "1:55:6964:00"),
    ("c9 01 00000001 02 55 6964 00", "1:55:6964:00"),
    ("d2 03 00 612f62", "2:612f62::"),
    ("d3 03 00 613a62", "3:613a62::"),
    ("d4 03 00 613a62", "4:613a62::"),
    ("d5 00 02 beef", "5:::beef"),
    ("dd 00 00 01 69", "5::69:"),
    ("d7 00 02 beef", "7:::beef"),  // reserved: to be read like unknown
    ("91 01 01 55 00 51 01 01 54 00", "1:55::00 1:54::00"),
    ("91 01 01 55 00 41 01 00000001 54 00", "1:55::00 1:54::00"),
    ("90 00 00 10 00 00 50 00 00", "0::: 0::: 0:::"),
    // No message, or not a whole one.
    ("", "no-octets@0"),
    ("d1", "cut-header@1"),
    ("d1 01", "cut-header@2"),
    ("c1 01 000000", "cut-header@2"),
    ("d9 01 01", "cut-header@3"),
    ("c9 01 00000001", "cut-header@6"),
    ("d1 02 00 55", "cut-type@3"),
    ("d9 01 00 02 55 69", "cut-identifier@5"),
    ("d1 01 02 55 00", "cut-payload@4"),
    ("c1 01 ffffffff 55 00", "cut-payload@7"),
    ("c9 ff ffffffff 01 55", "cut-type@7"),  // the sum of the lengths wraps where integers have 32 bits
    ("c9 01 ffffffff 01 55 69 00", "cut-payload@9"),
    ("d1 01 01 55", "cut-payload@4"),
    // MB and ME.
    ("51 01 01 55 00", "no-message-begin@0"),
    ("11 01 01 55 00", "no-message-begin@0"),
    ("91 01 01 55 00", "no-message-end@5"),
    ("91 01 01 55 00 11 01 01 54 00", "no-message-end@10"),
    ("91 01 01 55 00 d1 01 01 54 00", "second-message-begin@5"),
    ("d1 01 01 55 00 d1 01 01 54 00", "octets-behind-the-end@5"),
    ("d1 01 01 55 00 00", "octets-behind-the-end@5"),
    ("d1 01 01 55 00 fe", "octets-behind-the-end@5"),
    // What goes with which TNF.
    ("d0 01 00 55", "empty-record-with-content@3"),
    ("d8 00 00 01 69", "empty-record-with-content@4"),
    ("d0 00 01 00", "empty-record-with-content@3"),
    ("d1 00 01 00", "no-type@1"),
    ("d2 00 00", "no-type@1"),
    ("d3 00 00", "no-type@1"),
    ("d4 00 01 00", "no-type@1"),
    ("d5 01 00 55", "unknown-with-type@3"),
    ("d7 01 00 55", "unknown-with-type@3"),
    ("d6 00 00", "chunk-of-nothing@0"),
    ("91 01 01 55 00 56 00 00", "chunk-of-nothing@5"),
    // What a file has when the wrapping was left in.
    ("03 05 d1 01 01 55 00 fe", "no-message-begin@0"),
    ("00 05 d1 01 01 55 00", "no-message-begin@0"),
  ]

  @Test(arguments: table)
  func strictly(hex: String, expected: String) throws {
    #expect(try outcome(hex) == expected)
  }

  /// Chunks (NDEF 1.0, 2.3.3): first with CF, TNF, TYPE and ID; middle with CF and TNF 6; last with TNF 6 alone.
  static let chunks: [(hex: String, outcome: String)] = [
    ("b1 01 01 55 04  56 00 02 6162", "1:55::046162"),
    ("b1 01 01 55 04  36 00 01 61  56 00 01 62", "1:55::046162"),
    ("a1 01 00000001 55 04  46 00 00000002 6162", "1:55::046162"),
    ("b1 01 00 55  36 00 00  56 00 01 04", "1:55::04"),  // chunks of no octets
    ("b9 01 01 02 55 6964 04  56 00 01 61", "1:55:6964:0461"),
    ("b5 00 01 00  56 00 01 01", "5:::0001"),
    ("b1 01 01 55 04  16 00 01 61  51 01 00 54", "1:55::0461 1:54::"),
    ("91 01 00 54  31 01 01 55 04  56 00 01 61", "1:54:: 1:55::0461"),
    ("f1 01 01 55 04", "end-inside-chunks@0"),
    ("b1 01 01 55 04  76 00 01 61", "end-inside-chunks@5"),
    ("b1 01 01 55 04", "chunks-not-finished@5"),
    ("b1 01 01 55 04  36 00 01 61", "chunks-not-finished@9"),
    ("b1 01 01 55 04  51 01 01 54 00", "record-inside-chunks@5"),
    ("b1 01 01 55 04  31 01 01 54 00  56 00 00", "record-inside-chunks@5"),
    ("b1 01 01 55 04  50 00 00", "record-inside-chunks@5"),
    ("b1 01 01 55 04  56 01 00 55", "chunk-with-type@8"),
    ("b1 01 01 55 04  5e 00 00 00", "chunk-with-identifier@5"),
    ("b1 01 01 55 04  5e 00 00 01 69", "chunk-with-identifier@5"),
    ("b1 01 01 55 04  d6 00 01 61", "second-message-begin@5"),
    ("b1 01 01 55 04  16 00 01 61", "no-message-end@9"),
    ("b1 01 01 55 04  56 00 02 61", "cut-payload@8"),
    ("b0 00 00  56 00 00", "empty-record-in-chunks@0"),
    ("b6 00 00  56 00 00", "chunk-of-nothing@0"),
    ("b1 00 01 04  56 00 00", "no-type@1"),
    ("b1 01 01 55 04  56 00 01 61  00", "octets-behind-the-end@9"),
  ]

  @Test(arguments: chunks)
  func inChunks(hex: String, expected: String) throws {
    #expect(try outcome(hex) == expected)
  }

  @Test func aPayloadMayBeLongerThanAnyPeerTakes() throws {
    let payload = [UInt8](repeating: 7, count: 11 << 20)
    let message = NDEFMessage([try NDEFRecord(.unknown, payload: payload)])
    #expect(try NDEFMessage(decoding: message.encoded()) == message)
  }

  @Test func aMessageBeyondTheLimitIsRefused() {
    var octets = NDEFMessage([.empty]).encoded()
    octets += [UInt8](repeating: 0, count: NDEFMessage.longest)
    #expect(throws: NDEFError(.tooLong(octets: octets.count), at: NDEFMessage.longest)) {
      try NDEFMessage(decoding: octets)
    }
    #expect(throws: NDEFError.self) { try NDEFMessage.lenient(decoding: octets) }
  }

  @Test func everyErrorSaysSomething() throws {
    for (hex, outcome) in Self.table + Self.chunks {
      do throws(NDEFError) {
        _ = try NDEFMessage(decoding: try! HexText.octets(of: hex))
      } catch {
        #expect(outcome.hasPrefix(error.kind))
        #expect(error.description.utf8.count > 10)
        #expect(!error.description.hasSuffix("."))
      }
    }
  }
}
