/// Questions over one connection of TCP, each behind its length (RFC 7766 8).
///
/// One that is answered here never reaches its server: the answer comes in the packet's place, and with it the end of
/// the connection, because the server would count its own answers differently from then on. A program that has asked
/// for more asks for it again, as it must where a server closes (RFC 7766 6.2.4).
struct QuestionStream: Sendable {
  private enum Phase {
    /// The next octet's number, the unread part of a message, and how much of it is to be skipped.
    case asking(next: UInt32, unread: [UInt8], left: Int)
    /// The client has its answer, or is about to.
    case answered(Answer)
    /// It does not carry questions, or too much of it went by unseen.
    case other
  }

  private struct Answer {
    let octets: [UInt8]
    /// The number of the answer's first octet, and the one that the client expects after its end.
    let sequence: UInt32
    var expected: UInt32 { sequence &+ UInt32(truncatingIfNeeded: octets.count) &+ 1 }
    /// The number of the octet that the client sends next.
    var client: UInt32
    /// The number that the server still expects; `nil` once it was told of the end.
    var server: UInt32?
  }

  private var phase: Phase
  /// What the client expected when it last asked for something that goes on to the server; until it expects something
  /// else, an answer may be on its way.
  private var asked: UInt32?
  /// Whether its beginning was seen.
  private let isWhole: Bool
  /// How many packets came too early.
  private var early = 0

  /// The most packets that are held back because they came early; a sender sends again what is missing long before.
  private static let mostEarly = 16

  /// Begins with the first packet seen of the connection.
  init(from packet: TCPPacket) {
    isWhole = packet.opens
    phase = .asking(next: packet.opens ? packet.sequence &+ 1 : packet.sequence, unread: [], left: 0)
  }

  /// In octets.
  var size: Int {
    switch phase {
    case .asking(_, let unread, _): unread.count
    case .answered(let answer): answer.octets.count
    case .other: 0
    }
  }

  mutating func see(
    _ packet: TCPPacket, _ judge: (NameQuestion) -> NameQuestion.Outcome?
  ) -> QuestionStreams.Finding {
    switch phase {
    case .other: return .passed
    case .asking(let next, let unread, let left): return ask(packet, next, unread, left, judge)
    case .answered(let answer): return hear(packet, behind: answer)
    }
  }

  private mutating func ask(
    _ packet: TCPPacket, _ next: UInt32, _ unread: [UInt8], _ left: Int,
    _ judge: (NameQuestion) -> NameQuestion.Outcome?
  ) -> QuestionStreams.Finding {
    let sequence = packet.opens ? packet.sequence &+ 1 : packet.sequence
    let distance = Int(Int32(bitPattern: sequence &- next))
    if packet.payload.isEmpty { return .passed }
    // Said again, or partly.
    guard distance <= 0 else { return holdBack() }
    let piece = packet.payload.dropFirst(-distance)
    guard !piece.isEmpty else { return .passed }
    var (octets, left) = (unread + piece, left)
    var answers: [UInt8] = []
    var passes = false
    while let message = Self.message(&octets, &left) {
      guard let question = NameQuestion(message) else {
        // In the middle of a connection nobody knows where a message begins.
        if isWhole { continue }
        phase = .other
        return .passed
      }
      guard let outcome = judge(question) else {
        passes = true
        continue
      }
      let answer = question.answer(outcome)
      answers += [UInt8(truncatingIfNeeded: answer.count >> 8), UInt8(truncatingIfNeeded: answer.count)] + answer
    }
    let end = sequence &+ UInt32(truncatingIfNeeded: packet.payload.count)
    guard !answers.isEmpty else {
      phase = .asking(next: end, unread: octets, left: left)
      if passes { asked = packet.acknowledgement }
      early = 0
      return .passed
    }
    // What the server says meanwhile would be in the answer's place: this is asked again in a moment.
    if asked == packet.acknowledgement, !packet.opens { if case .dropped = holdBack() { return .dropped } }
    // Content with the very first packet (RFC 7413) has nobody to answer to yet: without it, it is sent again.
    guard !packet.opens else { return .dropped }
    phase = .answered(Answer(octets: answers, sequence: packet.acknowledgement, client: end, server: next))
    return .exchanged(
      packet.reply(answers, sequence: packet.acknowledgement, acknowledging: end, flags: TCPPacket.last))
  }

  /// The next message, once there is enough of it to judge; the rest of it is skipped.
  private static func message(_ octets: inout [UInt8], _ left: inout Int) -> ArraySlice<UInt8>? {
    while true {
      let skipped = min(left, octets.count)
      octets.removeFirst(skipped)
      left -= skipped
      guard left == 0, octets.count >= 2 else { return nil }
      let length = Int(octets[0]) << 8 | Int(octets[1])
      let isWhole = octets.count >= 2 + length
      guard isWhole || octets.count >= 2 + NameQuestion.longest else { return nil }
      let message = octets[2..<min(octets.count, 2 + length)]
      octets.removeFirst(2)
      left = length
      if length > 0 { return Array(message)[...] }
    }
  }

  /// Drops a packet that came early, up to a limit; its sender sends it again in turn.
  private mutating func holdBack() -> QuestionStreams.Finding {
    early += 1
    guard isWhole, early <= Self.mostEarly else {
      phase = .other
      return .passed
    }
    return .dropped
  }

  /// Reads what the client says after its answer: it goes nowhere, and the server hears of the end.
  private mutating func hear(_ packet: TCPPacket, behind given: Answer) -> QuestionStreams.Finding {
    var answer = given
    defer { if case .answered = phase { phase = .answered(answer) } }
    let hasIt = packet.acknowledgement == answer.expected || packet.resets
    if hasIt, let server = answer.server {
      answer.server = nil
      return .exchanged(packet.ending(at: server))
    }
    let said = UInt32(truncatingIfNeeded: packet.payload.count) &+ (packet.ends && !packet.resets ? 1 : 0)
    guard said > 0 else { return .dropped }
    let end = packet.sequence &+ said
    if Int32(bitPattern: end &- answer.client) > 0 { answer.client = end }
    guard hasIt else {
      // It asks again: the answer did not arrive.
      return .exchanged(
        packet.reply(
          answer.octets, sequence: answer.sequence, acknowledging: answer.client, flags: TCPPacket.last))
    }
    return .exchanged(
      packet.reply(sequence: answer.expected, acknowledging: answer.client, flags: TCPPacket.acknowledge))
  }
}
