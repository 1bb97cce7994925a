/// Follows bluetoothd's objects by its signals, never by polling; only on the event loop's thread.
final class BlueZ {
  static let name = "org.bluez"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let manager = "org.freedesktop.DBus.ObjectManager"

  enum Change {
    /// Objects came, went or changed.
    case objects
    /// A device was heard on the air; `nil` if an adapter was turned on.
    case heard(path: String?)
    case value(path: String, [UInt8])
  }

  let connection: BusConnection
  private(set) var tree = BlueZTree()
  private(set) var isThere = false
  /// Whether it runs and refuses to talk to this user.
  private(set) var isDenied = false
  private let tell: (Change) -> Void

  init(on connection: BusConnection, tell: @escaping (Change) -> Void) {
    self.connection = connection
    self.tell = tell
  }

  /// Begins to listen; calls `ready` once when it is known what there is.
  func begin(_ ready: @escaping () -> Void) {
    connection.listen("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'") {
      [weak self] _, values in
      guard let self else { return }
      // A daemon that starts again knows nothing of what it was asked before.
      tree = BlueZTree()
      isThere = false
      tell(.objects)
      if values.last?.text?.isEmpty == false { read {} }
    }
    connection.hear("sender='\(Self.name)',interface='\(Self.manager)'") { [weak self] message in self?.heed(message) }
    connection.hear("sender='\(Self.name)',interface='\(Self.properties)',member='PropertiesChanged'") {
      [weak self] message in self?.heedProperties(message)
    }
    connection.call(.bus("NameHasOwner", .string(Self.name))) { [weak self] reply in
      guard let self, (try? reply.get())?.first?.isTrue == true else { return ready() }
      read(ready)
    }
  }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    _ reply: @escaping BusConnection.Reply = { _ in }
  ) {
    connection.call(
      BusCall(destination: Self.name, path: path, interface: interface, member: member, arguments: arguments), reply)
  }

  /// Makes BlueZ remember a device and let it connect by itself.
  func trust(_ device: BlueZTree.Device) {
    connection.call(.set("Trusted", to: .bool(true), of: BlueZTree.device, at: device.path, Self.name))
  }

  private func read(_ ready: @escaping () -> Void) {
    call("/", Self.manager, "GetManagedObjects") { [weak self] reply in
      guard let self else { return ready() }
      isDenied = reply.isDenied
      if case .success(let values) = reply {
        tree = BlueZTree()
        isThere = true
        for case .entry(let path, let interfaces) in values.first?.elements ?? [] {
          if let path = path.text { tree.add(path, interfaces) }
        }
        tell(.objects)
      }
      ready()
    }
  }

  private func heed(_ message: BusMessage) {
    let values = message.values()
    guard values.count == 2, let path = values[0].text else { return }
    switch message.member {
    case "InterfacesAdded":
      tree.add(path, values[1])
      tell(.heard(path: path))
    case "InterfacesRemoved":
      tree.remove(path, values[1].texts)
      tell(.objects)
    default: break
    }
  }

  private func heedProperties(_ message: BusMessage) {
    let values = message.values()
    guard values.count >= 2, let interface = values[0].text else { return }
    if interface == BlueZTree.characteristic {
      if let octets = values[1]["Value"]?.octets { tell(.value(path: message.path, octets)) }
      return
    }
    tree.change(message.path, interface, values[1])
    if values[1]["Powered"]?.isTrue == true {
      tell(.heard(path: nil))
    } else if values[1]["RSSI"] != nil {
      tell(.heard(path: message.path))
    } else {
      tell(.objects)
    }
  }
}

extension Result where Failure == BusError {
  /// Whether the bus's policy forbids it.
  fileprivate var isDenied: Bool {
    if case .failure(.refused("org.freedesktop.DBus.Error.AccessDenied", _)) = self { true } else { false }
  }
}
