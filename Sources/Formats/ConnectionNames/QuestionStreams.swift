/// The connections of TCP over which this computer asks resolvers, as many as are asked at a time.
///
/// The table is bounded in connections and octets: what was not heard of for longest goes first, and is left alone from
/// then on.
package struct QuestionStreams: Sendable {
  package enum Finding: Sendable, Equatable {
    case passed
    case dropped
    /// Another packet goes instead: an answer to its sender, or the end to its receiver.
    case exchanged([UInt8])
  }

  private var streams: [ConnectionNames.Key: (stream: QuestionStream, order: UInt64)] = [:]
  private var order: UInt64 = 0
  private let capacity: Int

  /// The most octets kept of one connection: a question that is not whole.
  static let mostOctets = 2 + NameQuestion.longest

  package init(capacity: Int = 256) {
    self.capacity = capacity
  }

  package var count: Int { streams.count }
  /// In octets.
  package var size: Int { streams.values.reduce(0) { $0 + $1.stream.size } }

  /// Takes a packet on its way to a resolver.
  ///
  /// - Parameter judge: how a question is answered here; `nil` where its resolver answers it.
  package mutating func see(
    _ packet: TCPPacket, judge: (NameQuestion) -> NameQuestion.Outcome?
  ) -> Finding {
    let key = ConnectionNames.Key(packet)
    let known = streams.removeValue(forKey: key)?.stream
    // Between the same ports a new one begins.
    var stream = packet.opens ? QuestionStream(from: packet) : known ?? QuestionStream(from: packet)
    let finding = stream.see(packet, judge)
    if packet.resets { return finding }
    order += 1
    streams[key] = (stream, order)
    if streams.count > capacity { forgetOldest() }
    return finding
  }

  /// Forgets half of them at once, so that a flood costs little for each packet.
  private mutating func forgetOldest() {
    let middle = streams.values.map(\.order).sorted()[streams.count / 2]
    streams = streams.filter { $0.value.order >= middle }
  }
}
