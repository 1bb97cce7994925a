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

  subscript(_ connection: Connection) -> Destination? { names[connection] }

  /// A new connection begins between the same ports.
  mutating func forget(_ connection: Connection) {
    names[connection] = nil
  }

  mutating func remember(_ destination: Destination, of connection: Connection) {
    if names.updateValue(destination, forKey: connection) == nil { order.append(connection) }
    guard order.count > Self.most else { return }
    // The older half goes at once; what is forgotten counts as unknown, which costs a reconnect at most.
    for old in order.prefix(Self.most / 2) { names[old] = nil }
    order.removeFirst(Self.most / 2)
  }
}
