import CommandShell
import FocusLinks
import KeytoolCommands
import NDEF
import TestSupport
import Testing

/// The folder `Tags/` of this repository.
private let tags =
  Repository.path("Tags")

@Suite struct CardsOfThisRepository {
  @Test func theBuiltPayloadsAreWhatTheDefinitionsGive() async throws {
    let result = try await Rehearsal(Keytool.program)("payload", "check", tags)
    #expect(result.exitCode == .done, "\(result.output)\(result.errors)")
    for name in ["start", "stop", "break", "resume", "focus-work", "focus-study", "focus-sleep", "poster", "android"] {
      #expect(result.lines.contains { line in line.contains("/\(name).ndef: same") })
    }
  }

  @Test func everyCardOpensARouteOfOursAndCarriesItFirst() throws {
    let table = RouteTable()
    for name in try Files.names(inFolder: tags) where name.hasSuffix(".ndef") {
      let octets = try Files.read("\(tags)/\(name)")
      let message = try NDEFMessage(decoding: octets)
      guard case .uri(let link) = message.records[0].content else {
        Issue.record("\(name) does not begin with a link, so that no iPhone opens it")
        continue
      }
      #expect(throws: Never.self) { try table.parse(link.uri) }
      for record in message.records {
        if case .malformed = record.content { Issue.record("\(name) has a malformed record") }
        // Android starts an app whose record appears first without the link.
        if case .androidApplication = record.content { #expect(record == message.records.last) }
      }
    }
  }
}

@Suite struct PayloadCommandTests {
  private let keytool = Rehearsal(Keytool.program)

  private func write(_ name: String, _ text: String) throws {
    try Files.makeFolder(keytool.folder("Cards"))
    try Files.replace(keytool.folder("Cards/\(name)"), with: Array(text.utf8))
  }

