import Testing

@testable import Coach

@Suite struct ExerciseHourTests {
  /// A person whose hour is about midnight, drifts, and is later at weekends.
  private func person(_ seed: UInt64, days: Int) -> [PastExercise] {
    var luck = Luck(seed)
    let (base, drift, later) = (luck.within(22, 26), luck.within(-2, 2), luck.within(0, 1.5))
    var all: [PastExercise] = []
    for number in 20_000..<(20_000 + days) where luck.unit() < 0.75 {
      let day = CoachDay(number)
      let middle = base + drift * Double(number - 20_000) / 30 + (day.isWeekend ? later : 0)
      let hour = (middle + 0.7 * luck.normal() + 48).truncatingRemainder(dividingBy: 24)
      all.append(PastExercise(day: day, hour: hour))
    }
    return all
  }

  @Test func theErrorIsSmallWhereTheMostFrequentHourIsFarOff() {
    var (error, frequent, days) = (0.0, 0.0, 0)
    for seed in 0..<60 {
      let all = person(UInt64(seed) + 1_000, days: 90)
      for (place, exercise) in all.enumerated() where place >= 20 {
        let past = Array(all[..<place])
        error += hoursApart(ExerciseHour.predicted(for: exercise.day, from: past).hour, exercise.hour)
        let hours = past.map { Int($0.hour) }
        let most = (0..<24).max { one, other in hours.count { $0 == one } < hours.count { $0 == other } } ?? 0
        frequent += hoursApart(Double(most), exercise.hour)
        days += 1
      }
    }
    #expect(error / Double(days) <= 0.8, "\(error / Double(days)) h")
    #expect(frequent / Double(days) > 1.0, "\(frequent / Double(days)) h for the most frequent hour")
  }

  @Test func tooLittleIsSaidToBeTooLittle() {
    let few = (0..<9).map { PastExercise(day: CoachDay(20_000 + $0), hour: 7) }
    let predicted = ExerciseHour.predicted(for: CoachDay(20_010), from: few)
    #expect(predicted.hour == 18 && predicted.reason.contains("Only 9 exercises on 9 days"))
    let oneDay = (0..<12).map { PastExercise(day: CoachDay(20_000), hour: Double($0) / 10 + 7) }
    #expect(ExerciseHour.predicted(for: CoachDay(20_001), from: oneDay).hour == 18)
    let anyHour = (0..<40).map { PastExercise(day: CoachDay(20_000 + $0), hour: Double($0 * 7 % 24)) }
    #expect(ExerciseHour.predicted(for: CoachDay(20_040), from: anyHour).hour == 18)
    #expect(ExerciseHour.predicted(for: CoachDay(20_000), from: []).sure == 0)
  }

  @Test func aSteadyHourIsFoundOnEitherSideOfMidnight() {
    for hour in [0.1, 7.5, 12, 18.4, 23.9] {
      let all = (0..<30).map { PastExercise(day: CoachDay(20_000 + $0), hour: hour) }
      let predicted = ExerciseHour.predicted(for: CoachDay(20_030), from: all)
      #expect(hoursApart(predicted.hour, hour) < 0.01)
      #expect(predicted.sure > 0.95)
    }
  }

  @Test func whatIsPinnedIsNotPredicted() {
    let all = (0..<30).map { PastExercise(day: CoachDay(20_000 + $0), hour: 7) }
    let pinned = ExerciseHour.predicted(for: CoachDay(20_030), from: all, pinned: 20.5)
    #expect(pinned.hour == 20.5 && pinned.reason == "You chose 20:30.")
  }

  @Test func theWindowMovesByHalfAnHourAndNeverIntoSleep() {
    let now = ExerciseWindow(around: 18)
    #expect(now.start == 17 * 60 + 30)
    #expect(now.moved(towards: ExerciseWindow(around: 21), around: []).start == 18 * 60)
    #expect(now.moved(towards: ExerciseWindow(around: 17.9), around: []).start == 17 * 60 + 24)
    let midnight = ExerciseWindow(around: 23.9)
    #expect(midnight.moved(towards: ExerciseWindow(around: 0.9), around: []).start == 23 * 60 + 54)
    let sleep = (22 * 60)..<(31 * 60)
    let late = ExerciseWindow(start: 19 * 60 + 50)
    #expect(late.moved(towards: ExerciseWindow(around: 23), around: [sleep]).start == 20 * 60)
  }
}
