internal import Allowance
package import FocusEngine
internal import Movement
package import ServiceContract

/// Counts laps of a card between two readers as movement, from the third of a set on.
package actor CardLaps {
  static let kind = "laps"

  private let readers: ServiceConfiguration.LapReaders
  private let engine: FocusEngine
  private let loop: EventLoop
  private var course = LapCourse()
  private var listener: (id: Int, lines: AsyncStream<[UInt8]>.Continuation)?
  private var lastListener = 0

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  package init(between readers: ServiceConfiguration.LapReaders, _ engine: FocusEngine, on loop: EventLoop) {
    self.readers = readers
    self.engine = engine
    self.loop = loop
  }

  package static func requests(of laps: CardLaps?) -> [Request] {
    [
      SetRequests.laps.answer { _ in
        await laps?.status()
          ?? [
            "ok": true, "state": "off",
            "why": "to count laps: laps: { between: [\"desk\", \"hall\"] } in config.json5, then: focuskey restart",
          ]
      },
      SetRequests.calibrateLaps.stream { _ in
        if let laps { return await laps.calibrate() }
        let (lines, end) = AsyncStream.makeStream(of: [UInt8].self)
        end.yield(Self.fault("no-laps", "no readers are named for laps", "name two: laps: { between: [...] }"))
        end.finish()
        return lines
      },
    ]
  }

  // MARK: Taps

  /// Counts a tap once it is carried through; `signed` is the counter that the card signed.
  package func heed(_ outcome: ReaderOutcome, signed: UInt32?) async {
    switch outcome.event {
    case .arrived(let reader, let card, false): await tap(card.uid, signed: signed, at: reader.name)
    case .lost(let reader, _) where place(of: reader.name) != nil && course.measured != nil:
      endCalibration(
        Self.fault("reader-lost", "the reader was lost", "connect it and calibrate again", at: reader.name))
    case .arrived, .lost, .ready, .left, .severalCards, .unreadable: break
    }
  }

  package func tap(_ card: [UInt8], signed: UInt32?, at reader: String) async {
    guard let place = place(of: reader) else { return }
    let machine = await engine.snapshot.machine
    let calibration = machine.ledger.movement.leastLap.map { LapCounter.Calibration(leastLap: $0.milliseconds) }
    // By now the engine knows this counter; a tap that is played back shows one that was passed.
    if let signed, let known = machine.ledger.counters.first(where: { $0.card.octets == card }),
      signed < known.highest
    {
      return tell(.counted(.staleCounter), at: reader)
    }
    let outcome = course.tap(card, counter: signed, at: place, time: SinceBoot.milliseconds, calibration)
    tell(outcome, at: reader)
    switch outcome {
    case .counted(.lap(let laps)) where MovementSet.booked(laps) > 0:
      let amount = laps == MovementSet.leastBooked ? laps : 1
      await engine.submit(.moved(Self.kind, amount, course.isSigned ? .proof : .measured, after: laps - amount))
    case .calibrated(let calibration): await keep(calibration)
    case .counted, .measured, .notApart, .uncalibrated: break
    }
  }

  private func place(of reader: String) -> LapCounter.Place? {
    reader == readers.home ? .home : reader == readers.far ? .far : nil
  }

  // MARK: Calibration

  private func calibrate() -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    listener?.lines.finish()
    lastListener += 1
    let id = lastListener
    listener = (id, continuation)
    course.calibrate()
    continuation.onTermination = { [loop] _ in
      Task(executorPreference: loop) { await self.forget(id) }
    }
    let answer: JSONValue = [
      "ok": true, "between": [.string(readers.home), .string(readers.far)], "laps": 3,
      "message": .string(
        "Carry one card three times from \(readers.home) to \(readers.far) and back, tapping at each."),
    ]
    continuation.yield(answer.octets)
    return lines
  }

  private func forget(_ id: Int) {
    guard listener?.id == id else { return }
    listener = nil
    course.endCalibration()
  }

  private func keep(_ calibration: LapCounter.Calibration) async {
    switch await engine.submit(.lapsCalibrated(least: Lapse(milliseconds: calibration.leastLap))) {
    case .decided(.refused, _):
      endCalibration(
        Self.fault(
          "locked", "laps can only be made longer while an allowance is used up", "calibrate when its day is over"))
    case .decided:
      endCalibration(
        (["ok": true, "least_lap_seconds": .number(Double(calibration.leastLap) / 1000)] as JSONValue).octets)
    case .failed, .stopping:
      endCalibration(Self.fault("not-recorded", "the service could not record it", "see its log"))
    }
  }

  private func endCalibration(_ line: [UInt8]) {
    course.endCalibration()
    listener?.lines.yield(line)
    listener?.lines.finish()
    listener = nil
  }

  private func tell(_ outcome: LapCourse.Outcome, at reader: String) {
    guard let listener else { return }
    switch outcome {
    case .counted(let outcome):
      listener.lines.yield((["reader": .string(reader), "tap": .string(outcome.word)] as JSONValue).octets)
    case .measured(let lap, let took):
      listener.lines.yield((["lap": JSONValue(lap), "seconds": .number(Double(took) / 1000)] as JSONValue).octets)
    case .notApart:
      endCalibration(
        Self.fault(
          "not-apart", "a lap takes from two seconds to an hour", "put the readers farther apart, and try again"))
    case .calibrated, .uncalibrated: break
    }
  }

  // MARK: Status

  private func status() async -> JSONValue {
    let snapshot = await engine.snapshot
    let least = snapshot.machine.ledger.movement.leastLap
    let missing = [readers.home, readers.far].first { name in
      !name.hasPrefix("phone ") && !snapshot.readers.contains { $0.reader.name == name && $0.state != .lost }
    }
    let state = course.measured != nil ? "calibrating" : missing != nil ? "lost" : least == nil ? "new" : "ready"
    let why =
      missing.map { "the reader \u{201C}\($0)\u{201D} is not connected" }
      ?? (least == nil ? "to measure three laps: focuskey laps calibrate" : nil)
    return [
      "ok": true, "state": .string(state), "why": JSONValue(why),
      "between": [.string(readers.home), .string(readers.far)],
      "least_lap_seconds": least.map { .number(Double($0.milliseconds) / 1000) } ?? .null,
      "laps": JSONValue(course.laps),
      "last": course.place.map { .string($0 == .home ? readers.home : readers.far) } ?? .null,
    ]
  }

  private static func fault(_ kind: String, _ what: String, _ advice: String, at place: String = "") -> [UInt8] {
    let line: JSONValue = [
      "ok": false,
      "error": [
        "kind": .string(kind), "message": .string(what), "at": .string(place), "advice": .string(advice), "exit": 1,
      ],
    ]
    return line.octets
  }
}

extension LapCounter.Outcome {
  fileprivate var word: String {
    switch self {
    case .began: "began"
    case .half: "half"
    case .lap: "lap"
    case .sameReader: "same-reader"
    case .tooFast: "too-fast"
    case .otherCard: "other-card"
    case .staleCounter: "stale-counter"
    }
  }
}
