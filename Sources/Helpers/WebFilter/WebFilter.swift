import ConnectionNames
import Glibc
package import LinuxRuntime
package import SiteRules
import SocketOwners

/// Closes sites for some users by the names that their connections ask for.
///
/// Nothing of it outlives the program: the table belongs to its socket, and a queue without a listener lets
/// everything pass.
/// Used from one thread; the packets are answered on another.
package final class WebFilter {
  package struct Denial: Sendable {
    package let user: UInt32
    /// The host that it asked for; `nil` where it named none.
    package let host: String?
    /// The entry that closes the host; `nil` where no entry opens it.
    package let rule: String?
  }

  struct Shared: Sendable {
    var policies: [UInt32: SitePolicy] = [:]
    /// The ids under which people who have a policy may act as well.
    var subordinates = SubordinateUsers.none
    /// The browsers that close parts of sites themselves, by user.
    var browsers: [UInt32: Set<Int32>] = [:]
    /// Whether to hide how a hello is encrypted; one person's policy decides for everybody.
    var answersECH: Bool { policies.values.contains { $0.answersECH } }
    var known: [UInt32: KnownNames] = [:]
    /// Why the thread that answers has ended; after that, everything passes.
    var fault: SystemError?
    /// Why the thread that answers questions for names has ended.
    var questionFault: SystemError?
  }

  private let shared = Locked(Shared())
  private let denied: @Sendable (Denial) -> Void
  private var queues: [PacketQueue] = []
  private var questions: PacketQueue?
  private var resolvers: [HostAddress] = []
  private var places: [UInt32: Int] = [:]
  private var table: FilterTable?
  /// Why connections could not be ended when that was needed last; sites close for new connections all the same.
  package private(set) var endingFault: SystemError?

  /// `denied` is told of every connection that was ended, on the thread that answers packets.
  package init(denied: @escaping @Sendable (Denial) -> Void) {
    self.denied = denied
  }

  /// Whether the table should be there, and is.
  package var isUp: Bool {
    guard let table, table.stands, table.isThere() else { return false }
    return shared.withLock { $0.fault } == nil
  }

  /// Whether questions for names are answered here, and encrypted resolvers are closed.
  package var answersQuestions: Bool { isUp && shared.withLock { $0.questionFault } == nil }

  /// Whether questions about how a hello is encrypted are answered here.
  package var answersECH: Bool { answersQuestions && shared.withLock { $0.answersECH } }

  package var questionFault: SystemError? { shared.withLock { $0.questionFault } }

  /// Finds out whether the kernel can do it, without closing anything.
  package func probe() throws(SystemError) {
    let table = try ready(forPeople: 1)
    try table.probe(queue: queues[0].number)
  }

  /// Finds out whether the kernel ends connections at request.
  package func probeEnding() throws(SystemError) {
    try TCPConnections().probe()
  }

  /// Puts these users' policies in force, and no others; ends the connections that they close.
  ///
  /// Connections to ports of the web that are older than the table have no known name, and are ended: a browser opens
  /// them again at
  /// once, and then they are asked. Others (mail, remote shells) stay.
  ///
  /// - Parameters:
  ///   - policies: what is closed for whom.
  ///   - subordinates: the ids under which those people may act as well.
  ///   - browsers: processes of people's browsers that close parts of sites themselves.
  package func enforce(
    _ policies: [UInt32: SitePolicy], subordinates: SubordinateUsers = .none, browsers: [UInt32: Set<Int32>] = [:]
  ) throws(SystemError) {
    let policies = policies.filter { !$0.value.isEmpty }
    let before = lanes()
    shared.withLock { shared in
      shared.policies = policies
      shared.subordinates = subordinates
      shared.browsers = browsers
      // From here on other people's connections come and go unseen, and others get their ports.
      shared.known = shared.known.filter { policies[$0.key] != nil }
    }
    guard !policies.isEmpty else {
      places = [:]
      try table?.lower()
      return
    }
    let table = try ready(forPeople: policies.count)
    place(policies.keys.sorted())
    let asked = lanes()
    let isNew = followResolvers()
    if !table.stands || before != asked || isNew { try raise(table) }
    cut()
  }

  private func raise(_ table: FilterTable) throws(SystemError) {
    guard let questions else { return }
    try table.raise(for: lanes(), questions: questions.number, resolvers: resolvers)
  }

  /// Reads again whom this computer is told to ask; returns whether that has changed.
  private func followResolvers() -> Bool {
    let now = OwnResolvers.addresses()
    guard now != resolvers else { return false }
    resolvers = now
    return true
  }

  /// Raises the table again if somebody removed it; returns whether that was needed.
  package func repair() throws(SystemError) -> Bool {
    guard let table, table.stands else { return false }
    if table.isThere() {
      // Another network has another resolver.
      if followResolvers() { try raise(table) }
      return false
    }
    try raise(table)
    cut()
    return true
  }

  /// Removes what a filter left where a kernel keeps ownerless tables; returns whether any stays.
  package static func removeLeftover() -> Bool {
    FilterTable.removeLeftover()
  }

  private func cut() {
    endingFault = nil
    do throws(SystemError) { try endClosed() } catch { endingFault = error }
  }

  /// Ends connections of people with policies that those close, or about which nothing is known.
  ///
  /// The kernel lists them in portions, between which they come and go: what is left is looked for again. One that does
  /// not end keeps none of the others.
  private func endClosed() throws(SystemError) {
    let connections = try TCPConnections()
    var fault: SystemError?
    for round in 0..<3 {
      fault = nil
      var count = 0
      // One that is being opened after the table came is asked for its name like any other.
      for connection in try connections.list(withOpening: round == 0)
      where !connection.isLoopback && closes(connection) {
        count += 1
        do throws(SystemError) { try connections.end(connection) } catch { fault = error }
      }
      if count == 0 { break }
    }
    if let fault { throw fault }
  }

  private func closes(_ connection: TCPConnections.Connection) -> Bool {
    let key = KnownNames.Connection(
      localPort: connection.localPort, remotePort: connection.remotePort, remote: HostAddress(connection.remote))
    let (person, isClosed) = shared.withLock { shared in
      let person = shared.subordinates.person(behind: connection.user)
      // Another order, or that of another person, ends no connection that is about to say where it leads.
      let isYoung = shared.known[person]?.isYoung(key) == true
      return (person, !isYoung && shared.closes(key, of: person))
    }
    return isClosed && !SeenBrowsers.own(connection.ends, key, of: person, shared)
  }

  /// The most people that have a queue and a thread of their own; more of them share.
  private static let mostQueues = 4

  private func ready(forPeople count: Int) throws(SystemError) -> FilterTable {
    while queues.count < min(count, Self.mostQueues) {
      let queue = try PacketQueue()
      queues.append(queue)
      let shared = shared
      let denied = denied
      startThread(named: "names") {
        var judge = ConnectionJudge(shared, denied: denied)
        judge.answer(queue)
      }
    }
    if questions == nil {
      let queue = try PacketQueue()
      questions = queue
      let shared = shared
      let denied = denied
      startThread(named: "questions") {
        var judge = QuestionJudge(shared, denied: denied)
        judge.answer(queue)
      }
    }
    if let table { return table }
    let new = try FilterTable()
    table = new
    return new
  }

  /// Gives each person the queue that has the fewest, and leaves them there: nobody waits for the packets of another
  /// one while there are queues enough.
  private func place(_ people: [UInt32]) {
    places = places.filter { people.contains($0.key) }
    for person in people where places[person] == nil {
      let counts = queues.indices.map { index in places.values.count { $0 == index } }
      places[person] = queues.indices.min { counts[$0] < counts[$1] }
    }
  }

  /// Whose packets are asked about: people with policies, under each of their ids.
  private func lanes() -> [FilterTable.Lane] {
    func lane(_ users: FilterTable.Users, of person: UInt32) -> FilterTable.Lane? {
      places[person].map { FilterTable.Lane(users: users, queue: queues[$0].number) }
    }
    return shared.withLock { shared in
      shared.policies.keys.sorted().compactMap { lane(.one($0), of: $0) }
        + shared.subordinates.ranges.compactMap { lane(.several($0.ids), of: $0.person) }
    }
  }
}

