package import LinuxRuntime

/// Tells the local network through avahi that this computer offers a service (multicast DNS, RFC 6763), for as long as
/// it does. Without avahi nothing is told, and avahi is never started for it.
package actor NetworkAnnouncement {
  private let loop: EventLoop
  private let address: String
  private let name: String
  private let type: String
  private var connection: BusConnection?
  private var entry: AvahiEntry?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// `name` is what people see in a list of services; `type` is such as `_http._tcp`.
  package init(loop: EventLoop, address: String, name: String, type: String) {
    self.loop = loop
    self.address = address
    self.name = name
    self.type = type
  }

  /// Announces the service at a port, or ends that; avahi forgets a program that leaves the bus.
  package func set(_ port: UInt16?) {
    connection?.close()
    connection = nil
    entry = nil
    guard let port else { return }
    // A bus that cannot be reached is a computer without avahi.
    guard let connection = try? BusConnection(address: address, loop: loop, ended: {}) else { return }
    let entry = AvahiEntry(on: connection, name: name, type: type, port: port)
    self.connection = connection
    self.entry = entry
    entry.begin()
  }
}

extension NetworkAnnouncement {
  /// The name under which avahi answers for this computer, which is not always the computer's own; `nil` if it does
  /// not run.
  package func hostName() async -> String? {
    guard let connection = try? BusConnection(address: address, loop: loop, ended: {}) else { return nil }
    let name = await withCheckedContinuation { continuation in
      connection.call(.bus("NameHasOwner", .string(AvahiEntry.daemon))) { reply in
        guard (try? reply.get())?.first?.isTrue == true else { return continuation.resume(returning: nil as String?) }
        connection.call(AvahiEntry.call("Server", "GetHostNameFqdn", at: "/")) { reply in
          continuation.resume(returning: (try? reply.get())?.first?.text)
        }
      }
    }
    connection.close()
    return name
  }
}

/// avahi's entry (org.freedesktop.Avahi.EntryGroup), made each time the daemon comes.
private final class AvahiEntry {
  static let daemon = "org.freedesktop.Avahi"
  private unowned let connection: BusConnection
  private let name: String
  private let type: String
  private let port: UInt16

  init(on connection: BusConnection, name: String, type: String, port: UInt16) {
    self.connection = connection
    self.name = name
    self.type = type
    self.port = port
  }

  func begin() {
    let rule = "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.daemon)'"
    connection.listen(rule) { [weak self] _, values in
      if values.last?.text?.isEmpty == false { self?.make() }
    }
    connection.call(.bus("NameHasOwner", .string(Self.daemon))) { [weak self] reply in
      if (try? reply.get())?.first?.isTrue == true { self?.make() }
    }
  }

  private func make() {
    connection.call(Self.call("Server", "EntryGroupNew", at: "/")) { [weak self] reply in
      guard let self, let group = (try? reply.get())?.first?.text else { return }
      // On all networks (-1), by both families (-1), in the usual domain, for this computer.
      let service: [BusValue] = [
        .int32(-1), .int32(-1), .uint32(0), .string(name), .string(type), .string(""), .string(""), .uint16(port),
        .array(of: "ay", []),
      ]
      connection.call(Self.call("EntryGroup", "AddService", at: group, service)) { [weak self] reply in
        guard let self, case .success = reply else { return }
        connection.call(Self.call("EntryGroup", "Commit", at: group))
      }
    }
  }

  static func call(_ part: String, _ member: String, at path: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(destination: daemon, path: path, interface: "\(daemon).\(part)", member: member, arguments: arguments)
  }
}
