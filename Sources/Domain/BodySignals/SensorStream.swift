/// A time of movement, in milliseconds on a monotonic clock.
package struct ActiveSpan: Equatable, Sendable {
  package let from: Int64
  package let to: Int64

  package init(from: Int64, to: Int64) {
    self.from = from
    self.to = to
  }
}

/// What one sensor measures, as it comes in: between two measurements that both show movement, somebody moved.
package struct SensorStream: Equatable, Sendable {
  /// In milliseconds; the time between measurements further apart does not count.
  package static let longestGap: Int64 = 5_000

  private var pulse: PulseWatch
  private var stride = StrideWatch()
  private var pulseSeen: (at: Int64, isActive: Bool)?
  private var strideSeen: (at: Int64, isActive: Bool)?
  private var stepsTimesMinute: Int64 = 0

  /// The latest heart rate, while somebody wears the sensor.
  package private(set) var rate: Int?
  /// The latest cadence, in steps a minute.
  package private(set) var cadence: Int?
  package var steps: Int { Int(stepsTimesMinute / 60_000) }
  /// The distance so far, in metres.
  package var metres: Int { Int(stride.distance / 10) }

  package init(_ range: PulseRange = .usual) { pulse = PulseWatch(range) }

  /// Adds a heart rate, and returns the time of movement that it shows, if any.
  package mutating func take(_ measurement: HeartRateMeasurement, at time: Int64) -> ActiveSpan? {
    let last = pulseSeen.flatMap { Self.follows($0.at, time) ? $0 : nil }
    if last == nil { pulse.forget() }
    let isActive = pulse.take(measurement)
    rate = measurement.contact == .none || measurement.rate == 0 ? nil : Int(measurement.rate)
    pulseSeen = (time, isActive)
    guard let last, last.isActive, isActive, last.at < time else { return nil }
    return ActiveSpan(from: last.at, to: time)
  }

  /// Adds speed and cadence, and returns the time of movement that they show, if any.
  package mutating func take(_ measurement: RunningMeasurement, at time: Int64) -> ActiveSpan? {
    let last = strideSeen.flatMap { Self.follows($0.at, time) ? $0 : nil }
    let isActive = stride.take(measurement, after: last.map { time - $0.at })
    cadence = Int(measurement.cadence)
    strideSeen = (time, isActive)
    guard let last, last.isActive, isActive, last.at < time else { return nil }
    stepsTimesMinute += Int64(measurement.cadence) * (time - last.at)
    return ActiveSpan(from: last.at, to: time)
  }

  /// The sensor is gone: what it says next does not continue what it said before.
  package mutating func end() {
    (pulseSeen, strideSeen, rate, cadence) = (nil, nil, nil, nil)
  }

  private static func follows(_ earlier: Int64, _ time: Int64) -> Bool {
    time >= earlier && time - earlier <= longestGap
  }

  /// Two streams are equal if they would judge all future measurements alike.
  package static func == (one: SensorStream, other: SensorStream) -> Bool {
    one.pulse == other.pulse && one.stride == other.stride && one.stepsTimesMinute == other.stepsTimesMinute
      && one.rate == other.rate && one.cadence == other.cadence
      && one.pulseSeen?.at == other.pulseSeen?.at && one.pulseSeen?.isActive == other.pulseSeen?.isActive
      && one.strideSeen?.at == other.strideSeen?.at && one.strideSeen?.isActive == other.strideSeen?.isActive
  }
}
