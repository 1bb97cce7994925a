internal import LinuxRuntime

extension BluetoothSensors {
  /// The sensors that BlueZ knows, and those with these addresses.
  package func known(besides addresses: Set<String>) async throws(Trouble) -> [Sensor] {
    let blueZ = try await open()
    return blueZ.tree.devices(besides: addresses).map(Sensor.init)
  }

  /// Closes the bus if it was only opened to answer.
  package func rest(following addresses: Set<String>) {
    if addresses.isEmpty, onlookers.isEmpty, awaited.isEmpty { close() }
  }

  /// Scans for sensors; reports each once.
  package func scan(for duration: Duration, found: @escaping @Sendable (Sensor) -> Void) async throws(Trouble) {
    let blueZ = try await open()
    let adapters = blueZ.tree.adapters
    guard !adapters.isEmpty else { throw .noAdapter }
    var told: Set<String> = []
    let look = { [unowned blueZ] in
      for device in blueZ.tree.devices(besides: []) where told.insert(device.address).inserted {
        found(Sensor(device))
      }
    }
    let filter = BusValue.hints([
      ("UUIDs", .strings(Kind.allCases.map { $0.service })), ("Transport", .string("le")),
    ])
    for adapter in adapters {
      blueZ.call(adapter, BlueZTree.adapter, "SetDiscoveryFilter", [filter])
      blueZ.call(adapter, BlueZTree.adapter, "StartDiscovery")
    }
    lastOnlooker += 1
    let id = lastOnlooker
    onlookers[id] = look
    look()
    await timer.pause(for: duration)
    onlookers[id] = nil
    for adapter in adapters { blueZ.call(adapter, BlueZTree.adapter, "StopDiscovery") }
  }

  /// Connects a sensor, pairs if possible, and returns once it is known what it measures.
  package func connect(_ address: String, within patience: Duration = .seconds(40)) async throws(Trouble) -> Sensor {
    let blueZ = try await open()
    guard !blueZ.tree.adapters.isEmpty else { throw .noAdapter }
    guard let device = blueZ.tree.device(address) else { throw .unknown }
    if !device.isConnected, let trouble = await call("Connect", device, blueZ) { throw .unreachable(trouble) }
    guard let here = await resolved(address, blueZ, within: patience) else { throw .unreachable("no answer") }
    guard !blueZ.tree.sources(of: here).isEmpty else { throw .noMeasurement }
    // Many straps know no pairing, and measure without it.
    if !here.isPaired { _ = await call("Pair", here, blueZ) }
    blueZ.trust(here)
    return Sensor(blueZ.tree.device(address) ?? here)
  }

  /// BlueZ's objection; `nil` if it agrees or has not finished.
  private func call(_ member: String, _ device: BlueZTree.Device, _ blueZ: BlueZ) async -> String? {
    await withCheckedContinuation { continuation in
      blueZ.call(device.path, BlueZTree.device, member) { reply in
        guard case .failure(.refused(let name, let message)) = reply, name.hasPrefix("org.bluez.") else {
          return continuation.resume(returning: nil)
        }
        continuation.resume(returning: message.isEmpty ? name : message)
      }
    }
  }

  /// Waits until the device is connected and its characteristics are known; `nil` after `patience`.
  private func resolved(_ address: String, _ blueZ: BlueZ, within patience: Duration) async -> BlueZTree.Device? {
    lastOnlooker += 1
    let id = lastOnlooker
    let isHere = await withCheckedContinuation { continuation in
      let end = loop.watchTime(patience) { [weak self] in
        self?.assumeIsolated { $0.awaited.removeValue(forKey: id)?.continuation.resume(returning: false) }
      }
      awaited[id] = Awaited(address: address, continuation: continuation, end: end)
      tellAwaited()
    }
    return isHere ? blueZ.tree.device(address) : nil
  }

  func tellAwaited() {
    for (id, one) in awaited {
      guard let device = blueZ?.tree.device(one.address), device.isConnected, device.isResolved else { continue }
      awaited[id] = nil
      one.continuation.resume(returning: true)
    }
  }

  /// Resumes all who wait, without a device.
  func endAwaiting() {
    for one in awaited.values { one.continuation.resume(returning: false) }
    awaited = [:]
  }

  struct Awaited {
    let address: String
    let continuation: CheckedContinuation<Bool, Never>
    let end: Watch
  }
}
