import ConnectionNames

/// What was heard of one person's connections that were let through, so that a later order ends only those that it
/// closes.
struct KnownNames: Sendable {
  struct Connection: Hashable, Sendable {
    let localPort: UInt16
    let remotePort: UInt16
    let remote: HostAddress
  }

  private var names: [Connection: Destination] = [:]
  private var order: [Connection] = []
  private static let most = 8192

  /// Connections that began while the table was up and have not said where they lead.
  private var young: Set<Connection> = []
  private var youngOrder: [Connection] = []
  private static let mostYoung = 512

  subscript(_ connection: Connection) -> Destination? { names[connection] }

  /// Whether a connection will still be asked where it leads, so that nothing has to end it before.
  func isYoung(_ connection: Connection) -> Bool { young.contains(connection) }

  /// Begins a new connection, and forgets what was heard of an earlier one with the same ends.
  mutating func begin(_ connection: Connection) {
    names[connection] = nil
    if young.insert(connection).inserted { youngOrder.append(connection) }
    guard youngOrder.count > 2 * Self.mostYoung else { return }
    for old in youngOrder.prefix(Self.mostYoung) { young.remove(old) }
    youngOrder.removeFirst(Self.mostYoung)
  }

  mutating func remember(_ destination: Destination, of connection: Connection) {
    young.remove(connection)
    if names.updateValue(destination, forKey: connection) == nil { order.append(connection) }
    guard order.count > Self.most else { return }
    // The older half goes at once; what is forgotten counts as unknown, which costs a reconnect at most.
    for old in order.prefix(Self.most / 2) { names[old] = nil }
    order.removeFirst(Self.most / 2)
  }
}
