internal import Allowance
internal import Guarding

extension DailyAllowance {
  /// The allowance as it is in a file.
  package var json: JSONValue { Form.allowance.object(self) }
}

extension Form where Value == DailyAllowance {
  static var allowance: Form {
    Form.members(
      of: {
        DailyAllowance(
          id: AllowanceID(""), blocks: Blocks(), rules: AllowanceRules(minutes: 0, dayStarts: AllowanceRules.usualStart)
        )
      },
      Member(
        "id", keep: { .string($0.id.text) },
        required: { item, allowance throws(JSONShapeError) in allowance.id = AllowanceID(try item.id()) }),
      Member(
        "blocks", keep: { $0.blocks.json },
        required: { item, allowance throws(JSONShapeError) in allowance.blocks = try Blocks(item) }),
      Member(\.rules.minutes, .dayMinutes),
      Member(\.rules.minutesPerWeek, .optional(.number("minutesPerWeek", in: 0...10_080))),
      Member(
        "rollOver", keep: { $0.rules.rollOver.map { ["most": JSONValue($0)] } },
        read: { item, allowance throws(JSONShapeError) in
          allowance.rules.rollOver = Int(try item.members("most").required("most").integer(in: 0...1440))
        }),
      Member(
        "except", keep: { $0.except.isEmpty ? nil : JSONValue($0.except) },
        read: { item, allowance throws(JSONShapeError) in
          allowance.except = try item.entries()
          for element in try item.array() where try element.string().utf8.contains(where: { "!/".utf8.contains($0) }) {
            throw element.refusal(
              "an exception is a whole site or an app, without \u{201C}!\u{201D} and without a path")
          }
        }), Member(\.rules.dayStarts, ifThere: .time("dayStarts")),
      Member(\.rules.warn, ifThere: .length("warn", atMost: .hours(24), allowsZero: true)),
      Member(\.rules.lift, .optional(.lift.nested("lift"))),
      Member(
        \.pause,
        .length("pause", atMost: DailyAllowance.longestPause, allowsZero: true).unless(Surroundings.pause)),
      Member(
        "window", keep: { $0.waitsForExercise ? "exercise" : nil },
        read: { item, allowance throws(JSONShapeError) in
          allowance.waitsForExercise = try item.word(among: ["exercise", "none"]) == "exercise"
        }),
      Member(\.rules.overrides, .distinct("overrides", "condition", of: .override, by: \.name).unlessEmpty())
    ).checked { allowance, item throws(JSONShapeError) in
      guard allowance.blocks.mode == .block, !allowance.blocks.isEmpty else {
        throw item.refusal("an allowance names the sites, apps or categories that it is about")
      }
    }
  }
}

extension Form where Value == LiftRules {
  fileprivate static var lift: Form {
    Form.members(
      of: { LiftRules() },
      Member(
        \.by,
        ifThere: .array(
          "by", write: { JSONValue($0.rawValue) },
          read: { item throws(JSONShapeError) in
            try item.word(among: [LiftWay.move.rawValue, LiftWay.learn.rawValue]) == LiftWay.move.rawValue
              ? .move : .learn
          })), Member(\.trust, ifThere: .choice("trust")),
      Member(\.pointsPerMinute, ifThere: .number("pointsPerMinute", in: 1...10_000)),
      Member(\.most, ifThere: .number("most", in: 0...1440)))
  }
}

extension Form where Value == OverrideRule {
  fileprivate static var override: Form {
    Form.members(
      of: { OverrideRule(name: "", perMonth: 1) },
      Member(
        "name", keep: { .string($0.name) },
        required: { item, rule throws(JSONShapeError) in rule.name = try item.id() }),
      Member(\.perMonth, .number("perMonth", in: 1...31)),
      Member(\.wait, ifThere: .length("wait", atMost: .days(1), allowsZero: true)),
      Member(
        "gate", keep: { $0.steps.isEmpty ? nil : .array($0.steps.map { $0.json }) },
        read: { item, rule throws(JSONShapeError) in
          rule.steps = try item.gateSteps()
          if rule.steps.contains(where: { $0.word == "wait" }) {
            throw item.refusal("its wait is said as wait: \"1m\"")
          }
        }))
  }
}

extension AllowanceNow {
  /// What `allowance list` says of it.
  package func json(in zone: CivilZone) -> JSONValue {
    .members([
      "id": .string(id.text), "minutes": minutes.map { JSONValue($0) } ?? .null,
      "minutes_today": minutes.map { JSONValue($0) } ?? .null, "used_seconds": .integer(used.wholeSeconds),
      "left_seconds": left.map { .integer($0.secondsLeft) } ?? .null,
      "week_left_seconds": weekLeft.map { .integer($0.secondsLeft) } ?? .null,
      "rolled_over_seconds": .integer(rolledOver.wholeSeconds), "earned_minutes": JSONValue(earned),
      "state": .string(state.rawValue),
      "opens_at": opens.map { .string(ISO8601.text($0, in: zone)) },
      "from": from.map { .string(ISO8601.text($0, in: zone)) },
      "waits_until": waitsUntil.map { .string(ISO8601.text($0, in: zone)) },
      "opens_by": offers.isEmpty ? nil : .array(offers.map { $0.json }),
      "asked": claims.isEmpty
        ? nil : .array(claims.map { ["name": .string($0.name), "steps": .array($0.steps.map { $0.json })] }),
      "granted": grants.isEmpty
        ? nil : .array(grants.map { ["name": .string($0.name), "left_seconds": .integer($0.left.secondsLeft)] }),
    ])
  }
}
