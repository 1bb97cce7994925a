package import FocusHistory

extension Statistics {
  /// The statistics as one object; lengths in whole seconds.
  package var json: JSONValue {
    [
      "today": today.json, "week": week.json, "month": month.json, "all": all.json, "days": JSONValue(days),
      "average_seconds": .integer(average.wholeSeconds),
      "streak": [
        "days": JSONValue(streak), "longest": JSONValue(longestStreak), "rule": .string(Self.streakRule),
      ],
      "focus_score": score.map { $0.json } ?? .null, "best_hour": hour(bestHour), "worst_hour": hour(worstHour),
      "straying": straying.json,
    ]
  }

  package func chart(since: CivilDay?, until: CivilDay?) -> JSONValue {
    var days: [JSONValue] = []
    for (day, totals) in byDay where day >= since ?? day && day <= until ?? day {
      guard case .object(var object) = totals.json else { continue }
      object.append("day", .string(ISO8601.text(day)))
      days.append(.object(object))
    }
    return ["days": .array(days), "hours": .array(byHour.map { .integer($0.wholeSeconds) })]
  }

  package static var streakRule: String {
    "a day counts if it has \(leastForStreak.milliseconds / 60_000) minutes of focus; "
      + "weekend days without focus do not break the streak; today still counts until it is over"
  }

  private func hour(_ hour: (hour: Int, focused: Lapse)?) -> JSONValue {
    guard let hour else { return .null }
    return ["hour": JSONValue(hour.hour), "focused_seconds": .integer(hour.focused.wholeSeconds)]
  }
}

extension FocusScore {
  /// The score and what it is made of; lengths in whole seconds.
  var json: JSONValue {
    [
      "percent": JSONValue(percent), "focused_seconds": .integer(focused.wholeSeconds),
      "strayed_seconds": .integer(strayed.wholeSeconds), "attempts": JSONValue(attempts),
      "emergencies": JSONValue(emergencies), "rule": .string(Self.rule),
    ]
  }

  package static var rule: String {
    "the share of the focus of the last \(days) days that is left without straying, "
      + "\(perAttempt.milliseconds / 60_000) minute for each attempt on something blocked "
      + "and \(perExit.milliseconds / 60_000) for each emergency exit"
  }
}

extension StrayStatistics {
  /// The six numbers with what they are from; lengths in whole seconds, `null` where there is nothing to tell.
  package var json: JSONValue {
    func day(_ day: CivilDay?) -> JSONValue { JSONValue(day.map { ISO8601.text($0) }) }
    func number(_ number: (some BinaryInteger)?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
    return [
      "days": JSONValue(days), "episodes": JSONValue(episodes), "free_days_percent": number(freeDaysPercent),
      "longest_free_streak": [
        "days": JSONValue(longestFreeStreak.days), "from": day(longestFreeStreak.from),
        "to": day(longestFreeStreak.to),
      ],
      "most_common_hour": number(mostCommonHour), "most_productive_hour": number(mostProductiveHour),
      "average_seconds": number(averageSeconds), "longest_seconds": number(longestSeconds),
    ]
  }
}

extension DayTotals {
  package var json: JSONValue {
    [
      "focused_seconds": .integer(focused.wholeSeconds), "sessions": JSONValue(sessions),
      "completed": JSONValue(completed), "breaks": JSONValue(breaks), "break_seconds": .integer(breakTime.wholeSeconds),
      "visits": JSONValue(visits), "visit_seconds": .integer(visitTime.wholeSeconds),
      "questions_kept": JSONValue(questionsKept), "questions_ended": JSONValue(questionsEnded),
      "attempts": JSONValue(attempts), "emergencies": JSONValue(emergencies),
    ]
  }
}
