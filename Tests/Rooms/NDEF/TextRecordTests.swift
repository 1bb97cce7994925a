import NDEF
import NDEFModel
import Octets
import Testing

@Suite struct TextRecordTests {
  /// Payloads and what they say (Text RTD 1.0, 3.2).
  @Test(arguments: [
    ("02 656e 48 69", "en", "Hi"), ("02 656e", "en", ""), ("05 64652d4348 c3a4", "de-CH", "ä"),
    ("42 656e 48 69", "en", "Hi"),  // bit 6 is reserved and not looked at
    ("82 656e feff 00480069", "en", "Hi"), ("82 656e fffe 48006900", "en", "Hi"),
    ("82 656e 00480069", "en", "Hi"),  // without a mark: big-endian
    ("82 656e feff d83dde00", "en", "😀"), ("82 656e", "en", ""), ("82 656e feff", "en", ""),
    ("02 656e 610d0a0962", "en", "a\r\n\tb"), ("02 656e 00", "en", "\0"), ("02 656e efbbbf61", "en", "\u{FEFF}a"),
  ])
  func said(hex: String, language: String, text: String) throws {
    let record = try TextRecord(decoding: HexText.octets(of: hex))
    #expect(record.language == language)
    #expect(record.text == text)
    let plain = try #require(plainText(of: HexText.octets(of: hex)))
    #expect(plain == (language, text))
  }

  @Test(arguments: [
    ("", PayloadError(.cut(needs: 1, has: 0), at: 0)),
    ("00 6869", PayloadError(.noLanguage, at: 0)),
    ("80 0068", PayloadError(.noLanguage, at: 0)),
    ("40", PayloadError(.noLanguage, at: 0)),
    ("02 65", PayloadError(.cut(needs: 2, has: 1), at: 1)),
    ("3f 656e 6869", PayloadError(.cut(needs: 63, has: 4), at: 1)),
    ("02 c3a4 61", PayloadError(.languageNotASCII, at: 1)),
    ("02 65ff 61", PayloadError(.languageNotASCII, at: 2)),
    ("02 656e ff", PayloadError(.notUTF8, at: 3)),
    ("82 656e 004800", PayloadError(.halfACodeUnit, at: 5)),
    ("82 656e d83d", PayloadError(.lonelySurrogate, at: 3)),
    ("82 656e feff de00d83d", PayloadError(.lonelySurrogate, at: 5)),
  ])
  func malformed(hex: String, fault: PayloadError) throws {
    let payload = try HexText.octets(of: hex)
    #expect(throws: fault) { try TextRecord(decoding: payload) }
    #expect(plainText(of: payload) == nil)
    let record = try NDEFRecord(.wellKnown, type: TextRecord.type, payload: payload)
    #expect(record.content == .malformed(.text, fault))
  }

  @Test func theOtherOrderIsAnExplicitHint() throws {
    let payload = try HexText.octets(of: "82 656e 48006900")
    #expect(try TextRecord(decoding: payload, unmarked: .littleEndian).text == "Hi")
    #expect(try TextRecord(decoding: payload).text == "䠀椀")
  }

  @Test func utf16IsWrittenBigEndianWithItsMark() throws {
    #expect(HexText.text(of: try TextRecord("Hi", encoding: .utf16).payload) == "82656efeff00480069")
    #expect(HexText.text(of: try TextRecord("Hi", language: "de").payload) == "0264654869")
  }

  @Test func languagesThatCannotBeWrittenAreRefused() {
    #expect(throws: PayloadError.self) { try TextRecord("a", language: "") }
    #expect(throws: PayloadError.self) { try TextRecord("a", language: String(repeating: "a", count: 64)) }
    #expect(throws: PayloadError.self) { try TextRecord("a", language: "dä") }
    #expect(throws: Never.self) { try TextRecord("a", language: String(repeating: "a", count: 63)) }
  }

  @Test(arguments: ["", "a", "größer 日本 😀", "line\nline\ttab"])
  func writtenAndReadBack(text: String) throws {
    for encoding in [TextRecord.Encoding.utf8, .utf16] {
      let record = try TextRecord(text, language: "de-AT", encoding: encoding)
      #expect(try TextRecord(decoding: record.payload) == record)
      #expect(record.record.content == .text(record))
    }
  }
}
