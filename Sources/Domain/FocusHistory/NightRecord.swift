package import FocusSession
package import Guarding

package struct NightRecord: Equatable, Sendable {
  package struct Use: Equatable, Sendable {
    package var began: Timestamp
    package var ended: Timestamp
  }

  package var report: NightReport
  package var uses: [Use]
  /// When the person said good night; `nil` if they didn't.
  package var bed: Timestamp?
  /// When the night ended: wake time, or when the person was up.
  package var wake: Timestamp
  package var eyes: EyeFeeling?

  /// Use of the computer in each hour of the day, from 0 to 23.
  package func hours(in zone: CivilZone) -> [Lapse] {
    var hours = [Lapse](repeating: .zero, count: 24)
    for use in uses {
      for (hour, length) in zone.hours(from: use.began, to: use.ended) {
        hours[hour.hour] = hours[hour.hour] + length
      }
    }
    return hours
  }
}

package struct NightFold: Sendable {
  private var uses: [NightRecord.Use] = []
  private var bed: Timestamp?

  package init() {}

  /// Returns the record of the night that the fact ends, if it ends one.
  package mutating func take(_ fact: Fact) -> NightRecord? {
    guard case .guard(let found) = fact.body else { return nil }
    switch found {
    case .awakeEnded(let began, let at):
      let ended = fact.stamp.wall(at: at)
      uses.append(.init(began: ended - (at - began), ended: ended))
    case .goodNight: bed = fact.stamp.moment.wall
    case .nightReported(let report):
      defer { self = NightFold() }
      return NightRecord(report: report, uses: uses, bed: bed, wake: fact.stamp.moment.wall)
    case .strayed, .strayJoined, .alarmRang, .strayEnded, .strayExcused, .alarmSnoozed, .alarmHushed, .awake, .up,
      .inputWatched,
      .greeted, .felt:
      break
    }
    return nil
  }

  package static func records(of facts: some Sequence<Fact>) -> [NightRecord] {
    var fold = NightFold()
    var records: [NightRecord] = []
    for fact in facts {
      if let record = fold.take(fact) {
        records.append(record)
      } else if case .guard(.felt(let eyes, let day)) = fact.body,
        let index = records.lastIndex(where: { $0.report.day == day })
      {
        records[index].eyes = eyes
      }
    }
    return records
  }
}

package struct NightTrend: Equatable, Sendable {
  /// Fewer nights give no slope.
  package static let fewestForSlope = 10

  package private(set) var nights: Int
  /// The median of the minutes of the last seven nights.
  package private(set) var median7: Double?
  /// The median of the minutes of the last 28 nights.
  package private(set) var median28: Double?
  /// Minutes by which nights change from one to the next: the median over all pairs (Theil and Sen).
  package private(set) var slope: Double?
  package let eyes: EyesAndMinutes

  /// The trend up to the last of these nights, which must be in order.
  package init(_ records: [NightRecord]) {
    eyes = EyesAndMinutes(records)
    guard let last = records.last?.report.day else {
      nights = 0
      return
    }
    // What nobody noticed says nothing of a night.
    let recent = records.map { $0.report }.filter { $0.isNoticed && last.number - $0.day.number < 28 }
    nights = recent.count
    let minutes = recent.map { Double($0.used.wholeSeconds) / 60 }
    median7 = median(zip(recent, minutes).filter { last.number - $0.0.day.number < 7 }.map { $0.1 })
    median28 = median(minutes)
    guard nights >= Self.fewestForSlope else { return }
    var slopes: [Double] = []
    for later in recent.indices {
      for earlier in 0..<later where recent[later].day > recent[earlier].day {
        let nights = Double(recent[later].day.number - recent[earlier].day.number)
        slopes.append((minutes[later] - minutes[earlier]) / nights)
      }
    }
    slope = median(slopes)
  }
}

private func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
