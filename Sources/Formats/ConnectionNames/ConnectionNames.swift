/// What the first packets of a connection said about its destination.
public enum NamedDestination: Sendable, Equatable {
  /// A name, as it stood on the wire.
  case name([UInt8])
  /// A protocol that hides or lacks a name where one could stand.
  case unnamed
  /// Neither TLS nor HTTP.
  case other
}

/// Reads the destination's name out of the first octets of a connection, whichever of the two protocols of the web
/// they are.
///
/// - Returns: `nil` while more octets are needed.
public func namedDestination(of octets: [UInt8]) -> NamedDestination? {
  guard let first = octets.first else { return nil }
  if first == 22 {
    switch ClientHello.read(octets) {
    case .hello(let hello): return hello.serverName.map { .name($0) } ?? .unnamed
    case .needsMore: return nil
    case .notTLS: return .other
    case .malformed: return .unnamed
    }
  }
  switch RequestHead.read(octets) {
  case .request(let head): return .name(head.host)
  case .unnamed: return .unnamed
  case .needsMore: return nil
  case .notHTTP: return .other
  }
}

/// The connections whose destination is not known yet, and their first octets.
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
    /// The destination.
    case destination(NamedDestination)
    /// Its beginning went by unseen and will not come again, so that nobody can tell where it goes.
    case unheard
  }

  private struct Waiting: Sendable {
    var flight: FirstFlight
    var order: UInt64
    /// Whether its SYN was seen, so that what comes first is the beginning.
    let isWhole: Bool
    /// What the first packet behind the SYN expected from the other side.
    var acknowledgement: UInt32?
    /// Packets without content since the last octet.
    var empty = 0
  }

  private var waiting: [Key: Waiting] = [:]
  private var order: UInt64 = 0
  private let capacity: Int

  /// After N packets without content a connection is one where the server does the talking.
  static let mostEmptyPackets = 32

  /// A table for N undecided connections.
  public init(capacity: Int = 1024) {
    self.capacity = capacity
  }

  /// How many connections are undecided.
  public var count: Int { waiting.count }

  /// Takes a packet from the side that opened the connection.
  public mutating func see(_ packet: TCPPacket) -> Finding {
    let key = Key(packet)
    order += 1
    let known = waiting.removeValue(forKey: key)
    if packet.opens {
      // A SYN begins a connection again, also where the ports were used before. TCP Fast Open (RFC 7413) lets it carry
      // content.
      let new = Waiting(flight: FirstFlight(firstSequence: packet.sequence &+ 1), order: order, isWhole: true)
      return packet.payload.isEmpty ? wait(key, new) : look(key, new, packet, sequence: packet.sequence &+ 1)
    }
    // What flows without a SYN before it may be anywhere in a connection; a name that is there is one all the same.
    var entry = known ?? Waiting(flight: FirstFlight(firstSequence: packet.sequence), order: order, isWhole: false)
    if Self.missed(packet, entry) { return .unheard }
    if entry.acknowledgement == nil { entry.acknowledgement = packet.acknowledgement }
    guard packet.payload.isEmpty else { return look(key, entry, packet, sequence: packet.sequence) }
    entry.empty += 1
    guard packet.ends || entry.empty > Self.mostEmptyPackets else { return wait(key, entry) }
    return entry.isWhole ? .destination(.other) : .unheard
  }

  /// Whether octets in front of a packet left this computer unseen.
  ///
  /// It comes after a gap, and either sends nothing itself, so that all in front of it was sent before, or the other
  /// side has answered meanwhile. Content that merely came early shows neither.
  private static func missed(_ packet: TCPPacket, _ entry: Waiting) -> Bool {
    guard entry.flight.lacksOctets(before: packet.sequence) else { return false }
    return packet.payload.isEmpty || entry.acknowledgement.map { $0 != packet.acknowledgement } ?? false
  }

  private mutating func look(_ key: Key, _ entry: consuming Waiting, _ packet: TCPPacket, sequence: UInt32) -> Finding {
    entry.flight.add(packet.payload, sequence: sequence)
    entry.empty = 0
    switch namedDestination(of: entry.flight.octets) {
    case nil: return wait(key, entry)
    case .name(let name): return .destination(.name(name))
    case let other?: return entry.isWhole ? .destination(other) : .unheard
    }
  }

  private mutating func wait(_ key: Key, _ entry: consuming Waiting) -> Finding {
    if waiting.count >= capacity, let oldest = waiting.min(by: { $0.value.order < $1.value.order })?.key {
      waiting[oldest] = nil
    }
    waiting[key] = entry
    return .undecided
  }
}
