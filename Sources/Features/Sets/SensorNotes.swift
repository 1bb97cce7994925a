internal import BodySignals
internal import JSONText
internal import LinuxRuntime

package struct SensorList {
  package typealias Sensor = ChosenSensor

  private let path: String

  package init(path: String) { self.path = path }

  /// Reads them; `nil` for a damaged file, which counts as one without sensors.
  package func read() -> [Sensor]? {
    guard Files.exists(path) else { return [] }
    guard let octets = try? Files.read(path, limit: 1 << 20), let root = try? JSONDocument(octets).root,
      let nodes = root.array
    else { return nil }
    return nodes.compactMap { node in
      node["address"]?.string.flatMap {
        Sensor(
          address: $0, name: node["name"]?.string, rest: node["rest"]?.integer.map { Int(clamping: $0) },
          most: node["max"]?.integer.map { Int(clamping: $0) })
      }
    }
  }

  func write(_ sensors: [Sensor]) throws(SystemError) {
    let value = sensors.map { sensor -> JSONValue in
      .members([
        "address": .string(sensor.address), "name": sensor.name.map(JSONValue.string),
        "rest": sensor.rest.map { JSONValue($0) }, "max": sensor.most.map { JSONValue($0) },
      ])
    }
    try Files.replace(path, with: JSONValue.array(value).octets + [0x0A])
  }
}

extension ChosenSensor {
  /// The heart rates that the person gave, or usual ones; `nil` for numbers that no heart has.
  var range: PulseRange? {
    PulseRange(rest: rest ?? PulseRange.usual.rest, most: most ?? PulseRange.usual.most)
  }
}

/// The movement that is counted and not recorded yet, so that a service that is killed loses seconds at most; and the
/// record that was on its way, so that it is neither lost nor made twice.
struct ActiveNote: Equatable {
  struct Pending: Equatable {
    var amount: Int
    var earlier: Int
    /// How many repetitions the log had before it.
    var before: Int
  }

  var kept: ActiveMinutes.Kept
  var pending: Pending?

  /// Reads it if it is of this boot, as clocks differ; a pending record counts in any case.
  static func read(_ path: String, now: Int64) -> (kept: ActiveMinutes.Kept?, pending: Pending?) {
    guard Files.exists(path), let octets = try? Files.read(path, limit: 4096),
      let root = try? JSONDocument(octets).root
    else { return (nil, nil) }
    var pending: Pending?
    if let amount = root["amount"]?.integer, let earlier = root["earlier"]?.integer,
      let before = root["before"]?.integer, (1...10_000).contains(amount), (0...10_000).contains(earlier)
    {
      pending = Pending(amount: Int(amount), earlier: Int(earlier), before: Int(clamping: before))
    }
    guard root["boot"]?.string == boot, let bank = root["bank"]?.integer, let minutes = root["minutes"]?.integer,
      let until = root["until"]?.integer, (-3_600_000..<60_000).contains(bank), (0...10_000).contains(minutes),
      (0...now).contains(until)
    else { return (nil, pending) }
    return (ActiveMinutes.Kept(bank: bank, minutes: Int(minutes), until: until), pending)
  }

  func write(_ path: String) throws(SystemError) {
    let value: JSONValue = .members([
      "boot": .string(Self.boot), "bank": .integer(kept.bank), "minutes": JSONValue(kept.minutes),
      "until": .integer(kept.until), "amount": pending.map { JSONValue($0.amount) },
      "earlier": pending.map { JSONValue($0.earlier) }, "before": pending.map { JSONValue($0.before) },
    ])
    try Files.replace(path, with: value.octets + [0x0A])
  }

  private static var boot: String {
    guard let octets = try? Files.read("/proc/sys/kernel/random/boot_id", limit: 64) else { return "" }
    return String(decoding: octets.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
