/// One person's connections of which more is to be heard: those whose destination is not known yet, those whose server
/// has not answered, and those that ask a server or a proxy for one thing after another.
///
/// It is told of packets as they leave this computer, and may miss some: those that the kernel let go unasked because
/// too many waited. The table is bounded in connections, octets and time: what was not heard of for longest goes first.
/// A packet costs the same however many came before.
package struct ConnectionNames: Sendable {
  /// One direction of one connection.
  package struct Key: Hashable, Sendable {
    package let source: HostAddress
    package let destination: HostAddress
    package let sourcePort: UInt16
    package let destinationPort: UInt16

    package init(_ packet: TCPPacket) {
      source = packet.source
      destination = packet.destination
      sourcePort = packet.sourcePort
      destinationPort = packet.destinationPort
    }
  }

  package enum Finding: Sendable, Equatable {
    /// Nothing yet: the packet goes on, and the next one is looked at too.
    case undecided
    /// Destinations known by this packet, and whether no others can follow.
    case heard([Destination], isOver: Bool)
    /// Its beginning went by unseen and will not come again: where it goes cannot be told.
    case unheard
    /// The server would read something else than was read here, or the beginning takes too long.
    case refused
  }

  private var waiting: [Key: (connection: HeardConnection, order: UInt64)] = [:]
  /// Connections in the order in which they were heard of last.
  private var line = WaitingLine()
  /// Those that rest between two requests, in the same order.
  private var resting = WaitingLine()
  private var order: UInt64 = 0
  private let capacity: Int
  /// In octets, for all connections.
  package private(set) var size = 0
  /// Connections forgotten in the middle of their beginning, which can't be understood any more.
  private var cutShort: [Key] = []
  /// Whether the last packet's octets count, so that it has to be sent on as it was read.
  package private(set) var countsLast = false

  /// After this many packets without content, the server does the talking on a connection.
  package static let mostEmptyPackets = 32
  /// The most packets in which a hello or a head of a request may come.
  package static let mostPackets = 4096
  /// How many milliseconds a hello or a head of a request may take from its first octet to its last.
  package static let longestBeginning: UInt64 = 60_000
  /// How many milliseconds a connection between two requests is kept; others `longestBeginning`.
  package static let longestRest: UInt64 = 600_000
  /// The most octets kept for the connections of one person.
  package static let mostOctets = 1 << 20

  package init(capacity: Int = 512) {
    self.capacity = capacity
  }

  package var count: Int { waiting.count }

  package func waits(for key: Key) -> Bool { waiting[key] != nil }

  /// Takes a packet from the side that opened the connection.
  ///
  /// - Parameters:
  ///   - now: milliseconds of a clock that only goes forward.
  ///   - isWeb: whether it goes to a port of the web, where no server speaks first.
  package mutating func see(_ packet: TCPPacket, at now: UInt64, isWeb: Bool) -> Finding {
    tidy(at: now)
    let key = Key(packet)
    let known = remove(key)
    countsLast = false
    // Nothing comes behind a reset.
    if packet.resets { return .undecided }
    // A path that joins another one says what only the server puts together; programs go on over the first.
    if packet.isOfManyPaths, packet.opens || known == nil { return .refused }
    var connection = packet.opens ? HeardConnection(from: packet) : known ?? HeardConnection(from: packet)
    let finding = connection.see(packet, at: now, isWeb: isWeb)
    countsLast = connection.countsLast
    switch finding {
    case .undecided, .heard(_, isOver: false): wait(key, connection, at: now)
    case .heard, .unheard, .refused: break
    }
    return finding
  }

  package mutating func forget(_ packet: TCPPacket) {
    _ = remove(Key(packet))
  }

  /// Returns, once, the connections to end because they were forgotten in their beginning.
  package mutating func takeCutShort() -> [Key] {
    defer { cutShort = [] }
    return cutShort
  }

  private mutating func remove(_ key: Key) -> HeardConnection? {
    guard let entry = waiting.removeValue(forKey: key) else { return nil }
    size -= entry.connection.size
    return entry.connection
  }

  private mutating func wait(_ key: Key, _ connection: consuming HeardConnection, at now: UInt64) {
    order += 1
    size += connection.size
    waiting[key] = (connection, order)
    if line.isLong(for: capacity) { line.keep { waiting[$0.key]?.order == $0.order } }
    line.append(WaitingLine.Place(key: key, order: order, at: now))
    while waiting.count > capacity || size > Self.mostOctets && waiting.count > 1 {
      guard let first = resting.take() ?? line.take() else { return }
      forget(first)
    }
  }

  package mutating func tidy(at now: UInt64) {
    while let first = line.take(heardBefore: now, by: Self.longestBeginning) {
      guard waiting[first.key]?.order == first.order, waiting[first.key]?.connection.rests == true else {
        forget(first)
        continue
      }
      if resting.isLong(for: capacity) { resting.keep { waiting[$0.key]?.order == $0.order } }
      resting.append(first)
    }
    while let first = resting.take(heardBefore: now, by: Self.longestRest) { forget(first) }
  }

  /// Forgets the connection in a place, unless it was heard of since and has a later place.
  private mutating func forget(_ place: WaitingLine.Place) {
    guard waiting[place.key]?.order == place.order, let connection = remove(place.key) else { return }
    if connection.isUnfinished { cutShort.append(place.key) }
  }
}
