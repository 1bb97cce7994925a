/// The connections of which more is to be heard: those whose destination is not known yet, and those that ask a server
/// or a proxy for one thing after another.
///
/// It is told of packets as they leave this computer, and may miss some: those that the kernel let go unasked because
/// too many waited. The table is bounded: when it is full, the connection that waited longest is forgotten, as one of
/// which nothing was seen yet.
public struct ConnectionNames: Sendable {
  /// One direction of one connection.
  public struct Key: Hashable, Sendable {
    let source: [UInt8]
    let destination: [UInt8]
    let ports: UInt32

    init(_ packet: TCPPacket) {
      source = packet.source
      destination = packet.destination
      ports = UInt32(packet.sourcePort) << 16 | UInt32(packet.destinationPort)
    }
  }

  /// What is known after a packet.
  public enum Finding: Sendable, Equatable {
    /// Nothing yet: the packet goes on, and the next one is looked at too.
    case undecided
    /// Destinations that are known by this packet, and whether they are the last ones that can be heard of.
    case heard([Destination], isOver: Bool)
    /// Its beginning went by unseen and will not come again, so that nobody can tell where it goes.
    case unheard
  }

  private struct Waiting: Sendable {
    var flight: FirstFlight
    var reader = DestinationReader()
    var order: UInt64
    /// Whether its SYN was seen, so that what comes first is the beginning.
    let isWhole: Bool
    /// What the first packet behind the SYN expected from the other side.
    var acknowledgement: UInt32?
    /// Packets without content since the last octet.
    var empty = 0
    /// Whether a destination was heard of already.
    var isNamed = false
  }

  private var waiting: [Key: Waiting] = [:]
  /// Connections in the order in which they were heard of; only the last place of each means something.
  private var line: [(key: Key, order: UInt64)] = []
  private var lineStart = 0
  private var order: UInt64 = 0
  private let capacity: Int

  /// After this number of packets without content a connection is one where the server does the talking.
  static let mostEmptyPackets = 32

  /// A table for that number of connections of which more is to be heard.
  public init(capacity: Int = 4096) {
    self.capacity = capacity
  }

  /// How many connections more is to be heard of.
  public var count: Int { waiting.count }

  /// Takes a packet from the side that opened the connection.
  public mutating func see(_ packet: TCPPacket) -> Finding {
    let key = Key(packet)
    order += 1
    tidyLine()
    let known = waiting.removeValue(forKey: key)
    if packet.opens {
      // A SYN begins a new connection, also where the ports were used before. TCP Fast Open (RFC 7413) lets it carry
      // content.
      let new = Waiting(flight: FirstFlight(firstSequence: packet.sequence &+ 1), order: order, isWhole: true)
      return packet.payload.isEmpty ? wait(key, new) : look(key, new, packet, sequence: packet.sequence &+ 1)
    }
    // What flows without a SYN before it may be anywhere in a connection; a name found there counts all the same.
    var entry = known ?? Waiting(flight: FirstFlight(firstSequence: packet.sequence), order: order, isWhole: false)
    if Self.missed(packet, entry) { return .unheard }
    if entry.acknowledgement == nil { entry.acknowledgement = packet.acknowledgement }
    guard packet.payload.isEmpty else { return look(key, entry, packet, sequence: packet.sequence) }
    entry.empty += 1
    // Who was heard of and listens now may ask for something else later.
    if entry.isNamed { return packet.ends ? .heard([], isOver: true) : wait(key, entry) }
    guard packet.ends || entry.empty > Self.mostEmptyPackets else { return wait(key, entry) }
    return entry.isWhole ? .heard([Destination(.other)], isOver: true) : .unheard
  }

  /// Forgets the connection of a packet.
  public mutating func forget(_ packet: TCPPacket) {
    waiting[Key(packet)] = nil
  }

  /// Whether octets in front of a packet left this computer unseen.
  ///
  /// It is behind a gap, and either sends nothing itself, so that all in front of it was sent before, or the other
  /// side has answered meanwhile. Content that merely came early shows neither.
  private static func missed(_ packet: TCPPacket, _ entry: Waiting) -> Bool {
    guard entry.flight.lacksOctets(before: packet.sequence) else { return false }
    return packet.payload.isEmpty || entry.acknowledgement.map { $0 != packet.acknowledgement } ?? false
  }

  private mutating func look(_ key: Key, _ entry: consuming Waiting, _ packet: TCPPacket, sequence: UInt32) -> Finding {
    entry.flight.add(packet.payload, sequence: sequence)
    entry.empty = 0
    let found = entry.reader.read(entry.flight.take())
    let isOver = entry.reader.isOver
    // In the middle of a connection only a name tells something.
    let tells = entry.isWhole || entry.isNamed || found.contains { if case .name = $0.what { true } else { false } }
    if isOver { return tells ? .heard(found, isOver: true) : .unheard }
    guard !found.isEmpty else { return wait(key, entry) }
    entry.isNamed = true
    _ = wait(key, entry)
    return .heard(found, isOver: false)
  }

  private mutating func wait(_ key: Key, _ entry: consuming Waiting) -> Finding {
    if waiting.count >= capacity { forgetOldest() }
    line.append((key, entry.order))
    waiting[key] = entry
    return .undecided
  }

  /// Forgets the connection of which nothing was heard for longest.
  private mutating func forgetOldest() {
    while lineStart < line.count {
      let (key, order) = line[lineStart]
      lineStart += 1
      // One that was heard of since is further behind too.
      guard waiting[key]?.order == order else { continue }
      waiting[key] = nil
      break
    }
  }

  /// Drops places in line that mean nothing any more.
  private mutating func tidyLine() {
    guard line.count > 4 * capacity + 64 else { return }
    line = line[lineStart...].filter { waiting[$0.key]?.order == $0.order }
    lineStart = 0
  }
}
