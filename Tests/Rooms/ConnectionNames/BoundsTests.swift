import ConnectionNames
import TestSupport
import Testing

/// What a table costs is the same before a flood and behind it, and nobody waits in it for ever.
@Suite struct BoundsTests {
  static let part = Array(HelloMaker().octets[..<100])

  /// A round of connections as programs have them: some opened and reset, some that end, some that stay unfinished.
  static func flood(_ listener: inout Listener, count: Int) {
    for turn in 0..<count {
      let maker = PacketMaker(port: UInt16(1 + turn % 60_000))
      _ = listener.see(maker.opening)
      for place in 0..<8 as Range<UInt32> {
        _ = listener.see(maker.packet(part[Int(place)..<Int(place + 1)], sequence: 1 + place))
      }
      if turn % 2 == 0 { _ = listener.see(maker.packet([], sequence: 9, flags: PacketMaker.reset)) }
    }
  }

  /// How long a round of connections takes.
  static func cost(_ listener: inout Listener) -> Duration {
    work {
      for port in 60_001..<60_101 {
        let maker = PacketMaker(port: UInt16(port))
        _ = listener.see(maker.opening)
        _ = listener.see(maker.packet(part, sequence: 1))
        _ = listener.see(maker.packet([], sequence: 101, flags: PacketMaker.reset))
      }
    }
  }

  @Test func aFloodCostsNothingAfterwards() {
    // Until the table is full, it grows.
    var (before, after) = (Listener(), Listener())
    Self.flood(&before, count: 3000)
    for _ in 0..<4 { Self.flood(&after, count: 3000) }
    // Each at its fastest, and in turn: a computer that is slower for a while is so for both.
    var costs = (before: Self.cost(&before), after: Self.cost(&after))
    for _ in 1..<40 {
      costs.before = min(costs.before, Self.cost(&before))
      costs.after = min(costs.after, Self.cost(&after))
    }
    #expect(costs.after < costs.before * 1.2, "\(costs)")
    #expect(Double(after.names.size) < Double(before.names.size) * 1.2)
    #expect(after.names.count <= 512)
  }

  /// Every octet is looked at once: a hello in pieces of one octet, with a record for each.
  @Test func aLongHelloCostsAsMuchAsItIsLong() {
    func time(_ count: Int) -> Duration {
      var maker = HelloMaker(before: [(43, [UInt8](repeating: 7, count: count))])
      maker.recordLength = 1
      let octets = maker.octets
      var listener = Listener()
      let packets = PacketMaker()
      return work {
        for start in stride(from: 0, to: octets.count, by: 64) {
          let piece = octets[start..<min(start + 64, octets.count)]
          _ = listener.see(packets.packet(piece, sequence: 1 + UInt32(start)))
        }
      }
    }
    let times = (0..<7).map { _ in (time(2000), time(20_000)) }
    let (short, long) = (times.map(\.0).min()!, times.map(\.1).min()!)
    // Ten times as long; a hundred times, if each piece meant reading from the beginning.
    #expect(long < short * 25, "\(short) and \(long)")
  }

  @Test func aResetForgets() {
    var listener = Listener()
    _ = listener.see(PacketMaker().packet(Self.part, sequence: 1))
    #expect(listener.names.count == 1 && listener.names.size > 0)
    #expect(listener.see(PacketMaker().packet([], sequence: 101, flags: PacketMaker.reset)) == .undecided)
    #expect(listener.names.count == 0 && listener.names.size == 0)
  }

  @Test func whatIsSilentIsForgotten() {
    var listener = Listener()
    _ = listener.see(PacketMaker(port: 2).opening)
    _ = listener.see(PacketMaker(port: 2).packet(Self.part, sequence: 1))
    let resting = PacketMaker(port: 5)
    _ = listener.see(resting.opening)
    _ = listener.see(resting.packet("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8, sequence: 1))
    listener.now = ConnectionNames.longestBeginning
    _ = listener.see(PacketMaker(port: 3).opening)
    #expect(listener.names.count == 4)
    listener.now = ConnectionNames.longestBeginning + 1
    _ = listener.see(PacketMaker(port: 4).opening)
    #expect(listener.names.count == 3)
    // In the middle of its words it is ended.
    #expect(listener.names.takeCutShort().map(\.sourcePort) == [2])
    #expect(listener.names.takeCutShort().isEmpty)
    // Where one request was, another one may come, until it is too long ago.
    listener.now = ConnectionNames.longestRest + 1
    listener.names.tidy(at: listener.now)
    #expect(listener.names.count == 0 && listener.names.size == 0)
  }

  @Test func whatNeverComesToItsPointIsRefused() {
    let maker = PacketMaker()
    var listener = Listener()
    #expect(listener.see(maker.packet(Self.part[..<9], sequence: 1)) == .undecided)
    listener.now = ConnectionNames.longestBeginning
    #expect(listener.see(maker.packet(Self.part[9..<20], sequence: 10)) == .undecided)
    listener.now += 1
    #expect(listener.see(maker.packet([], sequence: 21, flags: 16)) == .refused)
    #expect(listener.names.count == 0)
    // In as many packets as nobody needs.
    var long = HelloMaker(before: [(43, [UInt8](repeating: 7, count: 6000))])
    long.recordLength = 1 << 14
    listener = Listener()
    var finding: ConnectionNames.Finding = .undecided
    var count = 0
    for (place, octet) in long.octets.enumerated() where finding == .undecided {
      finding = listener.see(maker.packet([octet], sequence: 1 + UInt32(place)))
      count += 1
    }
    #expect(finding == .refused)
    #expect(count == ConnectionNames.mostPackets + 1)
  }

  /// A connection that asks for one thing after another may rest as long as it likes in between.
  @Test func restIsNoDelay() {
    let maker = PacketMaker()
    var listener = Listener()
    let request = Array("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
    _ = listener.see(maker.packet(request, sequence: 1))
    listener.now = ConnectionNames.longestRest - 1
    #expect(
      listener.see(maker.packet(request, sequence: 1 + UInt32(request.count), expecting: 900))
        == .heard([Destination(.name(Array("a.example".utf8)))], isOver: false))
  }

  @Test func theOctetsOfAPersonAreBounded() {
    var listener = Listener()
    let text = [UInt8](repeating: 0x47, count: 8000)
    for port in 1...300 {
      let maker = PacketMaker(port: UInt16(port))
      _ = listener.see(maker.opening)
      _ = listener.see(maker.packet(Array("GET /".utf8) + text + text, sequence: 1))
      #expect(listener.names.size <= ConnectionNames.mostOctets)
    }
    #expect(listener.names.size > ConnectionNames.mostOctets / 2)
  }
}
