package import Guarding

extension Form where Value == GuardRules {
  /// Only what differs from what ships.
  static var guardRules: Form {
    let shipped = GuardRules.straying
    let causes = Cause.straying.map { cause in
      Member<GuardRules>(
        cause.word,
        keep: { rules in
          rules[cause] == shipped[cause]
            ? nil : ["after": .string(rules[cause].after.text), "does": .string(rules[cause].does.word)]
        },
        read: { item, rules throws(JSONShapeError) in
          let rule = try item.members("after", "does")
          if let item = rule["after"] { rules[cause].after = try item.lapse(atMost: .hours(12), allowsZero: true) }
          if let item = rule["does"] { rules[cause].does = try item.choice() }
        })
    }
    return Form.members(
      of: { .straying },
      causes + [
        Member(\.settle, .length("settle", atMost: .hours(1), allowsZero: true).unless(shipped.settle)),
        Member(\.alarm, .alarm.nested("alarm").unless(shipped.alarm)),
      ])
  }
}

extension Form where Value == AlarmRules {
  fileprivate static var alarm: Form {
    Form.members(
      of: { AlarmRules() },
      Member(
        "every", keep: { .string($0.every.text) },
        read: { item, alarm throws(JSONShapeError) in
          alarm.every = try item.lapse(atMost: .hours(1))
          guard alarm.every >= AlarmRules.shortestEvery else {
            throw item.refusal("the alarm rings every \(AlarmRules.shortestEvery.text) at most")
          }
        }),
      Member(\.most, ifThere: .number("most", in: 0...1000)),
      Member(\.mostAway, ifThere: .number("mostAway", in: 0...1000)),
      Member(\.snooze, ifThere: .length("snooze", atMost: .hours(1))),
      Member(\.snoozes, ifThere: .number("snoozes", in: 0...100)),
      Member(\.volume, ifThere: .number("volume", in: 0...Int64(AlarmRules.loudest))))
  }
}

extension GuardRules.Response: Worded {}

extension Bedtime {
  /// The word in a file for having none.
  static let none = "none"
}

extension Form where Value == Bedtime {
  static var bedtime: Form {
    Form.record(
      .time("from"), .time("to"), .days("days").orElse(.everyDay), .flag("watch").unless(true),
      make: { Bedtime(from: $0, to: $1, days: $2, isWatched: $3) }, parts: { ($0.from, $0.to, $0.days, $0.isWatched) }
    ).checked { bedtime, item throws(JSONShapeError) in
      guard bedtime.from != bedtime.to else { throw item.refusal("bedtime must end at another time than it begins") }
    }
  }
}