extension WebFilter.Shared {
  /// Whether a connection of which no more will be heard is closed: by what was heard of it, and if that is nothing, by
  /// its port.
  func closes(_ key: KnownNames.Connection, of person: UInt32) -> Bool {
    guard let policy = policies[person] else { return false }
    guard let destination = known[person]?[key] else { return isWebPort(key.remotePort) }
    return policy.closesDetour(destination, of: key)
      || policy.verdict(on: destination, from: key.remotePort).verdict != .open
  }
}

extension SitePolicy {
  /// Whether a connection leads elsewhere unseen.
  ///
  /// Resolvers at the port of questions in secret are judged by their addresses alone: this computer may have been told
  /// to ask one of them.
  func closesDetour(_ destination: Destination, of key: KnownNames.Connection) -> Bool {
    guard (destination.port ?? key.remotePort) != FilterTable.privatePort else { return false }
    switch destination.what {
    case .name(let octets):
      guard let host = SiteName(wire: octets) else { return false }
      return closesDetour(host, isMarked: destination.isMarked)
    case .unnamed: return isWebPort(key.remotePort) && HiddenResolvers.isAt(key.remote.octets)
    case .other, .broken: return false
    }
  }

  /// What happens to a connection to a destination, and its host if it named one.
  ///
  /// - Parameter port: the port of the connection, which may be a proxy's.
  func verdict(on destination: Destination, from port: UInt16) -> (host: SiteName?, verdict: SiteVerdict) {
    let isWeb = isWebPort(destination.port ?? port) || destination.isRequest && isWebPort(port)
    switch destination.what {
    case .broken: return (nil, .closed(rule: nil))
    case .name(let octets):
      guard let host = SiteName(wire: octets) else { return (nil, verdictOnUnnamed(isWeb: isWeb)) }
      return (host, verdict(on: host, isWeb: isWeb))
    case .unnamed, .other: return (nil, verdictOnUnnamed(isWeb: isWeb))
    }
  }
}
