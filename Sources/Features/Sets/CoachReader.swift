internal import Allowance
package import Coach
package import FocusEngine
internal import FocusWire
internal import SQLiteLog
package import ServiceContract

package enum CoachRequests {
  package static let coach = Signature(question: "coach", "The hour of exercise that is predicted, and why")
}

/// Predicts movement from what this person did: reads the log on a thread of its own.
package actor CoachReader {
  private let thread = ThreadExecutor(named: "coach")
  private let home: Home
  private let engine: FocusEngine
  private let zone: CivilZone

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ home: Home, _ engine: FocusEngine, _ zone: CivilZone) {
    self.home = home
    self.engine = engine
    self.zone = zone
  }

  deinit { thread.close() }

  package nonisolated var requests: [Request] {
    [
      CoachRequests.coach.answer { asked in
        await self.answer(at: asked.now, pinned: await self.engine.snapshot.machine.settings.coach.hour)
      }
    ]
  }

  private func answer(at now: Timestamp, pinned: TimeOfDay?) -> JSONValue {
    let facts = Files.exists(home.database) ? (try? LogReader(path: home.database).facts(of: ["moved"])) ?? [] : []
    let hour = PredictedHour(on: zone.day(at: now), from: facts, in: zone, pinned: pinned)
    return ["ok": true, "hour": hour.json]
  }
}

/// The hour at which this person exercises, as it is predicted or as they chose it.
package struct PredictedHour: Sendable {
  package let hour: ExerciseHour
  package let isPinned: Bool

  package init(on day: CivilDay, from facts: [Fact], in zone: CivilZone, pinned: TimeOfDay?) {
    hour = ExerciseHour.predicted(
      for: CoachDay(Int(day.number)), from: Self.exercises(facts, in: zone),
      pinned: pinned.map { Double($0.minuteOfDay) / 60 })
    isPinned = pinned != nil
  }

  /// From half an hour before the hour to an hour and a half after it.
  package var window: (from: String, to: String) {
    let start = ExerciseWindow(around: hour.hour).start
    return (Self.clock(start), Self.clock(start + ExerciseWindow.length))
  }

  package var json: JSONValue {
    [
      "hour": .number((hour.hour * 1000).rounded() / 1000), "sure": .number((hour.sure * 1000).rounded() / 1000),
      "from": .string(window.from), "to": .string(window.to), "reason": .string(hour.reason),
      "pinned": .bool(isPinned),
    ]
  }

  /// Sets that follow each other closely count as one exercise.
  private static func exercises(_ facts: [Fact], in zone: CivilZone) -> [PastExercise] {
    var past: [PastExercise] = []
    var last: Timestamp?
    for fact in facts {
      guard case .move(.moved(let done)) = fact.body, done.booked > 0 else { continue }
      let wall = fact.stamp.moment.wall
      defer { last = wall }
      if let last, wall - last < .minutes(30) { continue }
      let day = zone.day(at: wall)
      let minutes = (wall - zone.startOfDay(day)).wholeSeconds / 60
      past.append(PastExercise(day: CoachDay(Int(day.number)), hour: Double(minutes) / 60))
    }
    return past
  }

  private static func clock(_ minutes: Int) -> String {
    let minute = (minutes % 1440 + 1440) % 1440
    return "\(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
  }
}
