import ConnectionNames
import LinuxRuntime
import SiteRules
import SocketOwners

/// Answers the kernel about the packets of people with policies, on the thread of the queue.
struct ConnectionJudge {
  let shared: Locked<WebFilter.Shared>
  let denied: @Sendable (WebFilter.Denial) -> Void

  /// Answers until the queue fails.
  func answer(_ queue: PacketQueue) {
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    var names = ConnectionNames()
    let connections = try? TCPConnections()
    do throws(SystemError) {
      while true {
        for question in try queue.wait(into: &buffer) {
          guard let user = question.user, let packet = TCPPacket(question.packet) else {
            try queue.answer(question, mark: nil)
            continue
          }
          let mark = judge(packet, of: user, names.see(packet))
          // The server is to hear of the end too. If the kernel ends no connections, the mark has it tell this side
          // alone.
          if mark == FilterTable.Mark.closed {
            names.forget(packet)
            try? connections?.end(packet.connection)
          }
          try queue.answer(question, mark: mark)
        }
      }
    } catch {
      shared.withLock { $0.fault = error }
    }
  }

  /// The mark that tells the kernel what becomes of the connection; `nil` while more is to be heard of it.
  private func judge(_ packet: TCPPacket, of user: UInt32, _ finding: ConnectionNames.Finding) -> UInt32? {
    let key = KnownNames.Connection(
      localPort: packet.sourcePort, remotePort: packet.destinationPort, remote: packet.destination)
    switch finding {
    case .undecided:
      if packet.opens { shared.withLock { $0.known.forget(key) } }
      return nil
    case .unheard:
      // Like one that is older than the table. Nobody asked for a site here, as far as anybody knows.
      let isClosed = shared.withLock { $0.closes(key, of: $0.subordinates.person(behind: user)) }
      return isClosed ? FilterTable.Mark.closed : FilterTable.Mark.open
    case .heard(let destinations, let isOver):
      for destination in destinations {
        if let denial = denial(of: destination, key, of: user) {
          denied(denial)
          return FilterTable.Mark.closed
        }
      }
      return isOver ? FilterTable.Mark.open : nil
    }
  }

  /// Why a connection may not go to a destination; `nil` if it may, which is remembered.
  private func denial(
    of destination: Destination, _ key: KnownNames.Connection, of user: UInt32
  ) -> WebFilter.Denial? {
    shared.withLock { shared in
      let person = shared.subordinates.person(behind: user)
      guard let policy = shared.policies[person] else { return nil }
      let judged = policy.verdict(on: destination, isWeb: isWebPort(destination.port ?? key.remotePort))
      guard case .closed(let rule) = judged.verdict else {
        if case .name = destination.what { shared.known.remember(destination, of: key) }
        return nil
      }
      return WebFilter.Denial(user: person, host: judged.host?.text, rule: rule)
    }
  }
}

extension TCPPacket {
  /// The connection's ends.
  fileprivate var connection: ConnectionEnds {
    ConnectionEnds(
      source: source, sourcePort: sourcePort, destination: destination, destinationPort: destinationPort)
  }
}
