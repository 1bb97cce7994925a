internal import Allowance

extension NudgeFact {
  static let forms: [FactForm<NudgeFact>] = [
    FactForm("nudges-planned", isTold: false, .nudgeDay, make: NudgeFact.planned) {
      if case .planned(let day) = $0 { day } else { nil }
    },
    FactForm("nudged", .nudge, make: NudgeFact.told) { if case .told(let nudge) = $0 { nudge } else { nil } },
    FactForm("nudge-passed", isTold: false, .count("quarter").untold, make: NudgeFact.passed) {
      if case .passed(let quarter) = $0 { quarter } else { nil }
    },
    FactForm("nudge-answered", .count("message"), .flag("moved"), make: NudgeFact.answered) {
      if case .answered(let message, let moved) = $0 { (message, moved) } else { nil }
    },
    FactForm("nudges-heard", isTold: false, .outcomes("others"), make: NudgeFact.heard) {
      if case .heard(let others) = $0 { others } else { nil }
    },
  ]
}

extension Form where Value == NudgeDay {
  static var nudgeDay: Form {
    Form.record(
      .day("day"), .tick("began"), .tick("ends"), .numbers("quarters"), .text("reason"), make: NudgeDay.init,
      parts: { ($0.day, $0.began, $0.ends, $0.quarters, $0.reason) }
    ).untold
  }
}

extension Form where Value == Nudge {
  static var nudge: Form {
    Form.record(
      .count("message"), .chance, .count("quarter").untold, .count("idle").untold, .tick("until"), make: Nudge.init,
      parts: { ($0.message, $0.chance, $0.quarter, $0.idleHours, $0.until) })
  }
}

extension Form where Value == Int {
  /// Kept in thousandths; events say a fraction of 1.
  fileprivate static var chance: Form {
    count("chance").told { chance, object, _ in
      object.append("chance", .number(Double(chance) / 1000))
    }
  }
}

extension Form where Value == [NudgeLedger.Outcome] {
  /// Pairs: how often the person moved, and how often not. Events leave them out.
  static func outcomes(_ name: String) -> Form {
    Form(
      name, write: { .array($0.map { json([$0.moved, $0.stayed]) }) },
      read: { item throws(JSONShapeError) in
        var outcomes: [NudgeLedger.Outcome] = []
        for item in try item.array() {
          let pair = try item.numbers(2)
          outcomes.append(NudgeLedger.Outcome(moved: pair[0], stayed: pair[1]))
        }
        return outcomes
      }
    ).untold
  }
}

extension Form where Value == [Int] {
  /// Whole numbers from 0 up.
  fileprivate static func numbers(_ name: String) -> Form {
    Form(name, write: { json($0) }, read: { item throws(JSONShapeError) in try item.numbers() })
  }
}

extension Form where Value == NudgeLedger {
  static var nudges: Form {
    Form.record(
      .optional(.nudgeDay.nested("plan")), .optional(.nudge.nested("open")), .optional(.count("last")),
      .outcomes("outcomes"), .outcomes("others").unless([]), .nudgeDays, .optional(.tick("moved")),
      make: NudgeLedger.init,
      parts: { ($0.plan, $0.open, $0.lastMessage, $0.outcomes, $0.others, $0.days, $0.lastMoved) })
  }
}

extension Form where Value == [NudgeLedger.Day] {
  fileprivate static var nudgeDays: Form {
    Form(
      "days", write: { .array($0.map { Form<NudgeLedger.Day>.day.object($0) }) },
      read: { item throws(JSONShapeError) in
        var days: [NudgeLedger.Day] = []
        for item in try item.array() { days.append(try Form<NudgeLedger.Day>.day.value(item)) }
        return days
      })
  }
}

extension Form where Value == NudgeLedger.Day {
  fileprivate static var day: Form {
    Form.record(
      .day("day"), .numbers("used"), .numbers("moves"), .answered, make: NudgeLedger.Day.init,
      parts: { ($0.day, $0.used, $0.moves, $0.nudges) })
  }
}

extension Form where Value == [NudgeLedger.Answered] {
  fileprivate static var answered: Form {
    Form(
      "nudges", write: { .array($0.map { json([$0.quarter, $0.idleHours, $0.moved ? 1 : 0]) }) },
      read: { item throws(JSONShapeError) in
        var nudges: [NudgeLedger.Answered] = []
        for item in try item.array() {
          let three = try item.numbers(3)
          nudges.append(NudgeLedger.Answered(quarter: three[0], idleHours: three[1], moved: three[2] != 0))
        }
        return nudges
      })
  }
}

private func json(_ numbers: [Int]) -> JSONValue { .array(numbers.map { JSONValue($0) }) }

extension JSONItem {
  /// Whole numbers from 0 up; exactly `count` of them, where it is given.
  fileprivate func numbers(_ count: Int? = nil) throws(JSONShapeError) -> [Int] {
    var numbers: [Int] = []
    for item in try array() { numbers.append(try item.count()) }
    guard count == nil || numbers.count == count else { throw refusal("not \(count ?? 0) numbers") }
    return numbers
  }
}
