/// The objects of bluetoothd as it tells of them: adapters, devices and their characteristics (org.bluez, "Adapter",
/// "Device" and "GATT" API).
struct BlueZTree {
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let characteristic = "org.bluez.GattCharacteristic1"

  /// Properties by path, interface and name.
  private var objects: [String: [String: [String: BusValue]]] = [:]

  struct Device {
    let path: String
    let address: String
    let name: String
    let kinds: [BluetoothSensors.Kind]
    let isConnected: Bool
    let isPaired: Bool
    /// Whether its characteristics are known.
    let isResolved: Bool
  }

  // MARK: Changes

  mutating func add(_ path: String, _ interfaces: BusValue) {
    for case .entry(let name, let properties) in interfaces.elements {
      guard let name = name.text else { continue }
      objects[path, default: [:]][name] = [:]
      change(path, name, properties)
    }
  }

  mutating func remove(_ path: String, _ interfaces: [String]) {
    for name in interfaces { objects[path]?[name] = nil }
    if objects[path]?.isEmpty == true { objects[path] = nil }
  }

  mutating func change(_ path: String, _ interface: String, _ properties: BusValue) {
    for case .entry(let name, let value) in properties.elements {
      guard let name = name.text else { continue }
      objects[path]?[interface]?[name] = value
    }
  }

  // MARK: What is there

  /// The paths of the adapters that are on.
  var adapters: [String] {
    objects.filter { $0.value[Self.adapter]?["Powered"]?.isTrue == true }.map(\.key).sorted()
  }

  /// The devices that measure what we understand, or that are chosen.
  func devices(besides chosen: Set<String>) -> [Device] {
    objects.keys.sorted().compactMap { path in device(at: path) }
      .filter { !$0.kinds.isEmpty || chosen.contains($0.address) }
  }

  /// The device with that address, whatever it measures.
  func device(_ address: String) -> Device? {
    objects.keys.sorted().compactMap { path in device(at: path) }.first { $0.address == address }
  }

  /// The address of the device that a characteristic belongs to.
  func address(ofOwnerOf path: String) -> String? {
    guard let end = path.range(ofService: "/service") else { return nil }
    return device(at: String(path[..<end]))?.address
  }

  /// The characteristics of a device that measure what we understand.
  func sources(of device: Device) -> [(path: String, kind: BluetoothSensors.Kind)] {
    objects.keys.sorted().compactMap { path in
      guard path.hasPrefix(device.path + "/"), let uuid = objects[path]?[Self.characteristic]?["UUID"]?.text,
        let kind = BluetoothSensors.Kind.allCases.first(where: { $0.characteristic == uuid.lowercased() })
      else { return nil }
      return (path, kind)
    }
  }

  private func device(at path: String) -> Device? {
    guard let properties = objects[path]?[Self.device], let address = properties["Address"]?.text else { return nil }
    var uuids: [String] = []
    if case .variant(let list)? = properties["UUIDs"] { uuids = list.texts.map { $0.lowercased() } }
    return Device(
      path: path, address: address.uppercased(),
      name: properties["Alias"]?.text ?? properties["Name"]?.text ?? address,
      kinds: BluetoothSensors.Kind.allCases.filter { uuids.contains($0.service) },
      isConnected: properties["Connected"]?.isTrue ?? false, isPaired: properties["Paired"]?.isTrue ?? false,
      isResolved: properties["ServicesResolved"]?.isTrue ?? false)
  }
}

extension String {
  /// Where the path of a device ends within that of one of its services.
  fileprivate func range(ofService word: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(word) }
  }
}

extension BusValue {
  /// Its bytes, also from within a variant.
  var octets: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .array(of: "y", let values):
      values.compactMap { value in if case .byte(let byte) = value { byte } else { nil } }
    case .variant(let value): value.octets
    default: nil
    }
  }
}
