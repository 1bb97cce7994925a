import Testing

@testable import ConnectionNames

/// Questions over a connection: what is answered here, what goes on, and that it ends for both sides.
@Suite struct QuestionStreamTests {
  private let packets = QuestionPackets()
  private let key = QuestionMaker()
  private var address: QuestionMaker {
    var maker = QuestionMaker()
    maker.type = 1
    return maker
  }

  private func judge(_ question: NameQuestion) -> NameQuestion.Outcome? { question.type == 65 ? .nothing : nil }

  /// A table in which a connection was opened, in front of the sequence number 1.
  private func opened(_ packets: QuestionPackets = QuestionPackets()) -> QuestionStreams {
    var streams = QuestionStreams()
    let opening = packets.packet(sequence: 0, flags: QuestionPackets.synchronise, expecting: 0)
    #expect(streams.see(opening, judge: judge) == .passed)
    return streams
  }

  private func exchanged(_ finding: QuestionStreams.Finding) throws -> TCPPacket {
    guard case .exchanged(let octets) = finding else {
      Issue.record("\(finding)")
      throw Missing()
    }
    #expect(Sum.ofHeader(octets) == 0 && Sum.ofSegment(octets, kind: 6) == 0)
    return try #require(TCPPacket(octets))
  }

  private struct Missing: Error {}

  @Test func answersAndEndsForBothSides() throws {
    var streams = opened()
    let asked = UInt32(key.framed.count)
    let answer = try exchanged(streams.see(packets.packet(key.framed, sequence: 1), judge: judge))
    #expect(answer.sourcePort == 53 && answer.destinationPort == 40_000)
    #expect(answer.sequence == 500 && answer.acknowledgement == 1 + asked && answer.ends && !answer.resets)
    let told = try #require(NameQuestion(key.octets[...])).answer(.nothing)
    #expect(Array(answer.payload) == QuestionMaker.two(told.count) + told)
    // What the client says next becomes the end for the server, at the number that it waits for.
    let next = 500 + UInt32(told.count) + 3
    let heard = packets.packet(sequence: 1 + asked, flags: 0x10, expecting: next)
    let end = try exchanged(streams.see(heard, judge: judge))
    #expect(end.destinationPort == 53 && end.resets && end.sequence == 1)
    // And its own end is heard.
    let closing = packets.packet(sequence: 1 + asked, flags: QuestionPackets.finish, expecting: next)
    let last = try exchanged(streams.see(closing, judge: judge))
    #expect(last.sourcePort == 53 && last.sequence == next && last.acknowledgement == 2 + asked && !last.ends)
    #expect(streams.see(packets.packet(sequence: 2 + asked, flags: 0x10, expecting: next), judge: judge) == .dropped)
    // Content that comes after all is taken, and goes nowhere.
    let behind = packets.packet(address.framed, sequence: 2 + asked, expecting: next)
    let late = try exchanged(streams.see(behind, judge: judge))
    #expect(late.acknowledgement == 2 + asked + UInt32(address.framed.count) && late.payload.isEmpty)
  }

  @Test func answersAgainWhatDidNotArrive() throws {
    var streams = opened()
    let question = packets.packet(key.framed, sequence: 1)
    let first = try exchanged(streams.see(question, judge: judge))
    // The client expects what it did before: the server is not told yet.
    #expect(streams.see(packets.packet(sequence: 1 + UInt32(key.framed.count)), judge: judge) == .dropped)
    let again = try exchanged(streams.see(question, judge: judge))
    #expect(again.payload.elementsEqual(first.payload) && again.sequence == first.sequence && again.ends)
    let heard = packets.packet(
      sequence: again.acknowledgement, flags: 0x10, expecting: 500 + UInt32(first.payload.count) + 1)
    #expect(try exchanged(streams.see(heard, judge: judge)).resets)
  }

  @Test func waitsForWhatTheServerIsAboutToSay() throws {
    var streams = opened()
    #expect(streams.see(packets.packet(address.framed, sequence: 1), judge: judge) == .passed)
    // An answer may be on its way to the place where this one would be.
    let start = 1 + UInt32(address.framed.count)
    #expect(streams.see(packets.packet(key.framed, sequence: start), judge: judge) == .dropped)
    let answer = try exchanged(streams.see(packets.packet(key.framed, sequence: start, expecting: 560), judge: judge))
    #expect(answer.sequence == 560)
  }

