package import LinuxRuntime

/// Sensors that people wear, over BlueZ. The bus is only opened for sensors that are chosen, or if the person asks; a
/// sensor that is away is tried three times, and then when something is heard of it.
package actor BluetoothSensors {
  package enum Kind: String, CaseIterable, Sendable {
    case heartRate = "heart_rate"
    /// Steps, speed and distance.
    case strides

    var service: String { Self.long(self == .heartRate ? "180d" : "1814") }
    var characteristic: String { Self.long(self == .heartRate ? "2a37" : "2a53") }

    private static func long(_ short: String) -> String { "0000\(short)-0000-1000-8000-00805f9b34fb" }
  }

  package struct Sensor: Equatable, Sendable {
    /// Its Bluetooth address, in capitals.
    package let address: String
    /// Its own name, or the one that the person gave it.
    package let name: String
    package let kinds: [Kind]
    package let isConnected: Bool
    package let isPaired: Bool

    init(_ device: BlueZTree.Device) {
      (address, name, kinds) = (device.address, device.name, device.kinds)
      (isConnected, isPaired) = (device.isConnected, device.isPaired)
    }
  }

  package enum News: Equatable, Sendable {
    /// A measurement; `at` is in milliseconds since boot.
    case value(address: String, Kind, [UInt8], at: Int64)
    case gone(address: String)
  }

  package enum Trouble: Error, Equatable, Sendable {
    case noBus
    case noBlueZ
    /// BlueZ does not talk to this user.
    case denied
    /// No adapter is there, or none is on.
    case noAdapter
    /// BlueZ does not know the device; a scan must find it first.
    case unknown
    /// It does not answer; the reason is in BlueZ's words.
    case unreachable(String)
    /// It is connected, and measures nothing that we understand.
    case noMeasurement
  }

  package nonisolated let news: AsyncStream<News>

  let loop: EventLoop
  let timer: LoopTimer
  private let address: String
  private let now: @Sendable () -> Int64
  private let out: AsyncStream<News>.Continuation
  private(set) var blueZ: BlueZ?
  private var chosen: Set<String> = []
  /// The characteristics that notify, by path.
  private var sources: [String: (address: String, kind: Kind)] = [:]
  private var attempts: [String: Int] = [:]
  private var waits: [String: Watch] = [:]
  /// Sensors that BlueZ is connecting at the moment.
  private var reached: Set<String> = []
  private var reopening: Watch?
  /// Called on each change of devices during a scan.
  var onlookers: [Int: () -> Void] = [:]
  var awaited: [Int: Awaited] = [:]
  var lastOnlooker = 0

  /// Seconds before each attempt to reach a sensor that is away.
  private static let pace: [Int64] = [1, 10, 60]

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Follows no sensors yet; `now` returns milliseconds since boot.
  package init(
    loop: EventLoop, address: String, now: @escaping @Sendable () -> Int64 = { SinceBoot.milliseconds }
  ) {
    self.loop = loop
    self.address = address
    self.now = now
    timer = LoopTimer(loop: loop)
    (news, out) = AsyncStream.makeStream(of: News.self)
  }

  /// Follows exactly the sensors with these addresses.
  package func follow(_ addresses: Set<String>) async {
    let former = chosen.subtracting(addresses)
    chosen = addresses
    for address in former {
      (waits[address], attempts[address]) = (nil, nil)
      letGo(address)
    }
    guard !chosen.isEmpty else { return close() }
    _ = try? await open()
    tend()
  }

  package func close() {
    blueZ?.connection.close()
    blueZ = nil
    (waits, reached, reopening) = ([:], [], nil)
    endAwaiting()
    for address in Set(sources.values.map { $0.address }) { out.yield(.gone(address: address)) }
    sources = [:]
  }

  package func isLive(_ address: String) -> Bool { sources.values.contains { $0.address == address } }

  /// Connects to BlueZ, unless that is done.
  func open() async throws(Trouble) -> BlueZ {
    if let blueZ {
      guard blueZ.isThere else { throw blueZ.isDenied ? .denied : .noBlueZ }
      return blueZ
    }
    let connection = try renaming(
      { (_: BusError) in Trouble.noBus },
      BusConnection(address: address, loop: loop) { [unowned me = self] in me.assumeIsolated { $0.lost() } })
    let made = BlueZ(on: connection) { [unowned me = self] change in me.assumeIsolated { $0.heed(change) } }
    blueZ = made
    await withCheckedContinuation { continuation in made.begin { continuation.resume() } }
    guard made.isThere else {
      if chosen.isEmpty { close() }
      throw made.isDenied ? .denied : .noBlueZ
    }
    return made
  }

  // MARK: What BlueZ tells

  private func heed(_ change: BlueZ.Change) {
    switch change {
    case .value(let path, let octets):
      guard let source = sources[path] else { return }
      out.yield(.value(address: source.address, source.kind, octets, at: now()))
    case .heard(let path):
      tend()
      for address in chosen where path == nil || blueZ?.tree.device(address)?.path == path { reachNow(address) }
    case .objects: tend()
    }
  }

  /// Subscribes to chosen sensors that are connected, and connects the others.
  private func tend() {
    guard let blueZ else { return }
    for address in chosen {
      guard let device = blueZ.tree.device(address), device.isConnected else {
        letGo(address)
        arrange(address)
        continue
      }
      (attempts[address], waits[address]) = (0, nil)
      guard device.isResolved else { continue }
      for source in blueZ.tree.sources(of: device) where sources[source.path] == nil {
        sources[source.path] = (address, source.kind)
        blueZ.call(source.path, BlueZTree.characteristic, "StartNotify") { [weak self] reply in
          guard case .failure = reply else { return }
          self?.assumeIsolated { $0.sources[source.path] = nil }
        }
      }
    }
    for onlooker in onlookers.values { onlooker() }
    tellAwaited()
  }

  private func letGo(_ address: String) {
    let paths = sources.filter { $0.value.address == address }.map { $0.key }
    for path in paths {
      sources[path] = nil
      if !chosen.contains(address) { blueZ?.call(path, BlueZTree.characteristic, "StopNotify") }
    }
    if !paths.isEmpty { out.yield(.gone(address: address)) }
  }

  /// Schedules an attempt to reach a sensor, unless all attempts are used up.
  private func arrange(_ address: String) {
    let attempt = attempts[address] ?? 0
    guard waits[address] == nil, !reached.contains(address), attempt < Self.pace.count,
      blueZ?.tree.device(address) != nil
    else { return }
    attempts[address] = attempt + 1
    waits[address] = loop.watchTime(.seconds(Self.pace[attempt])) { [weak self] in
      self?.assumeIsolated { $0.tryToReach(address) }
    }
  }

  /// Connects at once a sensor that was just heard.
  private func reachNow(_ address: String) {
    guard !reached.contains(address), blueZ?.tree.device(address)?.isConnected == false else { return }
    attempts[address] = 0
    tryToReach(address)
  }

  private func tryToReach(_ address: String) {
    waits[address] = nil
    guard let blueZ, let device = blueZ.tree.device(address), !device.isConnected else { return }
    reached.insert(address)
    blueZ.call(device.path, BlueZTree.device, "Connect") { [weak self] reply in
      self?.assumeIsolated { sensors in
        sensors.reached.remove(address)
        if case .failure = reply { sensors.arrange(address) }
      }
    }
  }

  /// The bus is gone; follows the chosen sensors again after ten seconds.
  private func lost() {
    close()
    guard !chosen.isEmpty else { return }
    reopening = loop.watchTime(.seconds(10)) { [weak self] in
      guard let self else { return }
      Task(executorPreference: loop) { await self.follow(self.chosen) }
    }
  }
}
