import CommandShell
import KeytoolCommands
import TestSupport
import Testing

private func keytool() -> Rehearsal { Rehearsal(Keytool.program) }

private let card = "d101205504666f6375736b65792e6170702f73746172743f70726f66696c653d776f726b"

@Suite struct NDEFDecodeTests {
  @Test func aCardAsJSON() async throws {
    let result = try await keytool()("ndef", "decode", "--hex", card, "--json")
    #expect(result.exitCode == .done)
    #expect(
      result.output == #"""
        {"canonical_hex":"\#(card)","ok":true,"records":[{"id_hex":"","kind":"uri",\#
        "payload_hex":"\#(card.dropFirst(8))","tnf":1,"type":"U","type_hex":"55",\#
        "uri":"https://focuskey.app/start?profile=work"}]}

        """#)
  }

  @Test func aCardForPeople() async throws {
    let result = try await keytool()("ndef", "decode", "--hex", card)
    #expect(result.lines == ["1  uri  https://focuskey.app/start?profile=work", "36 bytes"])
  }

  @Test func fromAFileAsOctetsOrAsDigitsAndFromStandardInput() async throws {
    let keytool = keytool()
    let octets: [UInt8] = [0xD1, 0x01, 0x02, 0x55, 0x05, 0x31]
    try Files.replace(keytool.folder("octets"), with: octets)
    try Files.replace(keytool.folder("digits"), with: Array("D1 01 02\n55:05:31\n".utf8))
    let expected = ["1  uri  tel:1", "6 bytes"]
    #expect(try await keytool("ndef", "decode", "octets").lines == expected)
    #expect(try await keytool("ndef", "decode", "digits").lines == expected)
    #expect(try await keytool.run(["ndef", "decode", "-"], input: octets).lines == expected)
  }

  /// A payload file with something left in that belongs to the card.
  @Test(
    arguments: [
      ([0x03, 0x06], [], "tlv-left-in", 0), ([0x03, 0x06], [0xFE], "tlv-left-in", 0),
      ([0x00, 0x06], [], "length-left-in", 0),
      ([], [0xFE], "terminator-left-in", 6),
    ] as [([UInt8], [UInt8], String, Int64)])
  func wrappingLeftInAFile(front: [UInt8], back: [UInt8], kind: String, offset: Int64) async throws {
    let keytool = keytool()
    try Files.replace(keytool.folder("card.ndef"), with: front + [0xD1, 0x01, 0x02, 0x55, 0x05, 0x31] + back)
    let result = try await keytool("ndef", "decode", "card.ndef", "--json")
    #expect(result.exitCode == .badData)
    let members = try JSONItem(JSONDocument(result.output).root).members("ok", "error")
    let error = try members.required("error").members("kind", "message", "at")
    #expect(try error.required("kind").string() == kind)
    #expect(try error.required("at").integer() == offset)
  }

  /// What people hand in by mistake, and the line that they get.
  @Test(arguments: [
    ("d10102550531f", "keytool: 13 hex digits do not pair up: offset 6: the last byte is only half there"),
    ("d1x1", "keytool: 'x' is not a hex digit: offset 2: give each byte as two of 0-9 and a-f"),
    (
      "d101025505",
      "keytool: the bytes end inside the payload: 2 needed, 1 there: offset 4: the message is cut short; copy it whole"
    ),
    (
      "0306d10102550531fe",
      "keytool: the message is still inside its TLV (03 and a length): offset 0: the message is the 6 bytes from offset 2 on"
    ),
    (
      "0103a00c340306d10102550531fe0000",
      "keytool: the message is still inside its TLV (03 and a length): offset 0: the message is the 6 bytes from offset 7 on"
    ),
    (
      "03ff0006d10102550531",
      "keytool: the message is still inside its TLV (03 and a length): offset 0: the message is the 6 bytes from offset 4 on"
    ),
    (
      "0006d10102550531",
      "keytool: the message still has its length (NLEN) in front: offset 0: the message is the 6 bytes from offset 2 on"
    ),
    (
      "00000006d10102550531",
      "keytool: the message still has its length (NLEN) in front: offset 0: the message is the 6 bytes from offset 4 on"
    ),
    (
      "d10102550531fe0000",
      "keytool: a terminator TLV (0xFE) follows the message: offset 6: the message is the first 6 bytes"
    ),
    (
      "d10102550531fe01",
      "keytool: 2 bytes follow the record that ends the message: offset 6: cut them off, or read with --lenient"
    ),
    (
      "",
      "keytool: there are no bytes, and a message has at least one record: offset 0: give at least one record; 'nothing' is d00000"
    ),
  ])
  func mistakes(hex: String, line: String) async throws {
    let result = try await keytool()("ndef", "decode", "--hex", hex)
    #expect(result.exitCode == .badData)
    #expect(result.output.isEmpty)
    #expect(result.errors == line + "\n")
  }

  @Test func anErrorAsJSONHasKindAndOffset() async throws {
    let result = try await keytool()("ndef", "decode", "--json", "--hex", "d101025505")
    #expect(result.exitCode == .badData)
    let error = try JSONItem(JSONDocument(result.output).root).members("ok", "error").required("error")
    let members = try error.members("kind", "message", "at")
    #expect(try members.required("kind").string() == "cut-payload")
    #expect(try members.required("at").integer() == 4)
  }

  @Test func oneBadLineDoesNotEndTheWork() async throws {
    let result = try await keytool()("ndef", "decode", "--lines", input: "d000 00\nzz\nd1\n\n\(card)\r\nd10102550531")
    #expect(result.exitCode == .done)
    #expect(result.lines.count == 6)
    #expect(result.lines[0].hasPrefix(#"{"canonical_hex":"d00000","ok":true"#))
    #expect(result.lines[1].hasPrefix(#"{"error":{"at":0,"kind":"not-hex""#))
    #expect(result.lines[2].hasPrefix(#"{"error":{"at":1,"kind":"cut-header""#))
    #expect(result.lines[3].hasPrefix(#"{"error":{"at":0,"kind":"no-octets""#))
    #expect(result.lines[4].contains(#""uri":"https://focuskey.app/start?profile=work""#))
    #expect(result.lines[5].contains(#""uri":"tel:1""#))
  }

  @Test func lenientSaysWhatItPassedOver() async throws {
    let result = try await keytool()("ndef", "decode", "--lenient", "--json", "--hex", "510102550531fe")
    #expect(result.exitCode == .done)
    #expect(result.output.contains(#""at":0,"kind":"no-message-begin""#))
    #expect(result.output.contains(#""at":6,"kind":"octets-behind-the-end""#))
    #expect(result.output.contains(#""uri":"tel:1""#))
  }

  @Test func aDiscardedURIShowsWhyAndSpoilsNothing() async throws {
    let result = try await keytool()("ndef", "decode", "--json", "--hex", "9101035504610a510102550531")
    #expect(result.exitCode == .done)
    #expect(result.output.contains(#""kind":"malformed","of":"uri""#))
    #expect(result.output.contains(#""reason":{"at":2,"kind":"control-character""#))
    #expect(result.output.contains(#""uri":"tel:1""#))
  }

  @Test func strangersCannotDriveTheTerminal() async throws {
    let result = try await keytool()("ndef", "decode", "--hex", "d10107" + "5402656e1b5b324a")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func usage() async throws {
    for arguments in [
      ["ndef", "decode"], ["ndef", "decode", "--hex", "00", "file"], ["ndef", "decode", "--lines", "file"],
    ] {
      #expect(try await keytool().run(arguments).exitCode == .usage)
    }
    #expect(try await keytool()("ndef", "decode", "nowhere").exitCode == .noInput)
  }
}

@Suite struct NDEFEncodeTests {
  @Test(arguments: [
    (["--uri", "https://focuskey.app/start?profile=work"], card),
    (["--text", "Hi"], "d101055402656e4869"),
    (["--text", "Hi", "--lang", "de"], "d10105540264654869"),
    (["--lang", "de", "--text", "Hi"], "d10105540264654869"),
    (["--text", "Hi", "--utf16"], "d101095482656efeff00480069"),
    (
      ["--uri", "tel:1", "--text", "a", "--text", "b", "--lang", "fr"],
      "910102550531" + "1101045402656e61" + "51010454026672" + "62"
    ),
    (["--uri", "tel:1", "--aar", "a.b"], "910102550531" + "540f03616e64726f69642e636f6d3a706b67612e62"),
    (["--aar", "a.b", "--uri", "tel:1"], "940f03616e64726f69642e636f6d3a706b67612e62" + "510102550531"),
    (["--raw", "2,text/plain,6869"], "d20a02746578742f706c61696e6869"),
    (["--raw", "0,,"], "d00000"), (["--raw", "5,,00ff"], "d5000200ff"),
    (["--raw", "4,example.org:a,b,", "--hex"], "d40f00" + "6578616d706c652e6f72673a612c62"),
    (["--uri", ""], "d101015500"),
  ])
  func records(arguments: [String], hex: String) async throws {
    let result = try await keytool().run(["ndef", "encode"] + arguments)
    #expect(result.errors.isEmpty)
    #expect(result.output == hex + "\n")
  }

  @Test func intoAFile() async throws {
    let keytool = keytool()
    let result = try await keytool("ndef", "encode", "--uri", "tel:1", "--out", "a.ndef", "--json")
    #expect(result.output == #"{"file":"a.ndef","hex":"d10102550531","ok":true}"# + "\n")
    #expect(try Files.read(keytool.folder("a.ndef")) == [0xD1, 0x01, 0x02, 0x55, 0x05, 0x31])
  }

  @Test(arguments: [
    (["--uri", "a\nb"], ExitCode.badData), (["--text", "a", "--lang", ""], .badData), (["--aar", ""], .badData),
    (["--raw", "1,U,0"], .badData), (["--raw", "1,,00"], .badData), (["--raw", "6,,00"], .badData),
    (["--raw", "7,,00"], .badData),
    (["--raw", "9,U,00"], .usage), (["--raw", "1,U"], .usage), ([], .usage), (["--lang", "de"], .usage),
    (["--text", "a", "--lang", "de", "--lang", "en", "--lang", "fr"], .usage), (["--lines", "--uri", "a"], .usage),
    (["--uri", "a", "--hex", "--out", "f"], .usage), (["--uri", "a", "--out", "no/such/folder"], .noInput),
  ])
  func refusals(arguments: [String], code: ExitCode) async throws {
    let result = try await keytool().run(["ndef", "encode"] + arguments)
    #expect(result.exitCode == code)
    #expect(result.errors.hasPrefix("keytool: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func lines() async throws {
    let input = """
      {"uri":"tel:1"}
      {"text":"Hi"}
      {"text":"Hi","lang":"de","utf16":true}
      {"uri":"tel:1","text":"a"}
      {"url":"tel:1"}
      {"uri":"a\\nb"}
      nonsense
      """
    let lines = try await keytool()("ndef", "encode", "--lines", input: input).lines
    #expect(lines[0] == #"{"hex":"d10102550531","ok":true}"#)
    #expect(lines[1] == #"{"hex":"d101055402656e4869","ok":true}"#)
    #expect(lines[2] == #"{"hex":"d1010954826465feff00480069","ok":true}"#)
    #expect(lines[3].contains(#""kind":"bad-record""#))
    #expect(lines[4].contains("did you mean “uri”?"))
    #expect(lines[5].contains(#""at":1,"kind":"control-character""#))
    #expect(lines[6].contains(#""kind":"not-json""#))
    #expect(lines.count == 7)
  }

  @Test func whatIsEncodedIsDecoded() async throws {
    let hex = try await keytool()("ndef", "encode", "--uri", "https://a.b/ä", "--text", "日本", "--lang", "ja").lines[0]
    let decoded = try await keytool()("ndef", "decode", "--json", "--hex", hex)
    #expect(decoded.output.contains(#""canonical_hex":"\#(hex)""#))
    #expect(decoded.output.contains(#""uri":"https://a.b/ä""#))
    #expect(decoded.output.contains(#""lang":"ja""#))
    #expect(decoded.output.contains(#""text":"日本""#))
  }
}
