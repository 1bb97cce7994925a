internal import Numbers

/// A day as the coach sees it: days since the first of January 1970, a Thursday, in the person's own time.
public struct CoachDay: Hashable, Comparable, Sendable {
  /// Days since then.
  public var number: Int

  /// A day.
  public init(_ number: Int) { self.number = number }

  /// Whether it is a Saturday or a Sunday.
  public var isWeekend: Bool { [2, 3].contains(((number % 7) + 7) % 7) }

  /// The order of days.
  public static func < (one: CoachDay, other: CoachDay) -> Bool { one.number < other.number }
}

/// A time of past exercise.
public struct PastExercise: Sendable {
  /// The day.
  public var day: CoachDay
  /// The hour of the civil clock, from 0 to 24.
  public var hour: Double

  /// A time of exercise.
  public init(day: CoachDay, hour: Double) {
    self.day = day
    self.hour = hour
  }
}

/// The hour at which a person probably exercises on a day.
public struct ExerciseHour: Equatable, Sendable {
  /// The hour, from 0 to 24.
  public var hour: Double
  /// How much the past agrees with itself, from 0 to 1.
  public var sure: Double
  /// Why it is this hour.
  public var reason: String

  /// Where too little is known.
  public static let usual = 18.0

  /// Predicts the hour by a regression on the circle of the day: later days count more, weekends may differ, and
  /// an hour about midnight is an hour like any other.
  ///
  /// - Parameter pinned: the hour that the person chose; then nothing is predicted.
  public static func predicted(
    for day: CoachDay, from all: [PastExercise], pinned: Double? = nil
  ) -> ExerciseHour {
    if let pinned { return ExerciseHour(hour: pinned, sure: 1, reason: "You chose \(clock(pinned)).") }
    let past = all.filter { $0.day < day }
    let days = Set(past.map { $0.day })
    guard !past.isEmpty else {
      return ExerciseHour(hour: usual, sure: 0, reason: "No exercise yet, so \(clock(usual)).")
    }
    var cosines = RidgeRegression(width: 3, ridge: 3)
    var sines = RidgeRegression(width: 3, ridge: 3)
    for exercise in past {
      let features = features(of: exercise.day, for: day)
      let point = circle(2 * .pi * exercise.hour / 24)
      let weight = half(toThe: Double(day.number - exercise.day.number) / 21)
      cosines.add(features, point.cosine, weight: weight)
      sines.add(features, point.sine, weight: weight)
    }
    let here = features(of: day, for: day)
    let cosine = RidgeRegression.value(cosines.solved(), here)
    let sine = RidgeRegression.value(sines.solved(), here)
    let sure = min(1, (cosine * cosine + sine * sine).squareRoot())
    let record = "\(count(past.count, "exercise")) on \(count(days.count, "day"))"
    guard past.count >= 10, days.count >= 7 else {
      return ExerciseHour(hour: usual, sure: sure, reason: "Only \(record), so \(clock(usual)).")
    }
    guard sure >= 0.5 else {
      return ExerciseHour(hour: usual, sure: sure, reason: "\(record), at no steady hour, so \(clock(usual)).")
    }
    let hour = angle(sine, cosine) * 24 / (2 * .pi)
    let predicted = hour < 0 ? hour + 24 : hour
    return ExerciseHour(
      hour: predicted, sure: sure,
      reason: "\(record), the last weeks most\(day.isWeekend ? ", and it is a weekend" : ""): \(clock(predicted)).")
  }

  private static func features(of day: CoachDay, for today: CoachDay) -> [Double] {
    [1, Double(day.number - today.number) / 30, day.isWeekend ? 1 : 0]
  }
}

/// Formats an hour of the day: 7.5 is `7:30`.
func clock(_ hour: Double) -> String {
  let minutes = (Int((hour * 60).rounded(.down)) % 1440 + 1440) % 1440
  return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
}

func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