  @Test func buildThenCheck() async throws {
    try write("a.json5", "{ about: 'x', records: [{ uri: 'tel:1' }, { text: 'Hallo', lang: 'de' }] }")
    #expect(try await keytool("payload", "check", "Cards").lines == ["Cards/a.ndef: missing, 18 bytes"])
    #expect(try await keytool("payload", "check", "Cards").exitCode == .no)
    #expect(try await keytool("payload", "build", "Cards").lines == ["Cards/a.ndef: built, 18 bytes"])
    #expect(try await keytool("payload", "build", "Cards").lines == ["Cards/a.ndef: same, 18 bytes"])
    #expect(try await keytool("payload", "check", "Cards").exitCode == .done)
    #expect(
      try await keytool("payload", "check", "Cards", "--json").output == #"""
        {"ok":true,"orphans":[],"payloads":[{"about":"x","card":"a","file":"Cards/a.ndef",\#
        "hex":"9101025505315101085402646548616c6c6f","octets":18,"state":"same"}]}

        """#)
  }

  @Test func whatDiffersIsSaidWithItsPlace() async throws {
    let message = NDEFMessage([try URIRecord("tel:1").record]).encoded()
    for name in ["cut", "tlv", "nlen", "end", "other"] {
      try write("\(name).json5", "{ about: 'x', records: [{ uri: 'tel:1' }] }")
    }
    let files: [(String, [UInt8])] = [
      ("cut", Array(message.dropLast())), ("tlv", [3, 6] + message), ("nlen", [0, 6] + message),
      ("end", message + [0xFE]),
      ("other", NDEFMessage([try URIRecord("tel:2").record]).encoded()), ("stray", message),
    ]
    for (name, octets) in files { try Files.replace(keytool.folder("Cards/\(name).ndef"), with: octets) }
    let result = try await keytool("payload", "check", "Cards")
    #expect(result.exitCode == .no)
    #expect(
      result.lines == [
        "Cards/cut.ndef: differs, 6 bytes, from offset 5 on: the bytes end inside the payload: 2 needed, 1 there",
        "Cards/end.ndef: differs, 6 bytes, from offset 6 on: a terminator TLV (0xFE) follows the message; the message is the first 6 bytes",
        "Cards/nlen.ndef: differs, 6 bytes, from offset 0 on: the message still has its length (NLEN) in front; the message is the 6 bytes from offset 2 on",
        "Cards/other.ndef: differs, 6 bytes, from offset 5 on: it is another message",
        "Cards/tlv.ndef: differs, 6 bytes, from offset 0 on: the message is still inside its TLV (03 and a length); the message is the 6 bytes from offset 2 on",
        "Cards/stray.ndef: no definition",
      ])
  }

  @Test(arguments: [
    ("{ about: 'x', records: [{ urii: 'tel:1' }] }", "did you mean “uri”?: Cards/a.json5:1:27"),
    ("{ about: 'x', record: [] }", "did you mean “records”?"),
    ("{ about: 'x', records: [] }", "at least one record"),
    ("{ records: [{ uri: 'tel:1' }] }", "“about” is missing"),
    ("{ about: 'x', records: [{}] }", "a record needs one of"),
    ("{ about: 'x', records: [{ uri: 'a', text: 'b' }] }", "text does not go with uri"),
    ("{ about: 'x', records: [{ uri: 'a\\nb' }] }", "control character"),
    ("{ about: 'x', records: [{ text: 'a', lang: '' }] }", "no language"),
    ("{ about: 'x', records: [{ external: 'a:b', hex: '0' }] }", "do not pair up"),
    ("{ about: 'x', records: [{ poster: { uri: 'a', action: 'opne' } }] }", "did you mean “open”?"),
    ("{ about: 'x', fits: 'ntag312', records: [{ uri: 'a' }] }", "did you mean “ntag212”?"),
    (
      "{ about: 'x', fits: 'ultralight', records: [{ uri: 'https://focuskey.app/start?profile=work&minutes=500' }] }",
      "the message has 48 bytes; MIFARE Ultralight takes 46"
    ),
    ("{ about: 'x', records: [{ uri: 'a' }", "Cards/a.json5:1:37"),
  ])
  func aBadDefinitionIsRefusedBeforeAnythingIsWritten(text: String, part: String) async throws {
    try write("a.json5", text)
    try write("0.json5", "{ about: 'good', records: [{ uri: 'tel:1' }] }")
    for verb in ["build", "check"] {
      let result = try await keytool("payload", verb, "Cards")
      #expect(result.exitCode == .badData)
      #expect(result.errors.contains(part), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(!Files.exists(keytool.folder("Cards/0.ndef")))
  }

  @Test func everyKindOfRecordCanBeDefined() async throws {
    try write(
      "all.json5",
      """
      {
        about: "all there is",
        records: [
          { uri: "tel:1", id: "one" },
          { text: "Hi", utf16: true },
          { poster: { uri: "tel:2", titles: { en: "Two", de: "Zwei" }, action: "save", size: 5, media: "text/html" } },
          { media: "text/plain", text: "note" },
          { media: "a/b", hex: "00 ff" },
          { external: "Example.org:x", hex: "01" },
          { aar: "a.b" },
        ],
      }
      """)
    #expect(try await keytool("payload", "build", "Cards").exitCode == .done)
    let message = try NDEFMessage(decoding: Files.read(keytool.folder("Cards/all.ndef")))
    #expect(
      message.records.map(\.typeName) == ["U", "T", "Sp", "text/plain", "a/b", "example.org:x", "android.com:pkg"])
    #expect(message.records[0].id == Array("one".utf8))
    guard case .smartPoster(let poster) = message.records[2].content else { return #expect(Bool(false)) }
    #expect(poster.titles.map(\.language) == ["en", "de"])
    #expect(poster.action == .save)
    #expect(poster.size == 5)
    #expect(poster.mediaType == "text/html")
  }

  @Test func aFolderWithoutDefinitions() async throws {
    #expect(try await keytool("payload", "check", "nowhere").exitCode == .noInput)
    try Files.makeFolder(keytool.folder("Cards"))
    #expect(try await keytool("payload", "check", "Cards").exitCode == .noInput)
  }
}
