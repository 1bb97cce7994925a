import CardModels
import CommandShell
import KeytoolCommands
import NDEF
import Octets
import TagFormats
import TestSupport
import Testing

private func keytool() -> Rehearsal { Rehearsal(Keytool.program) }

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

private func link() throws -> [UInt8] {
  NDEFMessage([try URIRecord("https://focuskey.app/stop").record]).encoded()
}

private func ntag213() throws -> [UInt8] { try #require(Type2Card(.ntag213, uid: uid, holding: link())).memory }

private func hex(_ octets: [UInt8]) -> String { HexText.text(of: octets) }

/// The members of a line of JSON.
private func object(_ line: String) throws -> JSONNode { try JSONDocument(line).root }

@Suite struct MemoryDecodeTests {
  @Test func aMemoryAsJSON() async throws {
    let message = hex(try link())
    let result = try await keytool()("memory", "decode", "--type", "type2", "--hex", hex(ntag213()), "--json")
    #expect(result.exitCode == .done)
    #expect(
      result.output == #"""
        {"capacity":137,"chip":"NTAG213","message":"octets","ndef_hex":"\#(message)","ok":true,"readable":true,\#
        "records":[{"id_hex":"","kind":"uri","payload_hex":"\#(message.dropFirst(8))","tnf":1,"type":"U","type_hex":"55",\#
        "uri":"https://focuskey.app/stop"}],"type":"type2","uid":"04E10CDA993C80","writable":true}

        """#)
  }

  @Test func aMemoryForPeople() async throws {
    let result = try await keytool()("memory", "decode", "--type", "type2", "--hex", hex(ntag213()))
    #expect(
      result.lines == [
        "NTAG213, UID 04:E1:0C:DA:99:3C:80", "message: 22 bytes; room for 137 bytes", "can be written",
        "  uri  https://focuskey.app/stop",
      ])
  }

  @Test func theFilesOfAType4Card() async throws {
    let message = try link()
    let file = hex([0, UInt8(message.count)] + message)
    let result = try await keytool()(
      "memory", "decode", "--cc", "000f20003b00340406e10400320000", "--file", "E104=\(file)", "--json")
    let answer = try object(result.output)
    #expect(answer["type"]?.string == "type4")
    #expect(answer["ndef_hex"]?.string == hex(message))
    #expect(answer["capacity"]?.integer == 48)
    #expect(answer["writable"]?.bool == true)
  }

  @Test func linesAreAnsweredOneByOne() async throws {
    let message = try link()
    let file = hex([0, UInt8(message.count)] + message)
    let lines = [
      #"{"type":"type2","hex":"\#(hex(try ntag213()))"}"#,
      #"{"type":"type4","cc":"000f20003b00340406e10400320000","files":{"e104":"\#(file)"}}"#,
      #"{"type":"type3","hex":"\#(hex(Type3Card(liteS: uid + [1], holding: message).memory))"}"#,
      #"{"type":"classic","hex":"\#(hex(try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: message)).memory))"}"#,
      #"{"type":"type5","hex":"e1400201030000fe"}"#,
      #"{"type":"type1","hex":"00"}"#,
      #"{"type":"type2"}"#,
      #"{"type":"type7","hex":"00"}"#,
      #"{"type":"type2","hex":"0g"}"#,
      "nonsense",
    ]
    let result = try await keytool()("memory", "decode", "--lines", input: lines.joined(separator: "\n") + "\n")
    #expect(result.exitCode == .done)
    let answers = try result.lines.map(object)
    #expect(answers.count == lines.count)
    #expect(answers.map { $0["ok"]?.bool } == [true, true, true, true, true, false, false, false, false, false])
    #expect(answers[..<4].allSatisfy { $0["ndef_hex"]?.string == hex(message) })
    #expect(answers[4]["ndef_hex"]?.string == "")
    let kinds = answers[5...].map { $0["error"]?["kind"]?.string }
    #expect(kinds == ["cut-short", "bad-memory", "bad-memory", "not-hex", "not-json"])
    #expect(answers[5]["error"]?["at"]?.integer == 1)
  }

  static let faulty: [(type: String, hex: String, kind: String, at: Int64)] = [
    ("type2", "04e10c61da993c80ff480000e1101200" + "0102a00c0303d00000", "control-tlv-length", 16),
    ("type2", "04e10c61da993c80ff480000e1100600" + "0340d00000", "tlv-beyond-area", 16),
    ("type2", "04e10c61da993c80ff480000e1200600" + "0303d00000fe", "unknown-version", 13),
    ("type2", "04e10c61da993c80ff48000000000000" + "00000000", "not-formatted", 12),
    ("type2", "04e10c61da993c80ff480000e1101200" + "0320d000", "cut-short", 20),
    ("type3", "00000000000000000000000000000000", "not-formatted", 0),
    ("type3", "10040100050000000000010000070023", "checksum", 14),
    ("type5", "a1400201030000fe", "not-formatted", 0),
  ]

  @Test(arguments: faulty) func whatIsFaultyIsRefusedWithItsPlace(
    type: String, hex: String, kind: String, at: Int64
  ) async throws {
    let result = try await keytool()("memory", "decode", "--type", type, "--hex", hex, "--json")
    #expect(result.exitCode == .badData)
    let error = try #require(try object(result.output)["error"])
    #expect(error["kind"]?.string == kind)
    #expect(error["at"]?.integer == at)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.hasPrefix("keytool: "))
  }

  @Test(arguments: [
    ("type2", "04e10c61da993c80ff480000e1100600fe" + String(repeating: "0", count: 94), "missing"),
    ("type2", "04e10c61da993c80ff480000e11006800303d00000fe", "hidden"),
    ("type3", "1004010005000000000f01000007" + "0031" + String(repeating: "0", count: 32), "interrupted"),
  ]) func aCardWithoutAMessageIsNoFault(type: String, hex: String, state: String) async throws {
    let result = try await keytool()("memory", "decode", "--type", type, "--hex", hex, "--json")
    #expect(result.exitCode == .done)
    let answer = try object(result.output)
    #expect(answer["ndef_hex"]?.isNull == true)
    #expect(answer["message"]?.string == state)
    #expect(answer["records"]?.array?.isEmpty == true)
  }

  /// The layout is good and what is in it is not NDEF: both are said.
  @Test func aMessageThatIsNoneIsShownAsItIs() async throws {
    let result = try await keytool()(
      "memory", "decode", "--type", "type2", "--hex", "04e10c61da993c80ff480000e11006000303aabbccfe", "--json")
    #expect(result.exitCode == .done)
    let answer = try object(result.output)
    #expect(answer["ndef_hex"]?.string == "aabbcc")
    #expect(answer["message_error"]?["kind"]?.string != nil)
  }

  @Test(arguments: [
    ["memory", "decode"], ["memory", "decode", "--type", "type4", "--hex", "00"],
    ["memory", "decode", "--hex", "00", "--cc", "00"], ["memory", "decode", "--lines", "--hex", "00"],
    ["memory", "decode", "--cc", "00", "--file", "E104"], ["memory", "decode", "--file", "E104=00", "--hex", "00"],
    ["memory", "decode", "--type", "type2", "--cc", "00"],
  ]) func aWrongUseIsSaid(arguments: [String]) async throws {
    let result = try await keytool().run(arguments)
    #expect(result.exitCode == .usage)
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}

@Suite struct OddMemoryTests {
  /// The header ROM of a Type 1 card comes along in lines.
  @Test func theHeaderROMIsRead() async throws {
    let small = try #require(Type1Card(uid: uid, isDynamic: false, holding: link())).memory
    let large = try #require(Type1Card(uid: uid, isDynamic: true, holding: link())).memory
    let lines = [
      #"{"type":"type1","hex":"\#(hex(small))","hr0":17}"#, #"{"type":"type1","hex":"\#(hex(large))","hr0":18}"#,
      #"{"type":"type1","hex":"\#(hex(large))","hr0":2}"#, #"{"type":"type1","hex":"\#(hex(large))","hr0":256}"#,
    ]
    let answers = try await keytool()("memory", "decode", "--lines", input: lines.joined(separator: "\n") + "\n").lines
      .map(object)
    #expect(try answers[..<2].allSatisfy { $0["ndef_hex"]?.string == hex(try link()) })
    #expect(answers[..<2].map { $0["chip"]?.string } == ["Topaz 96", "Topaz 512"])
    #expect(answers[2]["error"]?["kind"]?.string == "not-formatted")
    #expect(answers[3]["error"]?["kind"]?.string == "bad-memory")
  }

  /// What is known of a card without a layout is said, and formatting is advised only where it can work.
  @Test func aCardThatIsNotFormattedIsShown() async throws {
    let keytool = keytool()
    var memory = try #require(Type2Card(.ntag215, uid: uid)).memory
    memory.replaceSubrange(12..<16, with: [0, 0, 0, 0])
    try Files.replace(keytool.folder("blank.bin"), with: memory)
    let blank = try await keytool("memory", "decode", "blank.bin")
    #expect(blank.exitCode == .badData)
    #expect(blank.lines == ["NTAG215, UID 04:E1:0C:DA:99:3C:80", "formatted: no"])
    #expect(blank.errors.contains("keytool format makes it ready"))
    memory.replaceSubrange(10..<16, with: [0x0F, 0xE0, 0xF1, 0x10, 0xFF, 0xEE])
    try Files.replace(keytool.folder("figure.bin"), with: memory)
    let figure = try await keytool("memory", "decode", "figure.bin", "--json")
    let answer = try object(figure.output)
    #expect(answer["ok"]?.bool == false)
    #expect(answer["error"]?["kind"]?.string == "not-formatted")
    #expect(answer["chip"]?.string == "NTAG215")
    #expect(answer["formatted"]?.bool == false)
    #expect(answer["locked"]?.array?.isEmpty == false)
    #expect(!figure.errors.contains("makes it ready"))
    #expect(figure.errors.contains("use another card"))
  }

  @Test func aTextIsNotJudgedAsAMemory() async throws {
    let keytool = keytool()
    try Files.replace(keytool.folder("notes.txt"), with: Array("+ milk\n+ bread and 0011\n".utf8))
    for command in [["memory", "decode", "notes.txt", "--type", "classic"], ["ndef", "decode", "notes.txt"]] {
      let result = try await keytool.run(command)
      #expect(result.exitCode == .badData)
      #expect(result.errors.contains("a text file of unknown form"), "\(result.errors)")
      #expect(result.errors.contains("notes.txt, line 1"))
    }
  }

  /// A name says nothing, and a type that is asked for does not turn one card into another.
  @Test func aRenamedFileIsWhatItIs() async throws {
    let keytool = keytool()
    let classic = try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: link())).memory
    try Files.replace(keytool.folder("card.nfc"), with: classic)
    #expect(try object(await keytool("memory", "decode", "card.nfc", "--json").output)["type"]?.string == "classic")
    let pages = try stride(from: 0, to: 180, by: 4).map {
      "\"\($0 / 4)\":\"\(hex(Array(try ntag213()[$0..<$0 + 4])))\""
    }
    let proxmark = "{\"Created\":\"proxmark3\",\"FileType\":\"mfu\",\"blocks\":{\(pages.joined(separator: ","))}}"
    try Files.replace(keytool.folder("card.mfd"), with: Array(proxmark.utf8))
    let other = try await keytool("memory", "decode", "card.mfd", "--type", "classic")
    #expect(other.exitCode == .badData)
    #expect(other.errors.contains("a type2 card, not classic"))
    try Files.replace(keytool.folder("empty.mfd"), with: [])
    #expect(try await keytool("memory", "decode", "empty.mfd").errors.contains("the file is empty"))
    try Files.replace(keytool.folder("cut.bin"), with: Array(try ntag213()[..<30]))
    let cut = try await keytool("memory", "decode", "cut.bin")
    #expect(cut.exitCode == .badData)
    #expect(cut.errors.contains("cut short") && cut.errors.contains("offset 30"), "\(cut.errors)")
  }

  /// Where something unknown is found, the room is what writing would really use: a message goes behind it.
  @Test func theRoomBehindAnUnknownBlockIsWhatWritingUses() async throws {
    let memory = "04e10c61da993c80ff480000e1101200" + "0b04aabbccddfe" + String(repeating: "00", count: 137)
    let result = try await keytool()("memory", "decode", "--type", "type2", "--hex", memory, "--json")
    #expect(try object(result.output)["capacity"]?.integer == 144 - 6 - 2)
    #expect(try object(result.output)["message"]?.string == "missing")
  }
}

@Suite struct DumpFileTests {
  @Test func dumpsAreKnownByBothCommands() async throws {
    let keytool = keytool()
    let memory = try ntag213()
    let pages = stride(from: 0, to: memory.count, by: 4)
      .map {
        "Page \($0 / 4): \(memory[$0..<$0 + 4].map { HexText.text(of: [$0], uppercase: true) }.joined(separator: " "))"
      }
    let flipper = ["Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG213", "UID: 04 E1 0C DA 99 3C 80"]
    try Files.replace(keytool.folder("card.nfc"), with: Array((flipper + pages).joined(separator: "\n").utf8))
    try Files.replace(keytool.folder("card.bin"), with: memory)
    try Files.replace(keytool.folder("card.txt"), with: Array(hex(memory).utf8))
    let classic = try #require(ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: link())).memory
    try Files.replace(keytool.folder("card.mfd"), with: classic)
    for (name, type) in [("card.nfc", "type2"), ("card.bin", "type2"), ("card.mfd", "classic"), ("card.txt", "type2")] {
      let memory = try object(await keytool("memory", "decode", name, "--json").output)
      #expect(memory["type"]?.string == type, "\(name)")
      #expect(memory["ndef_hex"]?.string == hex(try link()), "\(name)")
      let message = try object(await keytool("ndef", "decode", name, "--json").output)
      #expect(message["canonical_hex"]?.string == hex(try link()), "\(name)")
      #expect(message["dump"]?["type"]?.string == type, "\(name)")
    }
    let words = try await keytool("ndef", "decode", "card.nfc")
    #expect(words.lines.first == "from a file of a Flipper Zero (type2)")
  }

  @Test func aDumpWithoutAMessageSaysSo() async throws {
    let keytool = keytool()
    var memory = try ntag213()
    memory.replaceSubrange(16..<28, with: [0xFE] + [UInt8](repeating: 0, count: 11))
    try Files.replace(keytool.folder("empty.bin"), with: memory)
    let result = try await keytool("ndef", "decode", "empty.bin")
    #expect(result.exitCode == .badData)
    #expect(result.errors.contains("formatted and empty"))
    try Files.replace(keytool.folder("other.bin"), with: [1, 2, 3, 4, 5])
    #expect(try await keytool("memory", "decode", "other.bin").exitCode == .badData)
    try Files.replace(
      keytool.folder("phone.nfc"), with: Array("Filetype: Flipper NFC device\nDevice type: ISO14443-4A\n".utf8))
    let phone = try await keytool("memory", "decode", "phone.nfc")
    #expect(phone.exitCode == .badData)
    #expect(phone.errors.contains("ISO14443-4A"))
  }
}
