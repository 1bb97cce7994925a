// rooms: Octets ConnectionNames

import ConnectionNames

/// Octets as a stranger's question, as packets of one, and as a connection of many, in any pieces: nothing is read
/// beyond the end, no pointer goes round, and nothing grows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNameQuestions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  if let question = NameQuestion(octets[...]) {
    precondition(question.name.count <= 255 && question.answer(.noName).count <= count + 11)
  }
  if let packet = UDPPacket(octets) { precondition(UDPPacket(packet.reply([1]))?.destination == packet.source) }
  var streams = QuestionStreams(capacity: 4)
  var sequence: UInt32 = 1
  for piece in octets.split(separator: 0x2F, maxSplits: 16) {
    // As packets are, and as one that fits the one before.
    var packets = [TCPPacket(Array(piece))]
    packets.append(TCPPacket(packet(carrying: piece, at: sequence)))
    sequence &+= UInt32(piece.count)
    for case let packet? in packets {
      if case .exchanged(let octets) = streams.see(packet, judge: { $0.type == 65 ? .nothing : nil }) {
        precondition(TCPPacket(octets) != nil)
      }
    }
  }
  precondition(streams.count <= 4 && streams.size <= 4 * 65_536)
  return 0
}

private func packet(carrying content: ArraySlice<UInt8>, at sequence: UInt32) -> [UInt8] {
  func two(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
  let tcp =
    two(40_000) + two(53) + two(Int(sequence >> 16)) + two(Int(sequence & 0xFFFF)) + [0, 0, 0, 1, 0x50, 0x18]
    + two(1000) + [0, 0, 0, 0] + content
  return [0x45, 0] + two(min(20 + tcp.count, 0xFFFF)) + [0, 0, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2] + tcp
}
