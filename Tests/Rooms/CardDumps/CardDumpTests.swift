import CardDumps
import CardModels
import Octets
import TagFormats
import Testing

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]
private let message: [UInt8] = [0xD1, 0x01, 0x0C, 0x55, 0x04] + Array("focuskey.app".utf8.prefix(11))

/// The message, with its length set right.
private let link: [UInt8] = [0xD1, 0x01, UInt8(message.count - 4), 0x55] + message[4...]

private func spaced(_ octets: some Sequence<UInt8>) -> String {
  octets.map { HexText.text(of: [$0], uppercase: true) }.joined(separator: " ")
}

private func ntag215() throws -> [UInt8] { try #require(Type2Card(.ntag215, uid: uid, holding: link)).memory }
private func classic() throws -> [UInt8] {
  try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: link)).memory
}

private func dump(_ text: String) throws -> CardDump? { try CardDump(recognizing: Array(text.utf8)) }

/// Text of a Flipper Zero's file.
private func flipper(_ device: String, _ lines: [String]) -> String {
  (["Filetype: Flipper NFC device", "Version: 4", "# a comment", "Device type: \(device)", "UID: \(spaced(uid))"]
    + lines)
    .joined(separator: "\n") + "\n"
}

@Suite struct CardDumpTests {
  @Test func aFlipperFileOfAnNTAG() throws {
    let memory = try ntag215()
    let pages = stride(from: 0, to: memory.count, by: 4).map { "Page \($0 / 4): \(spaced(memory[$0..<$0 + 4]))" }
    let version = "Mifare version: 00 04 04 02 01 00 11 03"
    let text = flipper("NTAG/Ultralight", ["NTAG/Ultralight type: NTAG215", version, "Pages total: 135"] + pages)
    let found = try #require(try dump(text))
    #expect(found.format == .flipper)
    #expect(found.chip == .ntag215)
    let contents = try found.contents()
    #expect(contents.message == .octets(link))
    #expect(contents.uid == uid)
    #expect(contents.capacity == 492)

    let old = try #require(try dump(flipper("NTAG215", pages)))
    #expect(old.chip == .ntag215)
    #expect(try old.contents().message == .octets(link))
    let windows = try #require(try dump(text.split(separator: "\n").joined(separator: "\r\n")))
    #expect(try windows.contents().message == .octets(link))
  }

  @Test func aFlipperFileOfAClassicWithUnknownKeys() throws {
    let memory = try classic()
    let blocks = (0..<64).map { number -> String in
      let octets = spaced(memory[number * 16..<number * 16 + 16])
      return "Block \(number): " + (number % 4 == 3 && number > 7 ? "?? ?? ?? ?? ?? ??" + octets.dropFirst(17) : octets)
    }
    let found = try #require(try dump(flipper("Mifare Classic", ["Mifare Classic type: 1K"] + blocks)))
    #expect(found.unread.count == 14 * 6)
    #expect(try found.contents().message == .octets(link))
  }

  @Test func aFlipperFileOfAnICODE() throws {
    let memory = try #require(Type5Card(slix: [0xE0, 4, 1, 0x10, 1, 2, 3, 4], holding: link)).memory
    let text = """
      Filetype: Flipper NFC device
      Version: 4
      Device type: SLIX
      UID: E0 04 01 10 01 02 03 04
      Block Count: 27
      Block Size: 04
      Data Content: \(spaced(memory))
      """
    let contents = try #require(try dump(text)).contents()
    #expect(contents.message == .octets(link))
    #expect(contents.chip == .icodeSLIX)
  }

  @Test func aFlipperFileOfADESFire() throws {
    let file = [0x00, UInt8(link.count)] + link + [UInt8](repeating: 0, count: 30)
    let text = flipper(
      "Mifare DESFire",
      [
        "PICC Version: 04 01 01 01 00 18 05 04 01 01 01 04 18 05",
        "Application 000001 File 1: 00 0F 20 00 3B 00 34 04 06 E1 04 00 32 00 00",
        "Application 000001 File 2: \(spaced(file))",
      ])
    let contents = try #require(try dump(text)).contents()
    #expect(contents.message == .octets(link))
    #expect(contents.chip == .desfireEV1)
    #expect(contents.capacity == 48)
  }

  @Test func aFaultyFlipperFileSaysWhere() throws {
    #expect(throws: DumpError.line(6)) { try dump(flipper("NTAG215", ["Page 0: 04 E1 0C"])) }
    #expect(throws: DumpError.line(7)) { try dump(flipper("NTAG215", ["Page 0: 04 E1 0C 61", "Page 1: 04 xx 0C 61"])) }
    #expect(throws: DumpError.noMemory("ISO14443-4A", line: 5)) { try dump(flipper("ISO14443-4A", [])) }
    #expect(throws: DumpError.noMemory("", line: 1)) { try dump("Filetype: Flipper NFC device") }
  }

