package import LinuxRuntime

/// Sensors that people wear, over BlueZ. The bus is only opened for sensors that are chosen, or if the person asks; a
/// sensor that is away is tried three times, and then when something is heard of it.
package actor BluetoothSensors {
  /// What a sensor measures.
  package enum Kind: String, CaseIterable, Sendable {
    /// Beats of a heart.
    case heartRate = "heart_rate"
    /// Steps, speed and way.
    case strides

    var service: String { Self.long(self == .heartRate ? "180d" : "1814") }
    var characteristic: String { Self.long(self == .heartRate ? "2a37" : "2a53") }

    private static func long(_ short: String) -> String { "0000\(short)-0000-1000-8000-00805f9b34fb" }
  }

  /// A sensor as BlueZ knows it.
  package struct Sensor: Equatable, Sendable {
    /// Its Bluetooth address, in capitals.
    package let address: String
    /// Its own name, or the one that the person gave it.
    package let name: String
    /// What it says that it measures.
    package let kinds: [Kind]
    package let isConnected: Bool
    package let isPaired: Bool

    init(_ device: BlueZTree.Device) {
      (address, name, kinds) = (device.address, device.name, device.kinds)
      (isConnected, isPaired) = (device.isConnected, device.isPaired)
    }
  }

  /// What is told.
  package enum News: Equatable, Sendable {
    /// A sensor measured something, in milliseconds since the computer came up.
    case value(address: String, Kind, [UInt8], at: Int64)
    /// A sensor that measured is away.
    case gone(address: String)
  }

  /// Why sensors cannot be worked with.
  package enum Trouble: Error, Equatable, Sendable {
    /// The system's bus cannot be reached.
    case noBus
    /// No BlueZ runs.
    case noBlueZ
    /// BlueZ does not talk to this user.
    case denied
    /// No adapter is there, or none is on.
    case noAdapter
    /// BlueZ does not know the device; it is to be scanned for.
    case unknown
    /// It does not answer, in BlueZ's words.
    case unreachable(String)
    /// It is connected, and measures nothing that we understand.
    case noMeasurement
  }

  /// What was measured, and who is gone.
  package nonisolated let news: AsyncStream<News>

  let loop: EventLoop
  let timer: LoopTimer
  private let address: String
  private let now: @Sendable () -> Int64
  private let out: AsyncStream<News>.Continuation
  private(set) var blueZ: BlueZ?
  private var chosen: Set<String> = []
  /// The characteristics that notify, with their devices.
  private var sources: [String: (address: String, kind: Kind)] = [:]
  private var attempts: [String: Int] = [:]
  private var waits: [String: Watch] = [:]
  /// Those that BlueZ connects at the moment.
  private var reached: Set<String> = []
  private var reopening: Watch?
  /// Who looks on while devices come.
  var onlookers: [Int: () -> Void] = [:]
  var awaited: [Int: Awaited] = [:]
  var lastOnlooker = 0

  /// How long a sensor that is away is left alone before each attempt, in seconds.
  private static let pace: [Int64] = [1, 10, 60]

  /// The event loop: the bus lives on its thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Sensors of nobody.
  ///
  /// - Parameters:
  ///   - address: where the system's bus listens.
  ///   - now: milliseconds since the computer came up.
  package init(
    loop: EventLoop, address: String, now: @escaping @Sendable () -> Int64 = { SinceBoot.milliseconds }
  ) {
    self.loop = loop
    self.address = address
    self.now = now
    timer = LoopTimer(loop: loop)
    (news, out) = AsyncStream.makeStream(of: News.self)
  }

  /// Follows these sensors and no others, by address.
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

  /// Lets the bus go.
  package func close() {
    blueZ?.connection.close()
    blueZ = nil
    (waits, reached, reopening) = ([:], [], nil)
    endAwaiting()
    for address in Set(sources.values.map { $0.address }) { out.yield(.gone(address: address)) }
    sources = [:]
  }

  /// Whether a sensor's measurements come in.
  package func isLive(_ address: String) -> Bool { sources.values.contains { $0.address == address } }

  /// Reaches BlueZ, once.
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

  /// Subscribes to what is connected, and connects what is not.
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

  /// Tries to reach a sensor after a while, unless that was tried often enough.
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

  /// It is there, so it is not waited for.
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

  /// The bus is gone, which it never is while the computer runs well.
  private func lost() {
    close()
    guard !chosen.isEmpty else { return }
    reopening = loop.watchTime(.seconds(10)) { [weak self] in
      guard let self else { return }
      Task(executorPreference: loop) { await self.follow(self.chosen) }
    }
  }
}
