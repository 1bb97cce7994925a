internal import Allowance

extension Form where Value == MovementLedger {
  static var movement: Form {
    Form.record(
      .list("days", of: .allowanceDay), .list("overrides", of: .override), .list("challenges", of: .challenge),
      .count("repetitions"),
      .optional(.lapse("least_lap")), .nudges.nested("nudges").unless(NudgeLedger()), .exercises,
      .optional(.window.nested("window")), make: MovementLedger.init,
      parts: {
        ($0.days, $0.overrides, $0.challenges, $0.repetitions, $0.leastLap, $0.nudges, $0.exercises, $0.window)
      })
  }
}

extension Form where Value == MovementLedger.AskedOverride {
  fileprivate static var override: Form {
    Form.record(
      .text("name"), .tick("at"), .optional(.tick("due")), make: MovementLedger.AskedOverride.init,
      parts: { ($0.name, $0.at, $0.due) })
  }
}

extension Form where Value == MovementLedger.ChallengeDay {
  fileprivate static var challenge: Form {
    Form.record(
      .day("day"), .tick("ends"), .count("target"), .count("done"), .flag("met"),
      make: MovementLedger.ChallengeDay.init, parts: { ($0.day, $0.ends, $0.target, $0.done, $0.isMet) })
  }
}

extension Form where Value == MovementLedger.Window {
  fileprivate static var window: Form {
    Form.record(
      .day("day"), .count("start"), .tick("ends"), .flag("open"), make: MovementLedger.Window.init,
      parts: { ($0.day, $0.start, $0.ends, $0.isOpen) })
  }
}

extension Form where Value == [MovementLedger.Exercised] {
  fileprivate static var exercises: Form {
    .array(
      "exercises",
      write: { [.string(ISO8601.text($0.day)), JSONValue($0.minute), .integer($0.at.milliseconds)] },
      read: { item throws(JSONShapeError) in
        let parts = try item.array()
        guard parts.count == 3 else { throw item.refusal("a time of exercise has three parts") }
        return MovementLedger.Exercised(day: try parts[0].day(), minute: try parts[1].count(), at: try parts[2].tick())
      }
    ).unlessEmpty()
  }
}

extension Form where Value == AllowanceDay {
  fileprivate static var allowanceDay: Form {
    Form.record(
      .allowance, .day("day"), .tick("ends"), .lapse("used"), .optional(.tick("since")), .count("earned"),
      .flag("free"), .flag("warned"), .flag("shut"), .flag("over"), .optional(.terms.nested("terms")),
      make: { id, day, ends, used, since, earned, isFree, isWarned, isShut, isOver, terms in
        var kept = AllowanceDay(id: id, day: day, ends: ends)
        (kept.used, kept.usedSince, kept.earned, kept.terms) = (used, since, earned, terms)
        (kept.isFree, kept.isWarned, kept.isShut, kept.isOver) = (isFree, isWarned, isShut, isOver)
        return kept
      },
      parts: {
        (
          $0.id, $0.day, $0.ends, $0.used, $0.usedSince, $0.earned, $0.isFree, $0.isWarned, $0.isShut, $0.isOver,
          $0.terms
        )
      })
  }
}
