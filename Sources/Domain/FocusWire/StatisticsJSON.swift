public import FocusHistory
public import FocusSession
public import JSONText

extension Statistics {
  /// The statistics as one object; lengths in whole seconds.
  public var json: JSONValue {
    [
      "today": today.json, "week": week.json, "month": month.json, "all": all.json, "days": JSONValue(days),
      "average_seconds": .integer(average.wholeSeconds),
      "streak": [
        "days": JSONValue(streak), "longest": JSONValue(longestStreak), "rule": .string(Self.streakRule),
      ],
      "best_hour": hour(bestHour), "worst_hour": hour(worstHour),
    ]
  }

  /// The days from one to another, and the focus by hour of the day, as charts need them.
  public func chart(since: CivilDay?, until: CivilDay?) -> JSONValue {
    var days: [JSONValue] = []
    for (day, totals) in byDay where day >= since ?? day && day <= until ?? day {
      guard case .object(var object) = totals.json else { continue }
      object.append("day", .string(ISO8601.text(day)))
      days.append(.object(object))
    }
    return ["days": .array(days), "hours": .array(byHour.map { .integer($0.wholeSeconds) })]
  }

  /// The rule of the streak, in words.
  public static var streakRule: String {
    "a day counts if it has \(leastForStreak.milliseconds / 60_000) minutes of focus; "
      + "weekend days without focus do not break the streak; today still counts until it is over"
  }

  private func hour(_ hour: (hour: Int, focused: Lapse)?) -> JSONValue {
    guard let hour else { return .null }
    return ["hour": JSONValue(hour.hour), "focused_seconds": .integer(hour.focused.wholeSeconds)]
  }
}

extension DayTotals {
  /// What is counted, by name.
  public var json: JSONValue {
    [
      "focused_seconds": .integer(focused.wholeSeconds), "sessions": JSONValue(sessions),
      "completed": JSONValue(completed), "breaks": JSONValue(breaks), "break_seconds": .integer(breakTime.wholeSeconds),
      "questions_kept": JSONValue(questionsKept), "questions_ended": JSONValue(questionsEnded),
      "attempts": JSONValue(attempts), "emergencies": JSONValue(emergencies),
    ]
  }
}
