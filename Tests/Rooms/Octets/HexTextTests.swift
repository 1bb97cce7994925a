import Octets
import Testing

@Suite struct HexTextTests {
  @Test(arguments: ["d1010c5504", "D1 01 0C 55 04", "d1:01:0c:55:04", "0xD1010C5504", "d1-01\n0c 55\t04\n"])
  func theFormsThatPeopleCopyAreRead(text: String) throws {
    #expect(try HexText.octets(of: text) == [0xD1, 0x01, 0x0C, 0x55, 0x04])
  }

  @Test func whatIsPrintedIsReadBack() throws {
    let all = (0...255).map { UInt8($0) }
    #expect(try HexText.octets(of: HexText.text(of: all)) == all)
    #expect(try HexText.octets(of: HexText.text(of: all, uppercase: true)) == all)
    #expect(HexText.text(of: [0xAB, 0x0C]) == "ab0c")
    #expect(HexText.text(of: [0xAB, 0x0C], uppercase: true) == "AB0C")
  }

  @Test func aFaultSaysWhere() {
    #expect(throws: HexError.notADigit("g", offset: 3)) { try HexText.octets(of: "d1 g1") }
    #expect(throws: HexError.notADigit("é", offset: 2)) { try HexText.octets(of: "d1é1") }
    #expect(throws: HexError.halfAnOctet(digits: 3)) { try HexText.octets(of: "d1 0") }
  }
}
