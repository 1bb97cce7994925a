import ConnectionNames
import Glibc
import LinuxRuntime
import SiteRules
import SocketOwners

/// Answers the kernel about the packets of people with policies, on the thread of a queue.
struct ConnectionJudge {
  let shared: Locked<WebFilter.Shared>
  let denied: @Sendable (WebFilter.Denial) -> Void
  /// What is known of each person's connections; nobody's displace another person's.
  private var people: [UInt32: ConnectionNames] = [:]
  /// Questions since free memory was given back.
  private var count = 0

  /// After this number of questions it is worth the millisecond to give memory back: when no more come, or in between.
  private static let few = 256
  private static let many = 8192

  init(_ shared: Locked<WebFilter.Shared>, denied: @escaping @Sendable (WebFilter.Denial) -> Void) {
    self.shared = shared
    self.denied = denied
  }

  /// Answers until the queue fails.
  mutating func answer(_ queue: PacketQueue) {
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    let connections = try? TCPConnections()
    do throws(SystemError) {
      while true {
        let questions = try queue.wait(into: &buffer)
        for question in questions {
          let answer = answer(question, connections)
          try queue.answer(question, mark: answer.mark, content: answer.content)
        }
        if questions.isEmpty { rest(connections) }
        count += questions.count
        guard count > (questions.isEmpty ? Self.few : Self.many) else { continue }
        FreeMemory.giveBack()
        count = 0
      }
    } catch {
      shared.withLock { $0.fault = error }
    }
  }

  /// The mark that tells the kernel what becomes of a packet's connection, and the packet as it was read where what it
  /// says counts: the pages that it was made of belong to its program, which may have changed them since.
  mutating func answer(
    _ question: PacketQueue.Question, _ connections: borrowing TCPConnections?
  ) -> (mark: UInt32?, content: [UInt8]?) {
    // What goes to a port by TCP, and is not read, is not let through.
    guard let packet = TCPPacket(question.packet) else { return (FilterTable.Mark.closed, nil) }
    guard let person = person(behind: question.user, packet) else {
      // The kernel's own answers to late packets say nothing. What does is the rest of a connection that its program
      // has closed, and that another queue was asked about.
      return (packet.payload.isEmpty ? nil : FilterTable.Mark.closed, nil)
    }
    var names = people.removeValue(forKey: person) ?? ConnectionNames()
    let finding = names.see(packet, at: Self.now, isWeb: isWebPort(packet.destinationPort))
    let mark = judge(packet, of: person, finding)
    if mark == FilterTable.Mark.closed { names.forget(packet) }
    let cutShort = names.takeCutShort()
    let counts = names.countsLast
    people[person] = names
    // The server is to hear of the end too. If the kernel ends no connections, the mark has it tell this side alone.
    for key in cutShort + (mark == FilterTable.Mark.closed ? [ConnectionNames.Key(packet)] : []) {
      end(key, connections)
    }
    let isRead = counts && mark != FilterTable.Mark.closed && !question.isCut
    return (mark, isRead ? packet.sealed(question.packet) : nil)
  }

  /// The person of the packet's user; without one, the person who has that connection already.
  private func person(behind user: UInt32?, _ packet: TCPPacket) -> UInt32? {
    if let user { return shared.withLock { $0.subordinates.person(behind: user) } }
    let key = ConnectionNames.Key(packet)
    return people.first { $0.value.waits(for: key) }?.key
  }

  private func end(_ key: ConnectionNames.Key, _ connections: borrowing TCPConnections?) {
    try? connections?.end(
      ConnectionEnds(
        source: key.source.octets, sourcePort: key.sourcePort, destination: key.destination.octets,
        destinationPort: key.destinationPort))
  }

  /// Milliseconds that do not pass while the computer sleeps; connections do not age then either.
  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// While nobody asks: forgets people who have no policy now, and what was heard long ago.
  mutating func rest(_ connections: borrowing TCPConnections?) {
    guard !people.isEmpty else { return }
    let asked = shared.withLock { Set($0.policies.keys) }
    people = people.filter { asked.contains($0.key) }
    for person in people.keys {
      people[person]?.tidy(at: Self.now)
      for key in people[person]?.takeCutShort() ?? [] { end(key, connections) }
    }
  }

  private func judge(_ packet: TCPPacket, of person: UInt32, _ finding: ConnectionNames.Finding) -> UInt32? {
    let key = KnownNames.Connection(
      localPort: packet.sourcePort, remotePort: packet.destinationPort, remote: packet.destination)
    if packet.opens { shared.withLock { $0.known[person, default: KnownNames()].begin(key) } }
    switch finding {
    case .undecided: return nil
    case .refused:
      denied(WebFilter.Denial(user: person, host: nil, rule: nil))
      return FilterTable.Mark.closed
    case .unheard:
      // Like one that is older than the table. Nobody asked for a site here, as far as anybody knows.
      return shared.withLock { $0.closes(key, of: person) } ? FilterTable.Mark.closed : FilterTable.Mark.open
    case .heard(let destinations, let isOver):
      for destination in destinations {
        switch ruling(on: destination, key, of: person, ConnectionEnds(packet)) {
        case .open: continue
        case .closed(let denial):
          denied(denial)
          return FilterTable.Mark.closed
        // Nobody asked for a site here: programs try such ways by themselves.
        case .detour: return FilterTable.Mark.closed
        }
      }
      return isOver ? FilterTable.Mark.open : nil
    }
  }

  private enum Ruling {
    case open
    case closed(WebFilter.Denial)
    case detour
  }

  /// Whether a connection may go to a destination; if it may, that is remembered.
  private func ruling(
    on destination: Destination, _ key: KnownNames.Connection, of person: UInt32, _ ends: ConnectionEnds
  ) -> Ruling {
    let ruling = ruling(on: destination, key, of: person)
    guard case .closed(let denial) = ruling, let host = denial.host.flatMap({ SiteName(wire: $0.utf8) }) else {
      return ruling
    }
    let browsers = shared.withLock { $0.browsers(leaving: host, of: person) }
    guard SeenBrowsers.isOwned(ends, by: browsers, of: person) else { return ruling }
    shared.withLock { $0.known[person, default: KnownNames()].remember(destination, of: key) }
    return .open
  }

  private func ruling(on destination: Destination, _ key: KnownNames.Connection, of person: UInt32) -> Ruling {
    shared.withLock { shared in
      guard let policy = shared.policies[person] else { return .open }
      if policy.closesDetour(destination, of: key) { return .detour }
      let judged = policy.verdict(on: destination, from: key.remotePort)
      guard case .closed(let rule) = judged.verdict else {
        shared.known[person, default: KnownNames()].remember(destination, of: key)
        return .open
      }
      return .closed(WebFilter.Denial(user: person, host: judged.host?.text, rule: rule))
    }
  }
}

extension ConnectionEnds {
  /// The ends of a packet's connection, which the packet's sender opened.
  fileprivate init(_ packet: TCPPacket) {
    let key = ConnectionNames.Key(packet)
    self.init(
      source: key.source.octets, sourcePort: key.sourcePort, destination: key.destination.octets,
      destinationPort: key.destinationPort)
  }
}
