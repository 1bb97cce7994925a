import ConnectionNames
import Testing

/// First flights in the shapes that real clients give them, made here, and what is done to them on the way.
///
/// Whatever is done, what comes of it is one of three: the name is heard, the connection is refused, or it is let go
/// because the server has answered without a name. None stays open without a verdict for ever.
@Suite struct FlightCorpusTests {
  static let site = Array("m.social.example".utf8)
  static let heard = Destination(.name(site))

  /// A client's shape: what it says in front of the name and behind it, and how long its records are.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var maker = HelloMaker()

    init(_ name: String, before: [(kind: Int, size: Int)], after: [(kind: Int, size: Int)] = [], record: Int = 1 << 14)
    {
      testDescription = name
      maker.before = before.map { ($0.kind, [UInt8](repeating: UInt8($0.size & 0x7F), count: $0.size)) }
      maker.after = after.map { ($0.kind, [UInt8](repeating: 3, count: $0.size)) }
      maker.recordLength = record
    }
  }

  static let shapes = [
    // A browser with a post-quantum key, empty extensions of no meaning around, a shell of another hello.
    Shape(
      "browser, shuffled", before: [(0x0a0a, 0), (45, 2), (51, 1263), (17613, 5), (13, 18), (0xfe0d, 218)],
      after: [(16, 14), (43, 7), (35, 0), (18, 0), (27, 3), (0x1a1a, 1)]),
    Shape("browser, name first", before: [], after: [(23, 0), (10, 16), (51, 107), (0xfe0d, 281), (28, 2), (41, 300)]),
    Shape("browser, resumed, early content", before: [(23, 0), (10, 16)], after: [(42, 0), (45, 2), (41, 250)]),
    Shape("older browser, padded", before: [(23, 0)], after: [(13, 22), (5, 5), (11, 2), (21, 190)]),
    Shape("command line", before: [], after: [(11, 4), (10, 22), (22, 0), (23, 0), (13, 42), (43, 5), (51, 38)]),
    Shape("another library", before: [(22, 0), (23, 0), (5, 5)], after: [(0xff01, 1), (10, 22), (28, 2)]),
    Shape("runtime of a language", before: [(5, 5)], after: [(10, 10), (13, 26), (16, 11), (18, 0), (51, 38)]),
    Shape("small device", before: [], after: [(10, 4)]),
    Shape("records of 1", before: [(13, 40)], record: 1), Shape("records of 511", before: [(51, 1263)], record: 511),
    Shape("40 KB", before: [(9999, 40_000)]), Shape("60 KB", before: [(9999, 30_000), (9998, 30_000)], record: 4000),
  ]

  static let requests = [
    "GET / HTTP/1.1\r\nHost: m.social.example\r\nUser-Agent: x\r\nAccept: */*\r\n\r\n",
    "POST /a?b=c HTTP/1.1\r\nUser-Agent: x\r\nCookie: \(String(repeating: "c", count: 9000))\r\nhost:m.social.example\r\n\r\n",
    "GET http://m.social.example/ HTTP/1.1\r\nHost: m.social.example\r\nProxy-Connection: keep-alive\r\n\r\n",
    "HEAD / HTTP/1.0\nHost: m.social.example\n\n", "M-SEARCH /x HTTP/1.1\r\nHost: m.social.example:8080\r\n\r\n",
    "CONNECT m.social.example:443 HTTP/1.1\r\nHost: m.social.example:443\r\n\r\n",
  ]

  static let flights: [[UInt8]] = shapes.map(\.maker.octets) + requests.map { Array($0.utf8) }

  /// What is heard of a flight, packet for packet, up to the first verdict.
  static func verdict(
    of pieces: [(start: Int, octets: [UInt8])], _ listener: inout Listener, maker: PacketMaker = PacketMaker()
  ) -> ConnectionNames.Finding {
    for piece in pieces {
      let finding = listener.see(maker.packet(piece.octets, sequence: 1 &+ UInt32(piece.start)))
      if finding != .undecided { return finding }
    }
    return .undecided
  }

  static func pieces(of flight: [UInt8], _ size: Int) -> [(start: Int, octets: [UInt8])] {
    stride(from: 0, to: flight.count, by: size).map { ($0, Array(flight[$0..<min($0 + size, flight.count)])) }
  }

  static func names(_ finding: ConnectionNames.Finding) -> Bool {
    if case .heard(let found, _) = finding { found.contains { $0.what == heard.what } } else { false }
  }

  @Test(arguments: [1, 2, 3, 17, 536, 1460, 100_000])
  func theNameIsHeardHoweverTheFlightIsCut(size: Int) {
    for (index, flight) in Self.flights.enumerated() where flight.count / size <= ConnectionNames.mostPackets {
      var listener = Listener()
      let finding = Self.verdict(of: Self.pieces(of: flight, size), &listener)
      #expect(Self.names(finding), "flight \(index): \(finding)")
    }
  }

  @Test func theNameIsHeardInAnyOrderAndTwice() {
    var chance = SystemRandomNumberGenerator()
    for (index, flight) in Self.flights.enumerated() {
      for _ in 0..<8 {
        var listener = Listener()
        // No more than 64 pieces wait for what belongs in front of them.
        let size = max(flight.count / 25, 7)
        var pieces = Self.pieces(of: flight, size) + Self.pieces(of: flight, size + 3)
        pieces.shuffle(using: &chance)
        let finding = Self.verdict(of: pieces, &listener)
        #expect(Self.names(finding), "flight \(index): \(finding)")
      }
    }
  }

  /// One octet of what comes again is another one.
  @Test func whatComesAgainOtherwiseIsRefused() {
    for (index, flight) in Self.flights.enumerated() {
      for place in [0, 5, flight.count / 2, flight.count - 1] {
        var listener = Listener()
        let finding = Self.verdict(of: [(0, flight)], &listener)
        #expect(Self.names(finding))
        var again = flight
        again[place] ^= 1
        let second = Self.verdict(of: [(0, flight), (0, again)], &listener)
        #expect(second == .refused, "flight \(index), octet \(place): \(second)")
      }
    }
  }

  /// Cut off at any place: refused when its time is over, when too many packets came, or when the client ends it.
  @Test func aFlightThatIsNeverWholeDoesNotStay() {
    for (index, flight) in Self.flights.enumerated() {
      let cuts = stride(from: 1, to: flight.count, by: max(1, flight.count / 30))
      for cut in cuts {
        let part = [(start: 0, octets: Array(flight[..<cut]))]
        var listener = Listener()
        #expect(Self.verdict(of: part, &listener) == .undecided, "flight \(index) at \(cut)")
        listener.now = ConnectionNames.longestBeginning + 1
        let probe = PacketMaker().packet([], sequence: UInt32(cut), flags: 16)
        let late = listener.names.count == 0 ? .refused : listener.see(probe)
        #expect(late == .refused || late == .undecided && listener.names.takeCutShort().count == 1)

        listener = Listener()
        _ = Self.verdict(of: part, &listener)
        let end = listener.see(PacketMaker().packet([], sequence: 1 + UInt32(cut), flags: PacketMaker.finish))
        guard case .heard(let found, _) = end else {
          Issue.record("flight \(index) at \(cut): \(end)")
          continue
        }
        // A head that ends with its connection names what it named so far.
        #expect(flight[0] != 22 || found == [Destination(.broken)])
      }
    }
  }

  @Test func aHelloThatIsTooLongIsRefused() {
    let flight = Shape("", before: [(1, 40_000), (2, 40_000)]).maker.octets
    var listener = Listener()
    guard case .heard(let found, _) = Self.verdict(of: Self.pieces(of: flight, 1460), &listener) else {
      return #expect(Bool(false))
    }
    #expect(found == [Destination(.broken)])
  }
}
