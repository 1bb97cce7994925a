import SiteAssociation
import Testing

/// Files that come in a wrapper: a mark, another encoding, a signature.
@Suite struct WrappingTests {
  static let json = Array(FindingTableTests.sound.utf8)

  private func kinds(_ file: [UInt8]) -> [AssociationFindingKind] {
    AssociationReport(reading: file).findings.map(\.kind)
  }

  @Test func utf16IsReadWithAndWithoutItsMark() {
    let units = Array(FindingTableTests.sound.replacing("/a", with: "/😀").utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for file in [[0xFE, 0xFF] + big, [0xFF, 0xFE] + little, big, little] {
      #expect(kinds(file) == [.fileUTF16, .patternUnencodedNonASCII])
    }
    #expect(kinds([0xFF, 0xFE]) == [.fileUTF16, .fileEmpty])
    #expect(kinds([0xFF, 0xFE, 0x7B]) == [.fileNotJSON])
  }

  /// Signing tools write lengths in both ways, and contents in one piece or several.
  @Test func aSignedFileIsUnwrapped() {
    let half = Self.json.count / 2
    let pieces = BER.element(0x04, Array(Self.json[..<half])) + BER.element(0x04, Array(Self.json[half...]))
    let contents = [
      BER.element(0x04, Self.json), BER.element(0x24, pieces), BER.indefinite(0x24, pieces),
      BER.indefinite(0x24, BER.indefinite(0x24, pieces)),
    ]
    for content in contents {
      #expect(kinds(BER.signed(content)) == [.fileCMSSigned])
      #expect(kinds(BER.signedIndefinitely(content)) == [.fileCMSSigned])
    }
    #expect(kinds(BER.signed(BER.element(0x04, [0xEF, 0xBB, 0xBF] + Self.json))) == [.fileCMSSigned, .fileBOM])
  }

  @Test func aWrapperThatIsCutOrTwistedIsNoJSON() {
    let whole = BER.signed(BER.element(0x04, Self.json))
    for length in 2..<whole.count - 20 { #expect(kinds(Array(whole[..<length])) == [.fileNotJSON]) }
    for index in 0..<40 {
      var twisted = whole
      twisted[index] ^= 0x55
      _ = kinds(twisted)
    }
    let deep = (0..<2_000).reduce(BER.element(0x04, Self.json)) { inner, _ in BER.indefinite(0x24, inner) }
    #expect(kinds(BER.signed(deep)) == [.fileNotJSON])
  }
}

/// Writes the wrapper, the other way around than the product reads it.
private enum BER {
  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let count = contents.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
      }
    return [tag] + length + contents
  }

  static func indefinite(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] { [tag, 0x80] + contents + [0, 0] }

  static let signedData: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  static let data: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
  static let algorithms: [UInt8] = [0x31, 4, 0x30, 2, 0x06, 0]
  static let signers: [UInt8] = [0x31, 2, 0x30, 0]

  static func signed(_ content: [UInt8]) -> [UInt8] {
    let inner = element(0x30, data + element(0xA0, content))
    return element(0x30, signedData + element(0xA0, element(0x30, [2, 1, 1] + algorithms + inner + signers)))
  }

  static func signedIndefinitely(_ content: [UInt8]) -> [UInt8] {
    let inner = indefinite(0x30, data + indefinite(0xA0, content))
    return indefinite(0x30, signedData + indefinite(0xA0, indefinite(0x30, [2, 1, 1] + algorithms + inner + signers)))
  }
}
