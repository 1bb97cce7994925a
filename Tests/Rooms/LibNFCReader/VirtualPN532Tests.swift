import Octets
import RealParts
import TestSupport
import Testing

/// The virtual chip speaks as NXP's manual and libnfc's traces say. The frames were observed between libnfc 1.8 and a
/// chip.
@Suite(.realParts) struct VirtualPN532Tests {
  static let dialogue = [
    ("00 00 FF 03 FD D4 14 01 17 00", "00 00 FF 02 FE D5 15 16 00"),
    ("00 00 FF 02 FE D4 02 2A 00", "00 00 FF 06 FA D5 03 32 01 06 07 E8 00"),
    (
      "00 00 FF 04 FC D4 4A 01 00 E1 00",
      "00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 11 22 33 44 55 66 2A 00"
    ),
    (
      "00 00 FF 06 FA D4 60 FF 01 20 10 9C 00",
      "00 00 FF 11 EF D5 61 01 10 0C 01 00 44 00 07 04 11 22 33 44 55 66 F8 00"
    ),
  ]

  @Test(arguments: dialogue)
  func framesAreAsObserved(command: String, answer: String) throws {
    var chip = PN532Chip()
    _ = chip.put([card(number: 0x11)])
    // Wake-up octets come before the first frame.
    var arrived = [0x55, 0x55] + [UInt8](repeating: 0, count: 14) + (try HexText.octets(of: command))
    guard case .command(let octets)? = PN532Frame.take(from: &arrived) else {
      Issue.record("no command")
      return
    }
    // The postamble, which is noise before the next frame.
    #expect(arrived == [0x00])
    guard case .answer(let data) = chip.react(to: octets) else {
      Issue.record("no answer")
      return
    }
    #expect(HexText.text(of: PN532Frame.answer(data)) == HexText.text(of: try HexText.octets(of: answer)))
  }

  @Test func longAnswersTakeTheLongFrame() {
    let frame = PN532Frame.answer([0x41, 0x00] + [UInt8](repeating: 0xAB, count: 258))
    #expect(Array(frame.prefix(9)) == [0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x01, 0x05, 0xFA, 0xD5])
    #expect(frame.dropFirst(8).dropLast(1).reduce(0, &+) == 0)
  }

  @Test func spoiltCommandsAreNotHeard() throws {
    var arrived = try HexText.octets(
      of: "00 00 FF 03 FD D4 14 02 17 00 00 00 FF 00 FF 00 00 00 FF 02 FE D4 02 2A 00 00")
    #expect(PN532Frame.take(from: &arrived) == .acknowledge)
    #expect(PN532Frame.take(from: &arrived) == .command([0x02]))
    #expect(PN532Frame.take(from: &arrived) == nil)
  }
}
