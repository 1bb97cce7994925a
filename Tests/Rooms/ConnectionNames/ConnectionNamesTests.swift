import ConnectionNames
import Testing

@Suite struct ConnectionNamesTests {
  static let name = Destination(.name(Array("m.social.example".utf8)))
  /// A name behind which the server may still want the hello once more.
  let named = ConnectionNames.Finding.heard([name], isOver: false)
  /// Nothing more can be heard, of what was found already.
  static let over = ConnectionNames.Finding.heard([], isOver: true)

  /// A packet as on the wire; checksums are left out, because nobody here asks for them.
  static func packet(
    _ payload: some Collection<UInt8>, sequence: UInt32, flags: UInt8 = 0x18, port: UInt16 = 40_000,
    acknowledging: UInt32 = 0, isIPv6: Bool = false
  ) -> [UInt8] {
    var tcp: [UInt8] = HelloMaker.two(Int(port)) + HelloMaker.two(443)
    tcp += HelloMaker.two(Int(sequence >> 16)) + HelloMaker.two(Int(sequence & 0xFFFF))
    tcp += HelloMaker.two(Int(acknowledging >> 16)) + HelloMaker.two(Int(acknowledging & 0xFFFF))
    tcp += [0x60, flags, 0xFF, 0xFF, 0, 0, 0, 0, 1, 1, 1, 0] + payload
    if isIPv6 {
      // A hop-by-hop header comes between, as it may.
      let hop: [UInt8] = [6, 0, 1, 4, 0, 0, 0, 0]
      return [0x60, 0, 0, 0] + HelloMaker.two(hop.count + tcp.count) + [0, 64] + [UInt8](repeating: 1, count: 16)
        + [UInt8](repeating: 2, count: 16) + hop + tcp
    }
    return [0x45, 0] + HelloMaker.two(20 + tcp.count) + [0, 0, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1, 198, 51, 100, 1] + tcp
  }

