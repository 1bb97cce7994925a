import ConnectionNames
import Testing

/// The hello that is judged is the one that the server reads.
@Suite struct FirstFlightTests {
  let maker = PacketMaker()
  let hello = HelloMaker().octets
  static let name = Destination(.name(Array("m.social.example".utf8)))

  @Test func urgentContentIsRefused() {
    for isIPv6 in [false, true] {
      var maker = PacketMaker(isIPv6: isIPv6)
      var listener = Listener(opening: maker)
      maker.urgent = true
      #expect(listener.see(maker.packet(hello, sequence: 1)) == .refused)
      #expect(listener.names.count == 0)
    }
  }

  /// Content that a router or the server throws away, while the program sends other content for it.
  @Test func contentThatDoesNotArriveIsRefused() {
    // A signature of TCP-MD5, one of TCP-AO behind an empty option, a route by IP.
    let marks: [(inout PacketMaker) -> Void] = [
      { $0.hops = 1 }, { $0.hops = 63 }, { $0.options = [19, 18] + [UInt8](repeating: 7, count: 18) },
      { $0.options = [1, 29, 4, 1, 1, 0, 0, 0] }, { $0.options4 = [131, 7, 4, 198, 51, 100, 9, 0] },
    ]
    for mark in marks {
      var listener = Listener()
      var forged = maker
      mark(&forged)
      #expect(listener.see(forged.packet(hello, sequence: 1)) == .refused)
      // All of a connection's packets may be like that, and arrive.
      listener = Listener(opening: forged)
      #expect(listener.see(forged.packet(hello, sequence: 1)) == .heard([Self.name], isOver: false))
    }
  }

  @Test func whatIsSentAgainSaysTheSame() {
    var other = HelloMaker()
    other.serverNames = [(0, Array("x.social.example".utf8))]
    for (first, again) in [(hello, other.octets), (Array("SSH-2.0-x y\r\n".utf8), hello)] {
      var listener = Listener()
      _ = listener.see(maker.packet(first, sequence: 1))
      #expect(listener.see(maker.packet(first, sequence: 1)) == .undecided)
      #expect(listener.see(maker.packet(first[5...] + [1], sequence: 6)) == .undecided)
      #expect(listener.see(maker.packet(again, sequence: 1)) == .refused)
    }
    // Also where it was not read yet, because what belongs in front of it is missing.
    var listener = Listener()
    #expect(listener.see(maker.packet(hello[20..<40], sequence: 21)) == .undecided)
    #expect(listener.see(maker.packet([UInt8](repeating: 0, count: 20), sequence: 31)) == .refused)
  }

  /// Once the server has answered, it is another connection's business what is sent again.
  @Test func anAnsweredFlightIsNotCompared() {
    var listener = Listener()
    _ = listener.see(maker.packet(Array("SSH-2.0-x\r\n".utf8), sequence: 1))
    #expect(listener.see(maker.packet([], sequence: 12, flags: 16)) == .undecided)
    #expect(listener.see(maker.packet([], sequence: 12, flags: 16, expecting: 540)) == .heard([], isOver: true))
    #expect(listener.names.size == 0)
  }

  /// A client that only sends is let go as soon as what it said first must have arrived.
  @Test func aSenderWithoutAnAnswerIsLetGo() {
    var listener = Listener()
    let block = [UInt8](repeating: 200, count: 1400)
    var sequence: UInt32 = 1
    var findings: [ConnectionNames.Finding] = []
    while findings.last != .heard([], isOver: true), findings.count < 200 {
      findings.append(listener.see(maker.packet(block, sequence: sequence)))
      sequence += 1400
    }
    #expect(findings.first == .heard([Destination(.other)], isOver: false))
    #expect(findings.dropFirst().dropLast().allSatisfy { $0 == .undecided })
    #expect((64_000...80_000).contains(findings.count * 1400))
  }

  @Test func anAnswerToHalfAHelloIsNoAnswer() {
    for (words, what) in [(hello, NamedDestination.broken), (Array("hello there".utf8), .other)] {
      var listener = Listener()
      #expect(listener.see(maker.packet(words[..<9], sequence: 1)) == .undecided)
      #expect(
        listener.see(maker.packet([], sequence: 10, flags: 16, expecting: 507))
          == .heard([Destination(what)], isOver: true))
    }
  }

  @Test func theEndOfHalfARequestIsItsEnd() {
    let ends: [([UInt8], NamedDestination)] = [
      (Array("GET / HTTP/1.1\r\nHost: social.example".utf8), .name(Array("social.example".utf8))),
      (Array("one line".utf8), .other), (Array(hello[..<60]), .broken),
    ]
    for (words, what) in ends {
      var listener = Listener()
      #expect(listener.see(maker.packet(words, sequence: 1)) == .undecided)
      let end = maker.packet([], sequence: UInt32(1 + words.count), flags: PacketMaker.finish)
      guard case .heard(let found, _) = listener.see(end) else { return #expect(Bool(false)) }
      #expect(found == [Destination(what)])
    }
  }

  /// The packet that goes on is the one that was read.
  @Test(arguments: [false, true], [1, 2, 1301])
  func aPacketIsSealedAsItWasRead(isIPv6: Bool, count: Int) throws {
    let maker = PacketMaker(isIPv6: isIPv6)
    let octets = maker.octets(hello.prefix(count), sequence: 1, flags: 0x18, expecting: 9)
    let sealed = try #require(TCPPacket(octets)?.sealed(octets))
    let transport = isIPv6 ? 40 : 20
    let addresses = isIPv6 ? sealed[8..<40] : sealed[12..<20]
    // With its own checksum the sum over all is all ones (RFC 1071 1).
    var words = Array(addresses) + [0, 6] + HelloMaker.two(sealed.count - transport) + sealed[transport...]
    if words.count % 2 == 1 { words.append(0) }
    var sum = stride(from: 0, to: words.count, by: 2).reduce(0) { $0 + Int(words[$1]) << 8 + Int(words[$1 + 1]) }
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    #expect(sum == 0xFFFF)
    #expect(Array(sealed[..<transport]) == Array(octets[..<transport]))
    #expect(TCPPacket(sealed)?.payload.elementsEqual(hello.prefix(count)) == true)
  }

  @Test func whatCountsIsTold() {
    var listener = Listener()
    _ = listener.see(maker.packet([], sequence: 1, flags: 16))
    #expect(!listener.names.countsLast)
    let head = Array("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3000\r\n\r\n".utf8)
    _ = listener.see(maker.packet(head, sequence: 1))
    #expect(listener.names.countsLast)
    _ = listener.see(maker.packet([UInt8](repeating: 1, count: 2999), sequence: 1 + UInt32(head.count)))
    #expect(!listener.names.countsLast)
    // The last octet of a body, and what is behind it.
    _ = listener.see(maker.packet([1, 71, 69, 84], sequence: 3000 + UInt32(head.count)))
    #expect(listener.names.countsLast)
  }
}
