import ConnectionNames
import Glibc
public import LinuxRuntime
public import SiteRules

/// Closes sites for some users by the names that their connections ask for.
///
/// Nothing of it outlives the program: the table belongs to its socket, and a queue without a listener lets
/// everything pass.
/// Used from one thread; the packets are answered on another.
public final class WebFilter {
  /// A connection that was ended.
  public struct Denial: Sendable {
    /// Whose it was.
    public let user: UInt32
    /// The host that it asked for; `nil` where it named none.
    public let host: String?
    /// The entry that closes the host; `nil` where no entry opens it.
    public let rule: String?
  }

  private struct Shared: Sendable {
    var policies: [UInt32: SitePolicy] = [:]
    var known = KnownNames()
    /// Why the thread that answers is gone, after which everything passes.
    var fault: SystemError?
  }

  private let shared = Locked(Shared())
  private let denied: @Sendable (Denial) -> Void
  private var queue: PacketQueue?
  private var table: FilterTable?
  /// Why connections could not be ended when that was needed last; sites close for new connections all the same.
  public private(set) var endingFault: SystemError?

  /// A filter that closes nothing yet.
  ///
  /// - Parameter denied: is told of every connection that was ended, on the thread that answers packets.
  public init(denied: @escaping @Sendable (Denial) -> Void) {
    self.denied = denied
  }

  /// Whether the table is to stand, and does.
  public var isUp: Bool {
    guard let table, table.stands, table.isThere() else { return false }
    return shared.withLock { $0.fault } == nil
  }

  /// Finds out whether the kernel can do it, without closing anything.
  public func probe() throws(SystemError) {
    let (queue, table) = try ready()
    try table.probe(queue: queue.number)
  }

  /// Finds out whether the kernel ends connections at request.
  public func probeEnding() throws(SystemError) {
    try Connections().probe()
  }

  /// Puts these users' policies in force, and no others; ends the connections that they close.
  ///
  /// Connections to ports of the web that are older than the table have no known name, and are ended: a browser opens
  /// them again at
  /// once, and then they are asked. Others (mail, remote shells) stay.
  public func enforce(_ policies: [UInt32: SitePolicy]) throws(SystemError) {
    let policies = policies.filter { !$0.value.isEmpty }
    let before = shared.withLock { shared in
      let before = shared.policies
      shared.policies = policies
      return before
    }
    guard !policies.isEmpty else {
      // From here on connections come and go unseen, and others get their ports.
      shared.withLock { $0.known = KnownNames() }
      try table?.lower()
      return
    }
    let (queue, table) = try ready()
    if !table.stands || Set(before.keys) != Set(policies.keys) {
      try table.raise(for: policies.keys.sorted(), queue: queue.number)
    }
    cut(Set(policies.keys))
  }

  /// Raises the table again where somebody took it away; says whether that was needed.
  public func repair() throws(SystemError) -> Bool {
    guard let table, table.stands, !table.isThere() else { return false }
    let users = shared.withLock { $0.policies.keys.sorted() }
    let (queue, _) = try ready()
    try table.raise(for: users, queue: queue.number)
    cut(Set(users))
    return true
  }

  /// Takes away what a filter may have left in a kernel that does not take tables down with their owners; says
  /// whether something stays.
  public static func removeLeftover() -> Bool {
    FilterTable.removeLeftover()
  }

  private func cut(_ users: Set<UInt32>) {
    endingFault = nil
    do throws(SystemError) { try endClosed(users) } catch { endingFault = error }
  }

  /// Ends connections of these users that their policies close, or about which nothing is known.
  ///
  /// The kernel lists them in portions, between which they come and go: what is left is looked for again. One that does
  /// not end keeps none of the others.
  private func endClosed(_ users: Set<UInt32>) throws(SystemError) {
    let connections = try Connections()
    var fault: SystemError?
    for round in 0..<3 {
      fault = nil
      var count = 0
      // One that is being opened after the table came is asked for its name like any other.
      for connection in try connections.list(withOpening: round == 0)
      where users.contains(connection.user) && !connection.isLoopback {
        guard closes(connection) else { continue }
        count += 1
        do throws(SystemError) { try connections.end(connection) } catch { fault = error }
      }
      if count == 0 { break }
    }
    if let fault { throw fault }
  }

