internal import BodySignals
internal import DesktopBus
internal import LinuxRuntime
package import Requests

extension WornSensors {
  private typealias Tell = @Sendable (JSONValue) -> Void

  package nonisolated var requests: [Request] {
    [
      SensorRequests.list.stream { _ in self.lines { (sensors, _) async in await sensors.status() } },
      SensorRequests.scan.stream { _, seconds in
        self.lines { (sensors, tell) async throws(BluetoothSensors.Trouble) in
          try await sensors.scan(for: .seconds(seconds), tell)
        }
      },
      SensorRequests.add.stream { _, sensor in
        self.lines { (sensors, _) async throws(BluetoothSensors.Trouble) in try await sensors.add(sensor) }
      },
      SensorRequests.remove.stream { _, address in
        self.lines { (sensors, _) async in await sensors.remove(address) }
      },
      SensorRequests.connect.stream { _ in
        self.lines { (sensors, _) async throws(BluetoothSensors.Trouble) in try await sensors.connect() }
      },
    ]
  }

  private nonisolated func lines(
    _ deed:
      @escaping @Sendable (isolated WornSensors, @escaping Tell) async throws(BluetoothSensors.Trouble)
      -> JSONValue
  ) -> AsyncStream<[UInt8]> {
    let (stream, lines) = AsyncStream.makeStream(of: [UInt8].self)
    let work = Task(executorPreference: loop) {
      let last = await self.finish(deed) { lines.yield($0.octets) }
      lines.yield(last.octets)
      lines.finish()
    }
    lines.onTermination = { _ in work.cancel() }
    return stream
  }

  private func finish(
    _ deed: @Sendable (isolated WornSensors, @escaping Tell) async throws(BluetoothSensors.Trouble) -> JSONValue,
    _ tell: @escaping Tell
  ) async -> JSONValue {
    let answer: JSONValue
    do throws(BluetoothSensors.Trouble) { answer = try await deed(self, tell) } catch { answer = Self.fault(error) }
    await bluetooth.rest(following: addresses)
    return answer
  }

  private func scan(for time: Duration, _ tell: @escaping Tell) async throws(BluetoothSensors.Trouble) -> JSONValue {
    let found = Locked(0)
    let known = addresses
    try await bluetooth.scan(for: time) { sensor in
      found.withLock { $0 += 1 }
      tell(Self.json(of: sensor, isChosen: known.contains(sensor.address)))
    }
    return ["ok": true, "found": JSONValue(found.withLock { $0 })]
  }

  // MARK: Changes

  private func add(_ sensor: SensorList.Sensor) async throws(BluetoothSensors.Trouble) -> JSONValue {
    guard sensor.range != nil else {
      return Self.fault(
        "bad-pulse", "a heart has at least 40 beats a minute between rest and its most", "give --rest and --max again")
    }
    let found = try await bluetooth.connect(sensor.address)
    let named =
      SensorList.Sensor(
        address: sensor.address, name: sensor.name ?? found.name, rest: sensor.rest, most: sensor.most) ?? sensor
    let before = worn[sensor.address]
    wear(named)
    guard save() else {
      worn[sensor.address] = before
      return Self.unsaved
    }
    await bluetooth.follow(addresses)
    guard case .object(var members) = Self.json(of: found, isChosen: true) else { return ["ok": true] }
    members["name"] = named.name.map(JSONValue.string)
    return ["ok": true, "sensor": .object(members)]
  }

  private func remove(_ address: String) async -> JSONValue {
    guard let before = worn.removeValue(forKey: address) else {
      return Self.fault("unknown-sensor", "that sensor is not chosen", "see: focuskey sensors", at: address)
    }
    guard save() else {
      worn[address] = before
      return Self.unsaved
    }
    await bluetooth.follow(addresses)
    return ["ok": true, "removed": .string(address)]
  }

  private func connect() async throws(BluetoothSensors.Trouble) -> JSONValue {
    guard !worn.isEmpty else {
      return Self.fault("no-sensors", "no sensor is chosen", "choose one: focuskey sensors add ADDRESS")
    }
    for address in addresses.sorted() { _ = try await bluetooth.connect(address) }
    await bluetooth.follow(addresses)
    return ["ok": true, "connected": .array(addresses.sorted().map(JSONValue.string))]
  }

  private func save() -> Bool {
    let sensors = worn.values.map { $0.chosen }.sorted { $0.address < $1.address }
    return (try? list.write(sensors)) != nil
  }

  // MARK: Answers

