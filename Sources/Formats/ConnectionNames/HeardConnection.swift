/// A connection of which more is to be heard: what it said, and what of that is not known to have arrived.
///
/// Nothing is decided by octets that the server need not have seen. What was judged is kept until the server has
/// answered, and what is sent again at the same place has to say the same.
struct HeardConnection: Sendable {
  private var flight: FirstFlight
  private var reader = DestinationReader()
  /// Whether its SYN was seen, so that what comes first is the beginning.
  private let isWhole: Bool
  private let opening: TCPPacket.Envelope?
  /// The acknowledgement in the first packet after the SYN.
  private var acknowledgement: UInt32?
  /// Packets without content since the last octet, while the server speaks.
  private var empty = 0
  private var isNamed = false
  /// The acknowledgement sent with the last hello.
  private var behindHello: UInt32?
  /// The start of the wait for an end, the acknowledgement then, and how many packets brought more.
  private var unfinished: (since: UInt64, acknowledgement: UInt32?, packets: Int)?
  /// Whether the last packet's octets count, so that it has to be sent on as it was read.
  private(set) var countsLast = false

  typealias Finding = ConnectionNames.Finding

  /// Begins with the first packet seen of the connection.
  init(from packet: TCPPacket) {
    // What flows without a SYN before it may be anywhere in a connection; a name found there counts all the same.
    isWhole = packet.opens
    flight = FirstFlight(firstSequence: packet.opens ? packet.sequence &+ 1 : packet.sequence)
    opening = packet.opens ? packet.envelope : nil
  }

  var isUnfinished: Bool { unfinished != nil }
  /// Whether all was said and heard so far, and more may come.
  var rests: Bool { isNamed && !isUnfinished && !reader.isOver && !reader.isBehindHello }
  /// In octets.
  var size: Int { flight.size + reader.size }

  mutating func see(_ packet: TCPPacket, at now: UInt64, isWeb: Bool) -> Finding {
    countsLast = false
    // A SYN begins a new connection, also where the ports were used before. TCP Fast Open (RFC 7413) lets it carry
    // content.
    let sequence = packet.opens ? packet.sequence &+ 1 : packet.sequence
    let expected = packet.opens ? nil : packet.acknowledgement
    if let expected {
      if misses(packet) { return .unheard }
      if acknowledgement == nil { acknowledgement = expected }
      flight.settle(by: expected)
    }
    var found: [Destination] = []
    if packet.payload.isEmpty {
      empty += isWhole && acknowledgement == expected ? 0 : 1
    } else {
      guard !isForged(packet), hear(packet.payload, sequence, expected, &found) else { return .refused }
      empty = 0
    }
    if let asked = unfinished?.acknowledgement, let expected, asked != expected { found += reader.answered() }
    let end = sequence &+ UInt32(truncatingIfNeeded: packet.payload.count)
    if packet.ends, !reader.isOver, !flight.lacksOctets(before: end) { found += reader.end() }
    if isHeardOut(expected, isWeb: isWeb) { found += reader.end() }
    return conclude(found, packet, at: now)
  }

  /// Whether octets in front of a packet left this computer unseen.
  ///
  /// It is behind a gap, and either sends nothing itself, so that all in front of it was sent before, or the other
  /// side has answered meanwhile. Content that merely came early shows neither.
  private func misses(_ packet: TCPPacket) -> Bool {
    guard flight.lacksOctets(before: packet.sequence) else { return false }
    return packet.payload.isEmpty || acknowledgement.map { $0 != packet.acknowledgement } ?? false
  }

  /// Whether the server does not get this content, or reads it otherwise than it is read here.
  private func isForged(_ packet: TCPPacket) -> Bool {
    if packet.isUrgent { return true }
    guard let opening, reader.contentLeft < packet.payload.count else { return false }
    return packet.envelope.hops < opening.hops || packet.envelope.hasOptions && !opening.hasOptions
      || packet.envelope.isSigned && !opening.isSigned
  }

  /// Reads content; `false` if it says something else than before at the same place.
  private mutating func hear(
    _ payload: ArraySlice<UInt8>, _ sequence: UInt32, _ expected: UInt32?, _ found: inout [Destination]
  ) -> Bool {
    countsLast = flight.repeats(sequence)
    if reader.isOver { return flight.pass(payload, sequence: sequence) }
    guard flight.add(payload, sequence: sequence) else { return false }
    let octets = flight.take()
    let (isContent, wasBehindHello) = (reader.contentLeft > octets.count, reader.isBehindHello)
    let new = reader.read(octets)
    // Of a body nothing counts, and behind a hello only another one.
    if !new.isEmpty || !(isContent || wasBehindHello && reader.isOver) {
      // What follows the first words of another protocol makes it no other.
      flight.keep(reader.isOver ? Self.mostOfOthers : .max, of: octets, acknowledgement: expected)
      countsLast = true
    }
    if reader.isBehindHello, !new.isEmpty { behindHello = expected }
    found += new
    return true
  }

  /// Whether nothing more will be heard: the server does the talking, or has said more than that it wants the hello a
  /// second time.
  private mutating func isHeardOut(_ expected: UInt32?, isWeb: Bool) -> Bool {
    if let expected, reader.isBehindHello {
      let asked = behindHello ?? expected
      behindHello = asked
      return expected &- asked > Self.longestRetry && expected &- asked < UInt32.max / 2
    }
    // On the web servers wait until they are spoken to.
    return empty > ConnectionNames.mostEmptyPackets && !isNamed && !reader.isUnfinished && !(isWeb && isWhole)
  }

  /// How many octets of a protocol that is not read are kept for comparison.
  private static let mostOfOthers = 4096
  /// The most octets in which a server asks for a hello a second time.
  private static let longestRetry: UInt32 = 1024

  private mutating func conclude(_ found: [Destination], _ packet: TCPPacket, at now: UInt64) -> Finding {
    // In the middle of a connection only a name tells something.
    if !isWhole, !isNamed, !found.contains(where: { if case .name = $0.what { true } else { false } }) {
      if reader.isOver || !found.isEmpty { return .unheard }
    }
    if !found.isEmpty { isNamed = true }
    if reader.isUnfinished || flight.isBroken {
      var waited = unfinished ?? (now, nil, 0)
      if waited.acknowledgement == nil, !packet.opens { waited.acknowledgement = packet.acknowledgement }
      waited.packets += packet.payload.isEmpty ? 0 : 1
      unfinished = waited
      if waited.packets > ConnectionNames.mostPackets || now > waited.since + ConnectionNames.longestBeginning {
        return isWhole || isNamed ? .refused : .unheard
      }
    } else {
      unfinished = nil
    }
    let isOver = reader.isOver && flight.isSettled
    return found.isEmpty && !isOver ? .undecided : .heard(found, isOver: isOver)
  }
}
