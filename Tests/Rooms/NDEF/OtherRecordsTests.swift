import NDEF
import Octets
import Testing

@Suite struct OtherRecordsTests {
  private func content(_ format: TypeNameFormat, _ type: String, _ hex: String) throws -> RecordContent {
    try NDEFRecord(format, type: Array(type.utf8), payload: HexText.octets(of: hex)).content
  }

  @Test func kindsByTheirType() throws {
    #expect(NDEFRecord.empty.content == .empty)
    #expect(try NDEFRecord(.unknown, payload: [1]).content == .unknown)
    #expect(try NDEFRecord(.reserved, payload: [1]).content == .unknown)
    #expect(try content(.absoluteURI, "https://a", "00") == .absoluteURI("https://a"))
    #expect(try content(.media, "text/vcard", "00") == .media(type: "text/vcard"))
    #expect(try content(.external, "a.example:b", "00") == .external(type: "a.example:b"))
    #expect(try content(.wellKnown, "u", "00") == .wellKnown(type: "u"))
    #expect(try content(.wellKnown, "act", "00") == .wellKnown(type: "act"))
    // Types of the forum are compared octet by octet.
    #expect(try content(.wellKnown, "SP", "00") == .wellKnown(type: "SP"))
    #expect(try NDEFRecord(.media, type: [0xFF, 0x2F]).content == .media(type: "\u{FFFD}/"))
  }

