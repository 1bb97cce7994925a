internal import Allowance
internal import BodySignals
package import DesktopBus
package import FeaturePorts
internal import Movement

/// The sensors that the person wears: each whole minute of movement that they show is recorded, from the third of a
/// set on, and what is counted as repetitions or laps at that time is not counted again.
package actor WornSensors {
  static let kind = "active_minutes"

  struct Worn {
    var chosen: SensorList.Sensor
    var stream: SensorStream
    /// Measurements that could not be understood, since the service began.
    var misread = 0
  }

  package let bluetooth: BluetoothSensors
  let list: SensorList
  let words: ServiceLog
  let loop: EventLoop
  private let engine: FocusEngine
  private let note: String
  private let now: @Sendable () -> Int64
  var worn: [String: Worn] = [:]
  private(set) var minutes = ActiveMinutes()
  /// The bank's value when it was last kept on disk.
  private var noted: Int64 = 0

  /// The records that the log does not have yet.
  private var owed: [ActiveNote.Pending] = []

  /// Milliseconds of movement between two notes.
  private static let step: Int64 = 10_000

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(
    _ bluetooth: BluetoothSensors, _ home: Home, _ engine: FocusEngine, on loop: EventLoop, _ words: ServiceLog,
    now: @escaping @Sendable () -> Int64 = { SinceBoot.milliseconds }
  ) {
    self.bluetooth = bluetooth
    self.engine = engine
    self.loop = loop
    self.words = words
    self.now = now
    list = SensorList(path: home.sensors)
    note = home.activeMinutes
  }

  var addresses: Set<String> { Set(worn.keys) }

  // MARK: Work

  package func run() async {
    if let sensors = list.read() {
      for sensor in sensors { wear(sensor) }
    } else {
      words.write(.warning, "sensors: the file of sensors is damaged; add them again with: focuskey sensors add")
    }
    await takeUp()
    let notices = await engine.notices()
    await bluetooth.follow(addresses)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.heed(notices) }
      for await news in bluetooth.news { await take(news) }
      group.cancelAll()
    }
  }

  /// Goes on where an earlier service stopped.
  private func takeUp() async {
    let (kept, pending) = ActiveNote.read(note, now: now())
    if let kept { minutes = ActiveMinutes(kept) }
    noted = minutes.kept.bank
    guard let pending else { return }
    // The log has it, or it was cut off before.
    if await repetitions == pending.before {
      await record(pending.amount, after: pending.earlier)
    } else {
      keep()
    }
  }

  private var repetitions: Int {
    get async { await engine.snapshot.machine.ledger.movement.repetitions }
  }

  func wear(_ sensor: SensorList.Sensor) {
    worn[sensor.address] = Worn(chosen: sensor, stream: SensorStream(sensor.range ?? .usual))
  }

  // MARK: What is measured

  private func take(_ news: BluetoothSensors.News) async {
    switch news {
    case .gone(let address):
      worn[address]?.stream.end()
      keep()
    case .value(let address, let kind, let octets, let time):
      guard let span = span(of: address, kind, octets, time) else { return }
      await count(span)
    }
  }

  private func span(
    of address: String, _ kind: BluetoothSensors.Kind, _ octets: [UInt8], _ time: Int64
  ) -> ActiveSpan? {
    do throws(BodySignalError) {
      switch kind {
      case .heartRate:
        let measurement = try HeartRateMeasurement(octets)
        return worn[address]?.stream.take(measurement, at: time)
      case .strides:
        let measurement = try RunningMeasurement(octets)
        return worn[address]?.stream.take(measurement, at: time)
      }
    } catch {
      worn[address]?.misread += 1
      if worn[address]?.misread == 1 {
        words.write(.warning, "sensors: \(address) sends what is not a measurement; it is not counted")
      }
      return nil
    }
  }

  private func count(_ span: ActiveSpan) async {
    let earlier = minutes.minutes
    let whole = minutes.add(span)
    guard whole > 0 else {
      if abs(minutes.kept.bank - noted) >= Self.step { keep() }
      return
    }
    // A set that began again after a rest counts from nothing.
    let before = minutes.minutes == whole ? 0 : earlier
    let recorded = MovementSet.booked(before)
    let total = MovementSet.booked(minutes.minutes)
    guard total > recorded else { return keep() }
    await record(total - recorded, after: recorded)
  }

  private func record(_ amount: Int, after earlier: Int) async {
    if let last = owed.last, last.earlier + last.amount == earlier {
      owed[owed.count - 1].amount += amount
    } else {
      owed.append(.init(amount: amount, earlier: earlier, before: 0))
    }
    while !owed.isEmpty {
      owed[0].before = await repetitions
      keep()
      // What the log does not take stays owed until the next minute, or the next start.
      guard case .decided = await engine.submit(.moved(Self.kind, owed[0].amount, .measured, after: owed[0].earlier))
      else { return }
      owed.removeFirst()
      keep()
    }
  }

  private func keep() {
    noted = minutes.kept.bank
    guard minutes.kept.until != .min || !owed.isEmpty else { return }
    do throws(SystemError) {
      try ActiveNote(kept: minutes.kept, pending: owed.first).write(note)
    } catch {
      words.write(.warning, "sensors: \(error.subject): \(error.reason)")
    }
  }

  // MARK: What else is counted

  private func heed(_ notices: AsyncStream<EngineNotice>) async {
    for await notice in notices {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind,
        case .move(.moved(let movement)) = fact.body, movement.kind != Self.kind
      else { continue }
      minutes.exclude(lasting: await duration(of: movement), until: now())
    }
  }

  /// The longest time that a set can have lasted.
  private func duration(of movement: MovementRecord) async -> Int64 {
    guard movement.kind == CardLaps.kind else { return Int64(movement.amount) * ActiveMinutes.repetition }
    // A lap counts from 0.6 of the person's own on.
    let least = await engine.snapshot.machine.ledger.movement.leastLap?.milliseconds ?? ActiveMinutes.minute
    return Int64(movement.amount) * least * 10 / 6
  }
}
