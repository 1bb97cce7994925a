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
/// The table is bounded: when it is full, the connection that waited longest is forgotten and judged as one without a
/// name.
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
  }

  private struct Waiting: Sendable {
    var flight: FirstFlight
    var order: UInt64
    /// Packets without content since the last octet.
    var empty = 0
  }

  private var waiting: [Key: Waiting] = [:]
  private var order: UInt64 = 0
  private let capacity: Int

  /// After so many packets without content a connection is one where the server does the talking.
  static let mostEmptyPackets = 32

  /// A table for so many undecided connections.
  public init(capacity: Int = 1024) {
    self.capacity = capacity
  }

  /// How many connections are undecided.
  public var count: Int { waiting.count }

  /// Takes a packet from the side that opened the connection.
  public mutating func see(_ packet: TCPPacket) -> Finding {
    let key = Key(packet)
    if packet.opens {
      // A SYN begins a connection anew, also where the ports were used before. TCP Fast Open (RFC 7413) lets it carry
      // content.
      remember(key, FirstFlight(firstSequence: packet.sequence &+ 1))
      return packet.payload.isEmpty ? .undecided : look(key, packet, sequence: packet.sequence &+ 1)
    }
    if waiting[key] == nil {
      // A connection that was there before the table was: what flows now is no beginning.
      guard !packet.payload.isEmpty else { return .undecided }
      remember(key, FirstFlight(firstSequence: packet.sequence))
    }
    if packet.payload.isEmpty {
      if packet.ends {
        waiting[key] = nil
        return .destination(.other)
      }
      waiting[key]?.empty += 1
      guard waiting[key]?.empty ?? 0 > Self.mostEmptyPackets else { return .undecided }
      waiting[key] = nil
      return .destination(.other)
    }
    return look(key, packet, sequence: packet.sequence)
  }

  private mutating func look(_ key: Key, _ packet: TCPPacket, sequence: UInt32) -> Finding {
    guard var entry = waiting[key] else { return .undecided }
    waiting[key] = nil
    entry.flight.add(packet.payload, sequence: sequence)
    entry.empty = 0
    guard let destination = namedDestination(of: entry.flight.octets) else {
      waiting[key] = entry
      return .undecided
    }
    return .destination(destination)
  }

  private mutating func remember(_ key: Key, _ flight: FirstFlight) {
    if waiting.count >= capacity, waiting[key] == nil,
      let oldest = waiting.min(by: { $0.value.order < $1.value.order })?.key
    {
      waiting[oldest] = nil
    }
    order += 1
    waiting[key] = Waiting(flight: flight, order: order)
  }
}