  @Test func androidApplications() throws {
    let record = try AndroidApplication("app.focuskey").record
    #expect(record.content == .androidApplication(try AndroidApplication("app.focuskey")))
    // Android compares the type octet by octet, though external types are elsewhere compared without regard to case.
    #expect(try content(.external, "Android.com:pkg", "61") == .external(type: "Android.com:pkg"))
    #expect(
      try content(.external, "android.com:pkg", "") == .malformed(.androidApplication, PayloadError(.emptyName, at: 0)))
    #expect(
      try content(.external, "android.com:pkg", "ff") == .malformed(.androidApplication, PayloadError(.notUTF8, at: 0)))
  }

  @Test func externalTypesAreWrittenInLowerCase() throws {
    #expect(try ExternalRecord("Example.ORG:Type", payload: [1]).record.typeName == "example.org:type")
    #expect(throws: PayloadError.self) { try ExternalRecord("", payload: []) }
    #expect(throws: PayloadError.self) { try ExternalRecord("a b:c", payload: []) }
    #expect(throws: PayloadError.self) { try ExternalRecord("ä:c", payload: []) }
  }

  @Test func handoverSelect() throws {
    let carrier = "d1 02 04 6163 01 01 30 00"
    guard case .handover(let handover) = try content(.wellKnown, "Hs", "15" + carrier) else {
      return #expect(Bool(false))
    }
    #expect(handover.role == .select)
    #expect(handover.version == 0x15)
    #expect(handover.carriers.map(\.reference) == [[0x30]])
    #expect(handover.carriers.map(\.power) == [.active])
    #expect(handover.carriers.map(\.auxiliary) == [[]])
    guard case .handover(let none) = try content(.wellKnown, "Hs", "12") else { return #expect(Bool(false)) }
    #expect(none.carriers.isEmpty)
    guard case .handover(let empty) = try content(.wellKnown, "Hs", "12 d00000") else { return #expect(Bool(false)) }
    #expect(empty.carriers.isEmpty)
  }

  @Test func handoverRequestAndRefusal() throws {
    let request = "12 91 02 02 6372 1234 51 02 06 6163 00 01 31 01 01 32"
    guard case .handover(let handover) = try content(.wellKnown, "Hr", request) else { return #expect(Bool(false)) }
    #expect(handover.collision == 0x1234)
    #expect(handover.carriers.first?.auxiliary == [[0x32]])
    guard case .handover(let refused) = try content(.wellKnown, "Hs", "12 d1 03 02 657272 01 ff") else {
      return #expect(Bool(false))
    }
    #expect(refused.refusal?.reason == 1)
    #expect(refused.refusal?.data == [0xFF])
  }

  @Test(arguments: [
    ("Hs", "", PayloadError(.cut(needs: 1, has: 0), at: 0)),
    ("Hs", "22 d00000", PayloadError(.version(0x22), at: 0)),
    ("Hr", "12 d1", PayloadError(.innerMessage(.cut(.typeLength, needs: 1, has: 0)), at: 2)),
    ("Hs", "12 d1 02 01 6163 01", PayloadError(.cut(needs: 1, has: 0), at: 7)),
    ("Hs", "12 d1 02 02 6163 01 05", PayloadError(.cut(needs: 5, has: 0), at: 8)),
    ("Hm", "12 d1 02 01 6372 01", PayloadError(.cut(needs: 2, has: 1), at: 6)),
  ])
  func malformedHandovers(type: String, hex: String, fault: PayloadError) throws {
    #expect(try content(.wellKnown, type, hex) == .malformed(.handover, fault))
  }

  @Test func wiFiNetworks() throws {
    let credential =
      "1026 0001 01  1045 0004 486f6d65  1003 0002 0020  100f 0002 0008  1027 0004 70617373  1020 0006 ffffffffffff"
    let octets = try HexText.octets(of: credential)
    let whole = "100e 00" + HexText.text(of: [UInt8(octets.count)]) + credential + "1049 0006 00372a000120"
    guard case .wiFi(let wiFi) = try content(.media, "application/vnd.wfa.wsc", whole) else {
      return #expect(Bool(false))
    }
    let network = try #require(wiFi.credentials.first)
    #expect(network.networkName == Array("Home".utf8))
    #expect(network.authentication == 0x20)
    #expect(network.encryption == 8)
    #expect(network.key == Array("pass".utf8))
    #expect(network.station == [UInt8](repeating: 0xFF, count: 6))
    #expect(try content(.media, "Application/VND.wfa.wsc", "") == .wiFi(try WiFiConfiguration(decoding: [])))
  }

  @Test(arguments: [
    ("10", PayloadError(.cut(needs: 2, has: 1), at: 0)),
    ("100e 0005 00", PayloadError(.cut(needs: 5, has: 1), at: 4)),
    ("100e 0004 1027 0000", PayloadError(.missing("network name"), at: 4)),
    ("100e 0005 1003 0001 00", PayloadError(.wrongLength(of: "authentication", must: 2, is: 1), at: 8)),
    ("100e 0005 1045 0002 41", PayloadError(.cut(needs: 2, has: 1), at: 8)),
  ])
  func malformedWiFi(hex: String, fault: PayloadError) throws {
    #expect(try content(.media, "application/vnd.wfa.wsc", hex) == .malformed(.wiFi, fault))
  }

  @Test func classicBluetooth() throws {
    let hex = "0f00 665544332211 06 09 4465736b31 0000"
    let count = try HexText.octets(of: hex).count
    let good = HexText.text(of: [UInt8(count)]) + hex.dropFirst(2)
    guard case .bluetooth(let device) = try content(.media, "application/vnd.bluetooth.ep.oob", good) else {
      return #expect(Bool(false))
    }
    #expect(device.address == [0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    #expect(device.name == "Desk1")
    #expect(
      try content(.media, "application/vnd.bluetooth.ep.oob", "0900 665544332211")
        == .malformed(.bluetooth, PayloadError(.wrongTotal(says: 9, is: 8), at: 0)))
    #expect(
      try content(.media, "application/vnd.bluetooth.ep.oob", "0a00 665544332211 05 09")
        == .malformed(.bluetooth, PayloadError(.cut(needs: 4, has: 0), at: 10)))
  }

  @Test func lowEnergyBluetooth() throws {
    let hex = "08 1b 665544332211 01  02 1c 02  05 09 4465736b"
    guard case .bluetoothLowEnergy(let device) = try content(.media, "application/vnd.bluetooth.le.oob", hex) else {
      return #expect(Bool(false))
    }
    #expect(device.address == [0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    #expect(device.addressType == 1)
    #expect(device.role == 2)
    #expect(device.name == "Desk")
    #expect(
      try content(.media, "application/vnd.bluetooth.le.oob", "03 1b 0000")
        == .malformed(.bluetoothLowEnergy, PayloadError(.wrongLength(of: "device address", must: 7, is: 2), at: 0)))
  }

  @Test func signatures() throws {
    guard case .signature(let marker) = try content(.wellKnown, "Sig", "20 00 02 0000 00") else {
      return #expect(Bool(false))
    }
    #expect(marker.version == 0x20)
    #expect(marker.certificates.isEmpty)
    guard case .signature(let signed) = try content(.wellKnown, "Sig", "20 04 02 0002 abcd 01 0001 ee") else {
      return #expect(Bool(false))
    }
    #expect(signed.signature == [0xAB, 0xCD])
    #expect(signed.certificates == [[0xEE]])
    guard case .signature(let old) = try content(.wellKnown, "Sig", "01 02 0002 abcd 00") else {
      Issue.record("the first version is not read")
      return
    }
    #expect(old.isOlderVersion && old.signature == [0xAB, 0xCD] && old.algorithm == 2)
    #expect(!signed.isOlderVersion)
    #expect(try content(.wellKnown, "Sig", "10") == .malformed(.signature, PayloadError(.version(0x10), at: 0)))
    #expect(
      try content(.wellKnown, "Sig", "20 04 02 0002 ab")
        == .malformed(.signature, PayloadError(.cut(needs: 2, has: 1), at: 5)))
  }

  @Test func deviceInformation() throws {
    guard case .deviceInformation(let device) = try content(.wellKnown, "Di", "00 02 4143 01 01 58 04 01 31") else {
      return #expect(Bool(false))
    }
    #expect(device.text(0) == "AC")
    #expect(device.text(1) == "X")
    #expect(device.text(4) == "1")
    #expect(device.text(2) == nil)
    #expect(
      try content(.wellKnown, "Di", "00 01 41")
        == .malformed(.deviceInformation, PayloadError(.missing("model"), at: 0)))
    #expect(
      try content(.wellKnown, "Di", "03 01 00")
        == .malformed(.deviceInformation, PayloadError(.wrongLength(of: "UUID", must: 16, is: 1), at: 1)))
  }
}