  private func status() async -> JSONValue {
    var why: String?
    var known: [BluetoothSensors.Sensor] = []
    do throws(BluetoothSensors.Trouble) {
      known = try await bluetooth.known(besides: addresses)
    } catch {
      why = error.sentence
    }
    var sensors: [JSONValue] = []
    for (address, one) in worn.sorted(by: { $0.key < $1.key }) {
      let device = known.first { $0.address == address }
      let isLive = await bluetooth.isLive(address)
      let state = isLive ? "live" : device == nil ? "unknown" : device?.isConnected == true ? "connected" : "away"
      sensors.append([
        "address": .string(address), "name": JSONValue(one.chosen.name), "chosen": true, "state": .string(state),
        "measures": .array((device?.kinds ?? []).map { .string($0.rawValue) }),
        "paired": .bool(device?.isPaired ?? false), "pulse": one.stream.rate.map { JSONValue($0) } ?? .null,
        "active_from": JSONValue((one.chosen.range ?? .usual).threshold),
        "cadence": one.stream.cadence.map { JSONValue($0) } ?? .null, "steps": JSONValue(one.stream.steps),
        "meters": JSONValue(one.stream.metres), "misread": JSONValue(one.misread),
      ])
    }
    for device in known where worn[device.address] == nil {
      sensors.append(Self.json(of: device, isChosen: false))
    }
    return [
      "ok": true, "state": .string(worn.isEmpty ? "off" : why == nil ? "ready" : "lost"), "why": JSONValue(why),
      "sensors": .array(sensors), "active_minutes": JSONValue(minutes.minutes),
      "seconds": .integer(max(0, minutes.kept.bank / 1000)),
    ]
  }

  package func signal() async -> JSONValue {
    guard !worn.isEmpty else {
      return ["name": "sensors", "state": "off", "why": "none is chosen; to choose one: focuskey sensors add ADDRESS"]
    }
    var away: [String] = []
    for (address, one) in worn.sorted(by: { $0.key < $1.key }) where await !bluetooth.isLive(address) {
      away.append("\(one.chosen.name ?? address) is not connected")
    }
    if away.count < worn.count {
      let why = away.isEmpty ? nil : JSONValue.string(away.joined(separator: "; "))
      return .members(["name": "sensors", "state": "in-force", "source": "bluetooth", "why": why])
    }
    do throws(BluetoothSensors.Trouble) { _ = try await bluetooth.known(besides: addresses) } catch {
      away = [error.sentence]
    }
    return ["name": "sensors", "state": "unavailable", "why": .string(away.joined(separator: "; "))]
  }

  private static func json(of sensor: BluetoothSensors.Sensor, isChosen: Bool) -> JSONValue {
    [
      "address": .string(sensor.address), "name": .string(sensor.name), "chosen": .bool(isChosen),
      "state": .string(sensor.isConnected ? "connected" : "away"),
      "measures": .array(sensor.kinds.map { .string($0.rawValue) }), "paired": .bool(sensor.isPaired),
    ]
  }

  private static var unsaved: JSONValue {
    fault("not-recorded", "the list of sensors could not be written", "see whether the disk is full")
  }

  private static func fault(_ trouble: BluetoothSensors.Trouble) -> JSONValue {
    fault(trouble.kind, trouble.sentence, trouble.advice)
  }

  private static func fault(_ kind: String, _ what: String, _ advice: String, at place: String = "") -> JSONValue {
    [
      "ok": false,
      "error": [
        "kind": .string(kind), "message": .string(what), "at": .string(place), "advice": .string(advice), "exit": 1,
      ],
    ]
  }
}

extension BluetoothSensors.Trouble {
  fileprivate var kind: String {
    switch self {
    case .noBus: "no-system-bus"
    case .noBlueZ: "no-bluetooth"
    case .denied: "bluetooth-denied"
    case .noAdapter: "no-adapter"
    case .unknown: "unknown-sensor"
    case .unreachable: "unreachable"
    case .noMeasurement: "no-measurement"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .noBus: "the system D-Bus cannot be reached"
    case .noBlueZ: "BlueZ does not run here"
    case .denied: "BlueZ does not talk to this user"
    case .noAdapter: "no Bluetooth adapter is on"
    case .unknown: "BlueZ does not know that sensor"
    case .unreachable(let why): "the sensor does not answer: \(why)"
    case .noMeasurement: "that device measures neither heart rate nor steps"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .noBus: "see whether dbus runs"
    case .noBlueZ: "sudo apt install bluez"
    case .denied: "sudo usermod -aG bluetooth $USER, and log in again"
    case .noAdapter: "turn Bluetooth on, or plug an adapter in"
    case .unknown: "wear it, and run: focuskey sensors scan"
    case .unreachable: "wear it, bring it near, and try again"
    case .noMeasurement: "see what there is: focuskey sensors scan"
    }
  }
}
