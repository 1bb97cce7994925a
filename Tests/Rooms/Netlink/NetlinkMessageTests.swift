import Netlink
import Testing

@Suite struct NetlinkMessageTests {
  @Test func whatIsWrittenIsReadBack() {
    var message = NetlinkMessage(type: 77, flags: 5, sequence: 9, header: [1, 0, 0, 0])
    message.add(1, text: "focuskey")
    message.add(2, number: 0x0102_0304)
    message.nest(3) { $0.add(1, [0xAA]) }
    #expect(message.octets.count % 4 == 0)
    let replies = NetlinkReply.messages(in: message.octets + message.octets)
    #expect(replies.count == 2)
    for reply in replies {
      #expect(reply.type == 77 && reply.flags == 5 && reply.sequence == 9 && reply.errorNumber == nil)
      let attributes = reply.attributes(behind: 4)
      #expect(attributes.map(\.kind) == [1, 2, 3])
      #expect(Array(attributes[0].content) == Array("focuskey".utf8) + [0])
      #expect(number(attributes[1].content) == 0x0102_0304)
      // The length of a nested attribute is its own; the padding inside counts, the one behind does not.
      #expect(attributes[2].content.count == 8)
    }
  }

  @Test func aLengthThatLiesEndsTheReading() {
    let good = NetlinkMessage(type: 1, flags: 0, sequence: 0, header: []).octets
    for length in [0, 15, 17, 255] as [UInt8] {
      var bad = good
      bad[0] = length
      #expect(NetlinkReply.messages(in: bad).isEmpty)
    }
    for count in 0..<good.count { #expect(NetlinkReply.messages(in: Array(good[..<count])).isEmpty) }
  }

  @Test func anErrorCarriesTheKernelsNumber() {
    let refused = NetlinkMessage(type: 2, flags: 0, sequence: 3, header: nativeOctets(Int32(-17)))
    #expect(NetlinkReply.messages(in: refused.octets).first?.errorNumber == 17)
  }

  @Test(arguments: [(UInt32(0x0A0B_0C0D), 4), (0x0000_0C0D, 2), (0x0D, 1)] as [(UInt32, Int)])
  func numbersOfThisMachineAreReadInItsOrder(value: UInt32, octets: Int) {
    let written =
      UInt32(bigEndian: 1) == 1 ? Array(nativeOctets(value).suffix(octets)) : Array(nativeOctets(value).prefix(octets))
    #expect(native(written[...]) == value)
  }
}
