/// One person's connections of which more is to be heard: those whose destination is not known yet, those whose server
/// has not answered, and those that ask a server or a proxy for one thing after another.
///
/// It is told of packets as they leave this computer, and may miss some: those that the kernel let go unasked because
/// too many waited. The table is bounded in connections, octets and time: what was not heard of for longest goes first.
/// A packet costs the same however many came before.
package struct ConnectionNames: Sendable {
  /// One direction of one connection.
  package struct Key: Hashable, Sendable {
    /// Where it comes from.
    package let source: HostAddress
    /// Where it goes.
    package let destination: HostAddress
    /// The port it comes from.
    package let sourcePort: UInt16
    /// The port it goes to.
    package let destinationPort: UInt16

    /// The connection of a packet.
    package init(_ packet: TCPPacket) {
      source = packet.source
      destination = packet.destination
      sourcePort = packet.sourcePort
      destinationPort = packet.destinationPort
    }
  }

  /// What is known after a packet.
  package enum Finding: Sendable, Equatable {
    /// Nothing yet: the packet goes on, and the next one is looked at too.
    case undecided
    /// Destinations that are known by this packet, and whether they are the last ones that can be heard of.
    case heard([Destination], isOver: Bool)
    /// Its beginning went by unseen and will not come again, so that nobody can tell where it goes.
    case unheard
    /// It is sent so that the server hears something else than what was read, or it never comes to its point.
    case refused
  }

  private var waiting: [Key: (connection: HeardConnection, order: UInt64)] = [:]
  /// Connections in the order in which they were heard of last.
  private var line = WaitingLine()
  /// Those that rest between two requests, in the same order.
  private var resting = WaitingLine()
  private var order: UInt64 = 0
  private let capacity: Int
  /// How many octets all of them hold.
  package private(set) var size = 0
  /// Connections that were forgotten in the middle of what they began to say, which nobody will understand any more.
  private var cutShort: [Key] = []
  /// Whether the octets of the packet that was seen last count, so that it has to go on as it was read.
  package private(set) var countsLast = false

  /// After this number of packets without content a connection is one where the server does the talking.
  package static let mostEmptyPackets = 32
  /// The most packets in which a hello or a head of a request may come.
  package static let mostPackets = 4096
  /// How many milliseconds a hello or a head of a request may take from its first octet to its last.
  package static let longestBeginning: UInt64 = 60_000
  /// How many milliseconds a connection is kept that rests between two requests; others are for as long as a beginning
  /// may take.
  package static let longestRest: UInt64 = 600_000
  /// The most octets that the connections of one person hold.
  package static let mostOctets = 1 << 20

  /// A table for that number of connections of which more is to be heard.
  package init(capacity: Int = 512) {
    self.capacity = capacity
  }

  /// How many connections more is to be heard of.
  package var count: Int { waiting.count }

  /// Whether more is to be heard of a connection.
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

  /// Forgets the connection of a packet.
  package mutating func forget(_ packet: TCPPacket) {
    _ = remove(Key(packet))
  }

  /// Gives the connections that are to end because they were forgotten in the middle of what they began to say.
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

  /// Forgets the connections of which nothing was heard for long.
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

  /// Forgets who has a place, unless it was heard of since and is further behind too.
  private mutating func forget(_ place: WaitingLine.Place) {
    guard waiting[place.key]?.order == place.order, let connection = remove(place.key) else { return }
    if connection.isUnfinished { cutShort.append(place.key) }
  }
}
