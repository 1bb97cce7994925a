import ConnectionNames
import Testing

@Suite struct ClientHelloTests {
  func name(_ octets: [UInt8]) -> String? {
    guard case .hello(let hello) = ClientHello.read(octets) else { return nil }
    return hello.serverName.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theNameIsFoundBehindALongKey() {
    #expect(name(HelloMaker().octets) == "m.social.example")
  }

  @Test(arguments: [1, 2, 5, 100, 700])
  func aHelloMayBeCutIntoRecords(length: Int) {
    var maker = HelloMaker()
    maker.recordLength = length
    #expect(name(maker.octets) == "m.social.example")
  }

  @Test func everyBeginningAsksForMore() {
    var maker = HelloMaker()
    maker.recordLength = 200
    let octets = maker.octets
    for count in 0..<octets.count {
      #expect(ClientHello.read(Array(octets[..<count])) == .needsMore, "\(count) of \(octets.count)")
    }
    #expect(name(octets + [23, 3, 3, 0, 1, 0]) == "m.social.example")
  }

  @Test func aHelloWithoutANameSaysSo() {
    var maker = HelloMaker()
    maker.serverNames = nil
    guard case .hello(let hello) = ClientHello.read(maker.octets) else { return #expect(Bool(false)) }
    #expect(hello.serverName == nil)
  }

  @Test func anEncryptedHelloInsideIsNoticed() {
    var maker = HelloMaker()
    maker.after = [(0xfe0d, [0, 0, 1])]
    guard case .hello(let hello) = ClientHello.read(maker.octets) else { return #expect(Bool(false)) }
    #expect(hello.carriesEncryptedHello)
  }

  @Test func whatIsAmbiguousIsBroken() {
    var twice = HelloMaker()
    twice.serverNames = [(0, Array("a.example".utf8)), (0, Array("b.example".utf8))]
    var lists = HelloMaker()
    lists.after = [(0, [0, 4, 0, 0, 1, 97])]
    var empty = HelloMaker()
    empty.serverNames = []
    // The record goes on behind the hello, with another one.
    let first = HelloMaker().octets
    let second = first.dropFirst(5)
    let length = first.count - 5 + second.count
    let joined = first[..<3] + HelloMaker.two(length) + first.dropFirst(5) + second
    for octets in [twice.octets, lists.octets, empty.octets, Array(joined)] {
      guard case .malformed = ClientHello.read(octets) else {
        Issue.record("read as \(ClientHello.read(octets))")
        continue
      }
    }
  }

  @Test func aHelloWithEarlyContentSaysSo() {
    var maker = HelloMaker()
    maker.after = [(42, [])]
    guard case .hello(let hello) = ClientHello.read(maker.octets) else { return #expect(Bool(false)) }
    #expect(hello.offersEarlyData)
  }

  @Test(arguments: [
    Array("GET / HTTP/1.1\r\n".utf8), Array("SSH-2.0-x\r\n".utf8), [23, 3, 3, 0, 1], [22, 2], [22, 3, 1, 0, 4, 2],
  ])
  func whatIsNotTLSIsLeftAlone(octets: [UInt8]) {
    #expect(ClientHello.read(octets) == .notTLS)
  }

  @Test(
    arguments: [
      ([22, 3, 1, 0, 0], 3), ([22, 3, 1, 0x40, 1, 1], 3), ([22, 3, 1, 0, 4, 1, 0xFF, 0, 0], 6),
      ([22, 3, 1, 0, 1, 1, 23, 3, 3, 0, 1], 6),
    ] as [([UInt8], Int)])
  func aLengthThatCannotBeIsNotWaitedFor(octets: [UInt8], at: Int) {
    #expect(ClientHello.read(octets) == .malformed(at: at))
  }

  @Test func noChangeOfASingleOctetTroublesIt() {
    let octets = HelloMaker(before: []).octets
    for index in octets.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = octets
        changed[index] = value
        _ = ClientHello.read(changed)
      }
    }
  }
}