  private func closes(_ connection: Connections.Connection) -> Bool {
    let key = KnownNames.Connection(
      localPort: connection.localPort, remotePort: connection.remotePort, remote: connection.remote)
    return shared.withLock { Self.closes(key, of: connection.user, in: $0) }
  }

  private func ready() throws(SystemError) -> (PacketQueue, FilterTable) {
    if let queue, let table { return (queue, table) }
    let queue = try PacketQueue()
    let table = try FilterTable()
    self.queue = queue
    self.table = table
    let shared = shared
    let denied = denied
    startThread(named: "names") { Self.answer(queue, shared, denied) }
    return (queue, table)
  }

  nonisolated private static func answer(
    _ queue: PacketQueue, _ shared: Locked<Shared>, _ denied: @Sendable (Denial) -> Void
  ) {
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    var names = ConnectionNames()
    let connections = try? Connections()
    do throws(SystemError) {
      while true {
        for question in try queue.wait(into: &buffer) {
          guard let user = question.user, let packet = TCPPacket(question.packet) else {
            try queue.answer(question, mark: nil)
            continue
          }
          let mark = judge(packet, of: user, names.see(packet), shared, denied)
          // The server is to hear of the end too. Where the kernel ends no connections, the mark has it tell this side
          // alone.
          if mark == FilterTable.Mark.closed { try? connections?.end(sending: packet) }
          try queue.answer(question, mark: mark)
        }
      }
    } catch {
      shared.withLock { $0.fault = error }
    }
  }

  /// The mark that tells the kernel what becomes of the connection; `nil` while nobody knows.
  private static func judge(
    _ packet: TCPPacket, of user: UInt32, _ finding: ConnectionNames.Finding, _ shared: Locked<Shared>,
    _ denied: @Sendable (Denial) -> Void
  ) -> UInt32? {
    let key = KnownNames.Connection(
      localPort: packet.sourcePort, remotePort: packet.destinationPort, remote: packet.destination)
    let isWeb = isWebPort(packet.destinationPort)
    switch finding {
    case .undecided:
      if packet.opens { shared.withLock { $0.known.forget(key) } }
      return nil
    case .unheard:
      // Like one that is older than the table. Nobody asked for a site here, as far as anybody knows.
      return shared.withLock { closes(key, of: user, in: $0) } ? FilterTable.Mark.closed : FilterTable.Mark.open
    case .destination(let destination):
      let (host, verdict) = shared.withLock { shared in
        let answer = Self.verdict(destination, isWeb: isWeb, by: shared.policies[user])
        if answer.1 == .open, case .name = destination { shared.known.remember(destination, of: key) }
        return answer
      }
      guard case .closed(let rule) = verdict else { return FilterTable.Mark.open }
      denied(Denial(user: user, host: host?.text, rule: rule))
      return FilterTable.Mark.closed
    }
  }

  /// Whether a connection of which no more will be heard is closed: by what was heard of it, and where that is nothing,
  /// by its port.
  private static func closes(_ key: KnownNames.Connection, of user: UInt32, in shared: Shared) -> Bool {
    guard let policy = shared.policies[user] else { return false }
    let isWeb = isWebPort(key.remotePort)
    guard let destination = shared.known[key] else { return isWeb }
    return verdict(destination, isWeb: isWeb, by: policy).1 != .open
  }

  private static func verdict(
    _ destination: NamedDestination, isWeb: Bool, by policy: SitePolicy?
  ) -> (SiteName?, SiteVerdict) {
    guard let policy else { return (nil, .open) }
    if case .name(let octets) = destination, let host = SiteName(wire: octets) {
      return (host, policy.verdict(on: host, isWeb: isWeb))
    }
    return (nil, policy.verdictOnUnnamed(isWeb: isWeb))
  }
}