@Suite struct FaultWordsTests {
  /// One fault of each cause; a new cause does not compile here before it is added.
  private func all() -> [PayloadError.Cause] {
    let first: PayloadError.Cause = .cut(needs: 2, has: 1)
    switch first {
    case .cut, .notUTF8, .controlCharacter, .noLanguage, .languageNotASCII, .halfACodeUnit, .lonelySurrogate,
      .emptyName,
      .nameNotASCII, .tooLong, .innerMessage, .noURI, .severalURIs, .sameLanguageTwice, .wrongLength, .version,
      .wrongTotal, .missing:
      return [
        first, .notUTF8, .controlCharacter(10), .noLanguage, .languageNotASCII, .halfACodeUnit, .lonelySurrogate,
        .emptyName,
        .nameNotASCII(32), .tooLong("type", atMost: 255, is: 256), .innerMessage(.noOctets), .noURI, .severalURIs(2),
        .sameLanguageTwice("en"), .wrongLength(of: "size", must: 4, is: 3), .version(0x22), .wrongTotal(says: 1, is: 2),
        .missing("model"),
      ]
    }
  }

  @Test func everyFaultHasAKindOfItsOwnAndAClause() {
    let faults = all().map { cause in PayloadError(cause, at: 0) }
    #expect(Set(faults.map(\.kind)).count == faults.count)
    for fault in faults {
      #expect(fault.kind.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
      #expect(fault.description.count > 12)
      #expect(!fault.description.hasSuffix("."))
    }
  }
}