  @Test(arguments: [1, 2, 3, 16, 40])
  func readsQuestionsInPieces(size: Int) throws {
    var streams = opened()
    let octets = key.framed
    var sequence: UInt32 = 1
    var findings: [QuestionStreams.Finding] = []
    for start in stride(from: 0, to: octets.count, by: size) {
      let piece = Array(octets[start..<min(start + size, octets.count)])
      findings.append(streams.see(packets.packet(piece, sequence: sequence), judge: judge))
      sequence += UInt32(piece.count)
    }
    // Only the piece with which the question is whole is exchanged.
    #expect(findings.dropLast().allSatisfy { $0 == .passed })
    let answer = try exchanged(findings.last ?? .passed)
    #expect(answer.acknowledgement == sequence)
  }

  @Test func leavesOtherQuestionsAlone() {
    var streams = opened()
    var sequence: UInt32 = 1
    for _ in 0..<100 {
      #expect(streams.see(packets.packet(address.framed, sequence: sequence), judge: judge) == .passed)
      sequence += UInt32(address.framed.count)
    }
    #expect(streams.size == 0)
  }

  @Test func comparesNothingWithWhatIsSaidAgain() throws {
    var streams = opened()
    let first = packets.packet(address.framed, sequence: 1)
    #expect(streams.see(first, judge: judge) == .passed && streams.see(first, judge: judge) == .passed)
    // Said again with more behind it.
    let more = packets.packet(address.framed + key.framed, sequence: 1, expecting: 560)
    let answer = try exchanged(streams.see(more, judge: judge))
    #expect(answer.acknowledgement == 1 + UInt32(address.framed.count + key.framed.count))
  }

  @Test func holdsBackWhatComesEarly() throws {
    var streams = opened()
    let start = UInt32(address.framed.count)
    #expect(streams.see(packets.packet(key.framed, sequence: 1 + start), judge: judge) == .dropped)
    #expect(streams.see(packets.packet(address.framed, sequence: 1), judge: judge) == .passed)
    _ = try exchanged(streams.see(packets.packet(key.framed, sequence: 1 + start, expecting: 560), judge: judge))
    // What went by unseen never comes: it is not waited for.
    var other = opened()
    var findings: [QuestionStreams.Finding] = []
    for _ in 0..<20 { findings.append(other.see(packets.packet(key.framed, sequence: 1000), judge: judge)) }
    #expect(findings.filter { $0 == .dropped }.count == 16 && findings.last == .passed)
  }

  @Test func readsAQuestionThatIsFilledUp() throws {
    var streams = opened()
    var filled = key
    filled.padding = 40_000
    // It is answered before its end, and the rest goes nowhere.
    let answer = try exchanged(streams.see(packets.packet(Array(filled.framed[..<1400]), sequence: 1), judge: judge))
    #expect(answer.acknowledgement == 1401)
    var harmless = address
    harmless.padding = 40_000
    streams = opened()
    var sequence: UInt32 = 1
    for start in stride(from: 0, to: harmless.framed.count, by: 1400) {
      let piece = Array(harmless.framed[start..<min(start + 1400, harmless.framed.count)])
      #expect(streams.see(packets.packet(piece, sequence: sequence), judge: judge) == .passed)
      #expect(streams.size <= QuestionStreams.mostOctets)
      sequence += UInt32(piece.count)
    }
    let last = packets.packet(key.framed, sequence: sequence, expecting: 560)
    _ = try exchanged(streams.see(last, judge: judge))
  }

  @Test func saysAgainWhatWasHeardOfTheClocks() throws {
    var timed = QuestionPackets()
    timed.hasTimes = true
    timed.isIPv6 = true
    var streams = opened(timed)
    let answer = try exchanged(streams.see(timed.packet(key.framed, sequence: 1), judge: judge))
    #expect(answer.times == TCPPacket.Times(own: 10_009, other: 7))
  }

  @Test func readsAConnectionFromItsMiddle() throws {
    var streams = QuestionStreams()
    _ = try exchanged(streams.see(packets.packet(key.framed, sequence: 77), judge: judge))
    // Where nothing can be made out it is left alone.
    var others = QuestionStreams()
    #expect(others.see(packets.packet([0, 3, 1, 2, 3], sequence: 77), judge: judge) == .passed)
    #expect(others.see(packets.packet(key.framed, sequence: 82), judge: judge) == .passed)
  }

  @Test func isBounded() {
    var streams = QuestionStreams(capacity: 64)
    for port in 0..<2000 {
      var octets = packets.octets([0, 200, 1], sequence: 1, flags: 0x18, expecting: 500)
      octets[20] = UInt8(port >> 8)
      octets[21] = UInt8(port & 0xFF)
      guard let packet = TCPPacket(octets) else { continue }
      _ = streams.see(packet, judge: judge)
      #expect(streams.count <= 64 && streams.size <= 64 * QuestionStreams.mostOctets)
    }
  }
}
