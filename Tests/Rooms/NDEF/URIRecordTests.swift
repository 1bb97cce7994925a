import NDEF
import NDEFModel
import Octets
import Testing

@Suite struct URIRecordTests {
  @Test(arguments: 0...0x23)
  func everyBeginningIsWrittenOutAndFoundAgain(code: Int) throws {
    let rest = "x1.example/~a?b=c"
    let beginning = plainURIBeginnings[code]
    #expect(URIPrefix.text(of: UInt8(code)) == beginning)
    let record = try URIRecord(decoding: [UInt8(code)] + Array(rest.utf8))
    #expect(record.uri == beginning + rest)
    #expect(try URIRecord(beginning + rest).payload == [UInt8(code)] + Array(rest.utf8))
    // The beginning alone is well-formed, if useless.
    #expect(try URIRecord(decoding: [UInt8(code)]).uri == beginning)
    #expect(try URIRecord(beginning).payload == [UInt8(code)])
  }

  @Test func reservedCodesStandForNothing() throws {
    for code in UInt8(0x24)...0xFF {
      #expect(try URIRecord(decoding: [code] + Array("tel:1".utf8)).uri == "tel:1")
    }
  }

  /// URI RTD 1.0, table 3; the longest beginning wins, octets are compared as they stand.
  @Test(arguments: [
    (
      "https://focuskey.app/start?profile=work", "04" + "666f6375736b65792e6170702f73746172743f70726f66696c653d776f726b"
    ),
    ("https://www.a", "02" + "61"), ("https://ww.a", "04" + "77772e61"), ("http://www.a", "01" + "61"),
    ("http://a", "03" + "61"),
    ("HTTPS://a", "00" + "48545450533a2f2f61"), ("https:/a", "00" + "68747470733a2f61"), ("http", "00" + "68747470"),
    ("https://www", "04" + "777777"), ("httpss://", "00" + "6874747073733a2f2f"),
    ("ftp://anonymous:anonymous@a", "07" + "61"), ("ftp://anonymous:a", "0d" + "616e6f6e796d6f75733a61"),
    ("ftp://ftp.a", "08" + "61"), ("ftps://a", "09" + "61"), ("file:///a", "1d" + "2f61"), ("f", "00" + "66"),
    ("urn:epc:id:a", "1e" + "61"), ("urn:epc:tag:a", "1f" + "61"), ("urn:epc:pat:a", "20" + "61"),
    ("urn:epc:raw:a", "21" + "61"),
    ("urn:epc:x", "22" + "78"), ("urn:epc", "13" + "657063"), ("urn:nfc:a", "23" + "61"), ("urn:a", "13" + "61"),
    ("telnet://a", "10" + "61"), ("tel:1", "05" + "31"), ("telnet:a", "00" + "74656c6e65743a61"),
    ("tftp:a", "17" + "61"),
    ("sip:a", "15" + "61"), ("sips:a", "16" + "61"), ("smb://a", "0b" + "61"), ("sftp://a", "0a" + "61"),
    ("imap:a", "11" + "61"), ("irdaobex://a", "1c" + "61"), ("news:a", "0f" + "61"), ("nfs://a", "0c" + "61"),
    ("btspp://a", "18" + "61"), ("btl2cap://a", "19" + "61"), ("btgoep://a", "1a" + "61"), ("tcpobex://a", "1b" + "61"),
    ("", "00"), ("a", "00" + "61"), ("é", "00" + "c3a9"), ("https://é", "04" + "c3a9"),
  ])
  func theShortestForm(uri: String, payload: String) throws {
    let record = try URIRecord(uri)
    #expect(HexText.text(of: record.payload) == payload)
    #expect(record.payload == plainURIPayload(of: uri))
    #expect(try URIRecord(decoding: record.payload).uri == uri)
  }

  @Test func aControlCharacterDiscardsTheRecordAndIsNotWritten() {
    for octet in UInt8(0)..<0x20 {
      // At every place of an eight-octet word, and in the odd ones behind.
      for length in [1, 2, 7, 8, 9, 15, 16, 17, 33] {
        for place in 0..<length {
          var letters = [UInt8](repeating: 0x61, count: length)
          letters[place] = octet
          #expect(throws: PayloadError(.controlCharacter(octet), at: place + 1)) {
            try URIRecord(decoding: [4] + letters)
          }
          #expect(throws: PayloadError(.controlCharacter(octet), at: place)) {
            try URIRecord(String(decoding: letters, as: UTF8.self))
          }
        }
      }
    }
  }

  @Test func blankAndDeleteAreNotTheSpecificationsBusiness() throws {
    #expect(try URIRecord(decoding: [0, 0x20, 0x7F]).uri == " \u{7F}")
  }

  @Test(arguments: [
    "80", "c0", "c2", "c080", "c1bf", "e08080", "e09fbf", "eda080", "edbfbf", "f08080", "f0808080", "f08fbfbf",
    "f4908080",
    "f5808080", "ff", "e282", "f09f98", "c328", "e28228", "6180", "6161616161616161c3", "c361", "f8888080",
  ])
  func badUTF8DiscardsTheRecord(hex: String) throws {
    let letters = try HexText.octets(of: hex)
    #expect(throws: PayloadError(.notUTF8, at: 1)) { try URIRecord(decoding: [4] + letters) }
  }

  @Test func goodUTF8IsKept() throws {
    for text in [
      "é", "ß", "日本", "😀", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
      "\u{10FFFF}",
    ] {
      #expect(try URIRecord(decoding: [4] + Array(text.utf8)).uri == "https://" + text)
    }
  }

  @Test func aPayloadOfNothingIsMalformed() {
    #expect(throws: PayloadError(.cut(needs: 1, has: 0), at: 0)) { try URIRecord(decoding: []) }
  }

  @Test func theMessageStaysGoodAroundADiscardedURI() throws {
    let message = try NDEFMessage(decoding: HexText.octets(of: "91 01 03 55 04 0a 61  51 01 02 55 05 31"))
    #expect(message.records[0].content == .malformed(.uri, PayloadError(.controlCharacter(0x0A), at: 1)))
    #expect(message.records[1].content == .uri(try URIRecord("tel:1")))
  }

  @Test func anyURISurvives() throws {
    var maker = MessageMaker(seed: 11)
    for _ in 0..<2000 {
      let beginning = plainURIBeginnings[maker.below(36)]
      let uri = beginning.prefix(maker.below(beginning.count + 1)) + "é/a:b".prefix(maker.below(6))
      let payload = try URIRecord(String(uri)).payload
      #expect(payload == plainURIPayload(of: String(uri)))
      #expect(try URIRecord(decoding: payload).uri == uri)
    }
  }
}
