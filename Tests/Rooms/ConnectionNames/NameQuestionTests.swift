import ConnectionNames
import Testing

/// Questions for names as programs ask them, and as nobody should.
@Suite struct NameQuestionTests {
  private func read(_ octets: [UInt8]) -> NameQuestion? { NameQuestion(octets[...]) }

  @Test func readsTypeAndName() throws {
    var maker = QuestionMaker()
    maker.name = "WWW.Social.Example"
    let question = try #require(read(maker.octets))
    #expect(question.type == 65 && question.name == Array("www.social.example".utf8))
    maker.name = ""
    maker.isExtended = false
    #expect(try #require(read(maker.octets)).name.isEmpty)
    maker.name = Array(repeating: String(repeating: "a", count: 61), count: 4).joined(separator: ".")
    #expect(try #require(read(maker.octets)).name.count == maker.name.utf8.count)
  }

  @Test func answersWithTheQuestionAndNothing() throws {
    let maker = QuestionMaker()
    let answer = try #require(read(maker.octets)).answer(.nothing)
    #expect(Array(answer[..<12]) == [0x12, 0x34, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 1])
    #expect(answer[12...].starts(with: maker.question))
    #expect(Array(answer[(12 + maker.question.count)...]) == [0, 0, 41, 4, 0xD0, 0, 0, 0x80, 0, 0, 0])
  }

  @Test func tellsThatThereIsNoName() throws {
    var maker = QuestionMaker()
    maker.isExtended = false
    // Nobody else is to be asked, and nothing checked.
    maker.flags = 0x0010
    let answer = try #require(read(maker.octets)).answer(.noName)
    #expect(answer == [0x12, 0x34, 0x80, 0x93, 0, 1, 0, 0, 0, 0, 0, 0] + maker.question)
  }

  @Test func refusesWhatIsNoPlainQuestion() {
    let plain = QuestionMaker().octets
    #expect(read(plain) != nil)
    // An answer; another kind of message; two questions, none; answers in a question; another class.
    let spoiled: [(place: Int, octet: UInt8)] = [
      (2, 0x81), (2, 0x28), (5, 2), (5, 0), (4, 1), (7, 1), (9, 1), (12 + QuestionMaker().question.count - 1, 3),
    ]
    for (place, octet) in spoiled {
      var octets = plain
      octets[place] = octet
      #expect(read(octets) == nil, "octet \(place)")
    }
    // A label of 64 letters, and a name of more than 255 octets.
    var maker = QuestionMaker()
    maker.name = String(repeating: "a", count: 64)
    #expect(read(maker.octets) == nil)
    maker.name = Array(repeating: String(repeating: "a", count: 62), count: 5).joined(separator: ".")
    #expect(read(maker.octets) == nil)
  }

  @Test func followsNoPointer() throws {
    let head = Array(QuestionMaker().octets[..<12])
    // One to itself, one to the next, one beyond the end; each ends the name, and what follows is the type.
    for pointer in [[0xC0, 0x0C], [0xC0, 0x0E], [0xFF, 0xFF]] as [[UInt8]] {
      let question = try #require(read(head + pointer + [0, 65, 0, 1]))
      #expect(question.type == 65 && question.name.isEmpty)
      let labelled: [UInt8] = head + [1, 0x61] + pointer + [0, 65, 0, 1]
      let longer = try #require(read(labelled))
      #expect(longer.name == Array("a".utf8))
      #expect(Array(longer.answer(.nothing)[12...]).starts(with: labelled[12...]))
    }
  }

  @Test func readsNothingBeyondTheEnd() {
    let whole = QuestionMaker().octets
    for count in 0..<whole.count {
      let part = read(Array(whole[..<count]))
      // All of the question has to be there.
      #expect((part != nil) == (count >= 12 + QuestionMaker().question.count), "\(count) octets")
    }
  }

  @Test func survivesChance() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var octets = (0..<Int.random(in: 0...300, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
      if octets.count > 12, Bool.random(using: &dice) {
        octets.replaceSubrange(2..<12, with: [1, 0, 0, 1, 0, 0, 0, 0, 0, 1])
      }
      guard let question = read(octets) else { continue }
      #expect(question.name.count <= 255 && question.answer(.nothing).count <= octets.count + 11)
    }
  }

  @Test func turnsADatagramRound() throws {
    let octets = QuestionPackets.datagram(QuestionMaker().octets)
    let packet = try #require(UDPPacket(octets))
    #expect(packet.sourcePort == 40_000 && packet.destinationPort == 53)
    let reply = packet.reply([1, 2, 3])
    let back = try #require(UDPPacket(reply))
    #expect(back.source == packet.destination && back.destination == packet.source)
    #expect(back.sourcePort == 53 && back.destinationPort == 40_000 && Array(back.payload) == [1, 2, 3])
    #expect(Sum.ofHeader(reply) == 0 && Sum.ofSegment(reply, kind: 17) == 0)
    // What says that it is longer than it is.
    for count in [0, 19, 20, 27, octets.count - 1] { #expect(UDPPacket(Array(octets[..<count])) == nil) }
  }
}

/// Checksums as RFC 1071 has them: over all of it, the result of a whole packet is zero.
enum Sum {
  static func of(_ octets: some Collection<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for (place, octet) in octets.enumerated() { sum += place % 2 == 0 ? UInt32(octet) << 8 : UInt32(octet) }
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    return ~sum & 0xFFFF
  }

  static func ofHeader(_ packet: [UInt8]) -> UInt32 { packet[0] >> 4 == 4 ? of(packet[..<20]) : 0 }

  static func ofSegment(_ packet: [UInt8], kind: UInt8) -> UInt32 {
    let isShort = packet[0] >> 4 == 4
    let segment = packet[(isShort ? 20 : 40)...]
    let length = UInt16(segment.count)
    let pseudo = packet[isShort ? 12..<20 : 8..<40] + [0, kind, UInt8(length >> 8), UInt8(length & 0xFF)]
    return of(Array(pseudo) + Array(segment))
  }
}