  static func see(
    _ names: inout ConnectionNames, _ octets: [UInt8], at now: UInt64 = 0, isWeb: Bool = false
  ) throws -> ConnectionNames.Finding {
    names.see(try #require(TCPPacket(octets)), at: now, isWeb: isWeb)
  }

  @Test(arguments: [false, true], [1, 7, 100, 5000])
  func aHelloInPiecesIsNamedByItsLastPiece(isIPv6: Bool, size: Int) throws {
    let hello = HelloMaker().octets
    var names = ConnectionNames()
    // The numbers run over their end on the way.
    let first = UInt32.max - 20
    #expect(try Self.see(&names, Self.packet([], sequence: first &- 1, flags: 2, isIPv6: isIPv6)) == .undecided)
    #expect(try Self.see(&names, Self.packet([], sequence: first, flags: 16, isIPv6: isIPv6)) == .undecided)
    var findings: [ConnectionNames.Finding] = []
    for start in stride(from: 0, to: hello.count, by: size) {
      let piece = hello[start..<min(start + size, hello.count)]
      findings.append(try Self.see(&names, Self.packet(piece, sequence: first &+ UInt32(start), isIPv6: isIPv6)))
    }
    #expect(findings.last == named)
    #expect(findings.dropLast().allSatisfy { $0 == .undecided })
    // Decided is the connection once its server has answered, and what is said then is not a second hello.
    let end = first &+ UInt32(hello.count)
    let answer = Self.packet([], sequence: end, flags: 16, acknowledging: 900, isIPv6: isIPv6)
    #expect(try Self.see(&names, answer) == .undecided)
    let next = Self.packet(DestinationReaderTests.finished, sequence: end, acknowledging: 900, isIPv6: isIPv6)
    #expect(try Self.see(&names, next) == Self.over)
    #expect(names.count == 0)
    #expect(names.size == 0)
  }

  @Test func piecesMayComeInAnyOrderAndTwice() throws {
    var chance = SystemRandomNumberGenerator()
    let hello = HelloMaker().octets
    for _ in 0..<100 {
      var names = ConnectionNames()
      _ = try Self.see(&names, Self.packet([], sequence: 99, flags: 2))
      var pieces: [(Int, [UInt8])] = []
      for start in stride(from: 0, to: hello.count, by: 64) {
        let piece = (start, Array(hello[start..<min(start + Int.random(in: 64...200, using: &chance), hello.count)]))
        pieces += [piece, piece]
      }
      pieces.shuffle(using: &chance)
      var found: ConnectionNames.Finding = .undecided
      for (start, piece) in pieces where found == .undecided {
        found = try Self.see(&names, Self.packet(piece, sequence: 100 + UInt32(start)))
      }
      #expect(found == named)
    }
  }

  @Test func aLaterPacketDoesNotRewriteAnEarlierOne() throws {
    var flight = FirstFlight(firstSequence: 100)
    flight.add([1, 2, 3], sequence: 100)
    flight.add([9, 9, 9, 9], sequence: 100)
    flight.add([7, 7], sequence: 98)
    #expect(flight.octets == [1, 2, 3, 9])
  }

  @Test func aServerThatTalksFirstIsLetGo() throws {
    var names = ConnectionNames()
    _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2))
    var finding: ConnectionNames.Finding = .undecided
    for turn in 0..<40 as Range<UInt32> where finding == .undecided {
      finding = try Self.see(&names, Self.packet([], sequence: 1, flags: 16, acknowledging: turn))
    }
    #expect(finding == .heard([Destination(.other)], isOver: true))
    _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2, port: 2))
    let words = "SSH-2.0-x\r\n".utf8
    #expect(
      try Self.see(&names, Self.packet(words, sequence: 1, port: 2)) == .heard([Destination(.other)], isOver: false))
    #expect(
      try Self.see(&names, Self.packet([1, 2], sequence: 12, port: 2, acknowledging: 9)) == Self.over)
  }

  /// Packets without content decide nothing where the server is silent, and on the web nothing at all.
  @Test func silenceDecidesNothing() throws {
    for isWeb in [false, true] {
      var names = ConnectionNames()
      _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2))
      for turn in 0..<100 as Range<UInt32> {
        let kept = Self.packet([], sequence: 0, flags: 16, acknowledging: isWeb ? turn : 7)
        #expect(try Self.see(&names, kept, isWeb: isWeb) == .undecided)
      }
      let hello = Self.packet(HelloMaker().octets, sequence: 1, acknowledging: isWeb ? 99 : 7)
      #expect(try Self.see(&names, hello, isWeb: isWeb) == named)
    }
  }

  /// What may follow a hello that went by unseen: the acknowledgement of its answer, or encrypted content at once.
  @Test(arguments: [[], [20, 3, 3, 0, 1, 1, 23, 3, 3]] as [[UInt8]])
  func aBeginningThatWentByIsMissed(next: [UInt8]) throws {
    var names = ConnectionNames()
    let first = UInt32.max - 20
    _ = try Self.see(&names, Self.packet([], sequence: first &- 1, flags: 2))
    _ = try Self.see(&names, Self.packet([], sequence: first, flags: 16, acknowledging: 900))
    #expect(try Self.see(&names, Self.packet(next, sequence: first &+ 517, flags: 16, acknowledging: 1000)) == .unheard)
    #expect(names.count == 0)
  }

  @Test func aPieceThatWentByIsMissed() throws {
    var names = ConnectionNames()
    _ = try Self.see(&names, Self.packet([], sequence: 99, flags: 2))
    #expect(try Self.see(&names, Self.packet(HelloMaker().octets[..<50], sequence: 100)) == .undecided)
    #expect(try Self.see(&names, Self.packet([], sequence: 100 + 517, flags: 16)) == .unheard)
  }

  @Test func theMiddleOfAConnectionTellsNothingButAName() throws {
    var names = ConnectionNames()
    let request = Array("GET / HTTP/1.1\r\nHost: m.social.example\r\n\r\n".utf8)
    #expect(try Self.see(&names, Self.packet(request, sequence: 7)) == .heard([Self.name], isOver: false))
    #expect(try Self.see(&names, Self.packet([], sequence: 7, flags: 17, acknowledging: 5)) == Self.over)
    #expect(try Self.see(&names, Self.packet(HelloMaker().octets, sequence: 7)) == named)
    names = ConnectionNames()
    #expect(try Self.see(&names, Self.packet([23, 3, 3, 0, 9], sequence: 7)) == .unheard)
    #expect(try Self.see(&names, Self.packet([22, 3, 3, 0, 0, 1], sequence: 7)) == .unheard)
    #expect(try Self.see(&names, Self.packet([], sequence: 7, flags: 17)) == .unheard)
  }

  @Test func whoOnlyListensIsMissedToo() throws {
    var names = ConnectionNames()
    var finding: ConnectionNames.Finding = .undecided
    for turn in 0..<40 as Range<UInt32> where finding == .undecided {
      finding = try Self.see(&names, Self.packet([], sequence: 1, flags: 16, acknowledging: turn))
    }
    #expect(finding == .unheard)
    // One that was forgotten before it spoke is named by what it says then.
    names = ConnectionNames(capacity: 1)
    for port in [1, 2] as [UInt16] { _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2, port: port)) }
    _ = try Self.see(&names, Self.packet([], sequence: 1, flags: 16, port: 1))
    #expect(
      try Self.see(&names, Self.packet(HelloMaker().octets, sequence: 1, port: 1))
        == named)
  }

  @Test func theTableIsBounded() throws {
    var names = ConnectionNames(capacity: 16)
    for port in 1...200 { _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2, port: UInt16(port))) }
    #expect(names.count == 16)
  }

  @Test func whatIsNoWholePacketIsNone() {
    let good = Self.packet([1, 2, 3], sequence: 5)
    for count in 0..<40 { #expect(TCPPacket(Array(good[..<count])) == nil) }
    var udp = good
    udp[9] = 17
    var fragment = good
    fragment[7] = 5
    #expect(TCPPacket(udp) == nil)
    #expect(TCPPacket(fragment) == nil)
    #expect(TCPPacket([]) == nil)
  }

  /// A connection that is kept alive asks for one thing after another, whatever comes between.
  @Test func eachRequestOfAConnectionIsHeard() throws {
    var names = ConnectionNames()
    _ = try Self.see(&names, Self.packet([], sequence: 0, flags: 2))
    var sequence: UInt32 = 1
    for host in ["a.example", "b.example", "a.example"] {
      let request = Array("GET / HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 3\r\n\r\nabc".utf8)
      let found = try Self.see(&names, Self.packet(request, sequence: sequence, acknowledging: sequence * 7))
      #expect(found == .heard([Destination(.name(Array(host.utf8)))], isOver: false))
      sequence += UInt32(request.count)
      // The answer comes, in many packets, each of which is acknowledged.
      for _ in 0..<100 {
        #expect(try Self.see(&names, Self.packet([], sequence: sequence, flags: 16)) == .undecided)
      }
    }
    // Octets that went by unseen leave what was heard before.
    #expect(try Self.see(&names, Self.packet([1], sequence: sequence + 9, acknowledging: 9)) == .unheard)
    #expect(names.count == 0)
  }

  @Test func aPathThatJoinsAnotherIsRefused() {
    // Multipath TCP (RFC 8684 3): kind 30, the length, and the subtype in the upper half of the third octet.
    func options(_ subtype: UInt8) -> [UInt8] { [30, 4, subtype << 4, 0] }
    var first = Listener(opening: PacketMaker(options: options(0)))
    #expect(first.see(PacketMaker(options: options(2)).packet(Array("GET / HT".utf8), sequence: 1)) == .undecided)
    var joining = ConnectionNames()
    #expect(joining.see(PacketMaker(options: options(1)).opening, at: 0, isWeb: true) == .refused)
    // The opening of a path that the kernel makes is nobody's; what follows is its program's.
    let part = PacketMaker(port: 40_001, options: options(2)).packet(Array("Host: x".utf8), sequence: 9)
    #expect(joining.see(part, at: 0, isWeb: false) == .refused)
    #expect(joining.count == 0)
  }
}