  @Test func aProxmarkFile() throws {
    let memory = try ntag215()
    let blocks = stride(from: 0, to: memory.count, by: 4)
      .map { "\"\($0 / 4)\": \"\(HexText.text(of: memory[$0..<$0 + 4], uppercase: true))\"" }
    let text = """
      { "Created": "proxmark3", "FileType": "mfu",
        "Card": {"UID": "04E10CDA993C80", "Version": "0004040201001103", "Signature": ""},
        "blocks": { \(blocks.joined(separator: ",\n")) } }
      """
    let found = try #require(try dump(text))
    #expect(found.format == .proxmarkJSON)
    #expect(found.chip == .ntag215)
    #expect(try found.contents().message == .octets(link))
  }

  @Test func aProxmarkFileOfAClassic() throws {
    let memory = try classic()
    let blocks = (0..<64).map { "\"\($0)\":\"\(HexText.text(of: memory[$0 * 16..<$0 * 16 + 16]))\"" }
    let text = "{\"Created\":\"proxmark3\",\"FileType\":\"mfc v2\",\"blocks\":{\(blocks.joined(separator: ","))}}"
    #expect(try #require(try dump(text)).contents().message == .octets(link))
    let faulty = text.replacing("\"7\":\"", with: "\"7\":\"zz")
    #expect(throws: DumpError.member("blocks/7")) { try dump(faulty) }
    #expect(throws: DumpError.noMemory("mfc v2", line: 1)) { try dump("{\"FileType\":\"mfc v2\"}") }
    #expect(try dump("{\"records\":[]}") == nil)
  }

  @Test func plainMemoriesShowTheirType() throws {
    let cards: [([UInt8], TagType)] = [
      (try ntag215(), .type2), (try classic(), .classic),
      (Type3Card(liteS: [1, 2, 3, 4, 5, 6, 7, 8], holding: link).memory, .type3),
      (try #require(Type5Card(slix: [0xE0, 4, 1, 0x10, 1, 2, 3, 4], holding: link)).memory, .type5),
      (try #require(Type1Card(uid: uid, isDynamic: false, holding: link)).memory, .type1),
      (try #require(Type1Card(uid: uid, isDynamic: true, holding: link)).memory, .type1),
      ([0x12, 0x4C] + (try #require(Type1Card(uid: uid, isDynamic: true, holding: link)).memory), .type1),
    ]
    for (memory, type) in cards {
      let found = try #require(try CardDump(recognizing: memory))
      #expect(found.format == .raw)
      #expect(found.image.type == type)
      #expect(try found.contents().message == .octets(link))
    }
  }

  @Test func aProxmarkHeadIsStepped() throws {
    let head: [UInt8] =
      [0, 4, 4, 2, 1, 0, 0x11, 3] + [UInt8](repeating: 0, count: 3) + [134] + [UInt8](repeating: 9, count: 44)
    let found = try #require(try CardDump(recognizing: head + ntag215()))
    #expect(found.format == .proxmarkUltralight)
    #expect(found.chip == .ntag215)
    #expect(try found.contents().message == .octets(link))
  }

  @Test func linesOfHexAreAMemory() throws {
    let memory = try classic()
    let lines = (0..<64).map { HexText.text(of: memory[$0 * 16..<$0 * 16 + 16]) }.joined(separator: "\n")
    let found = try #require(try dump(lines + "\n"))
    #expect(found.format == .hexLines)
    #expect(try found.contents().message == .octets(link))
  }

  @Test(arguments: ["", "d1010c5504", "hello", "{}", "[1]", "Filetype: something", "00\n11\n"])
  func whatIsNoDumpIsLeftAlone(text: String) throws {
    #expect(try dump(text) == nil)
    #expect(try CardDump(recognizing: link) == nil)
  }

  /// Cut at every place a file is recognised, refused with a reason or left alone; it never traps.
  @Test func cutFilesDoNotTrap() throws {
    let memory = Array(try ntag215().prefix(80))
    let pages = stride(from: 0, to: memory.count, by: 4).map { "Page \($0 / 4): \(spaced(memory[$0..<$0 + 4]))" }
    let text = Array(flipper("NTAG215", pages).utf8)
    for count in 0...text.count { _ = try? CardDump(recognizing: Array(text[..<count]))?.contents() }
    for count in 0...memory.count { _ = try? CardDump(recognizing: Array(memory[..<count]))?.contents() }
  }
}
