internal import Allowance
package import FocusSession
internal import Guarding
package import JSONText

extension DailyAllowance {
  static let memberNames = [
    "id", "blocks", "minutesPerDay", "minutesPerWeek", "rollOver", "except", "dayStarts", "warn", "lift", "overrides",
    "pause", "window",
  ]

  package var json: JSONValue {
    .members([
      "id": .string(id.text), "blocks": blocks.json, "minutesPerDay": rules.minutes.json,
      "minutesPerWeek": rules.minutesPerWeek.map { JSONValue($0) },
      "rollOver": rules.rollOver.map { ["most": JSONValue($0)] },
      "except": except.isEmpty ? nil : JSONValue(except),
      "dayStarts": .string(rules.dayStarts.text), "warn": .string(rules.warn.text),
      "lift": rules.lift.map { $0.json }, "pause": pause == Surroundings.pause ? nil : .string(pause.text),
      "window": waitsForExercise ? "exercise" : nil,
      "overrides": rules.overrides.isEmpty ? nil : .array(rules.overrides.map { $0.json }),
    ])
  }

  package init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(among: Self.memberNames)
    let blocks = try Blocks(try members.required("blocks"))
    guard blocks.mode == .block, !blocks.sites.isEmpty || !blocks.apps.isEmpty || !blocks.categories.isEmpty else {
      throw item.refusal("an allowance names the sites, apps or categories that it is about")
    }
    let starts = AllowanceRules.usualStart
    guard let usual = TimeOfDay(hour: starts / 60, minute: starts % 60) else { throw item.refusal("no such time") }
    var rules = AllowanceRules(minutes: 0, dayStarts: usual)
    rules.minutes = try DayMinutes(try members.required("minutesPerDay"))
    if let item = members["minutesPerWeek"] { rules.minutesPerWeek = Int(try item.integer(in: 0...10_080)) }
    if let item = members["rollOver"] {
      rules.rollOver = Int(try item.members("most").required("most").integer(in: 0...1440))
    }
    if let item = members["dayStarts"] { rules.dayStarts = try item.timeOfDay() }
    if let item = members["warn"] { rules.warn = try item.lapse(atMost: .hours(24), allowsZero: true) }
    if let item = members["lift"] { rules.lift = try LiftRules(item) }
    for element in try members["overrides"]?.array() ?? [] {
      let rule = try OverrideRule(element)
      if rules.overrides.contains(where: { $0.name == rule.name }) {
        throw element.refusal("the condition \u{201C}\(rule.name)\u{201D} appears twice")
      }
      rules.overrides.append(rule)
    }
    self.init(id: AllowanceID(try members.required("id").id()), blocks: blocks, rules: rules)
    if let item = members["pause"] { pause = try item.lapse(atMost: Self.longestPause, allowsZero: true) }
    if let item = members["window"] { waitsForExercise = try item.word(among: ["exercise", "none"]) == "exercise" }
    if let item = members["except"] {
      except = try item.entries()
      for element in try item.array() where try element.string().utf8.contains(where: { "!/".utf8.contains($0) }) {
        throw element.refusal("an exception is a whole site or an app, without \u{201C}!\u{201D} and without a path")
      }
    }
  }
}

extension LiftRules {
  var json: JSONValue {
    [
      "by": JSONValue(by.map { $0.rawValue }), "trust": .string(trust.rawValue),
      "pointsPerMinute": JSONValue(pointsPerMinute), "most": JSONValue(most),
    ]
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("by", "trust", "pointsPerMinute", "most")
    self.init()
    if let item = members["by"] {
      by = []
      for element in try item.array() {
        let word = try element.word(among: [LiftWay.move.rawValue, LiftWay.learn.rawValue])
        by.append(word == LiftWay.move.rawValue ? .move : .learn)
      }
    }
    if let item = members["trust"] {
      trust = MovementTrust(rawValue: try item.word(among: MovementTrust.allCases.map { $0.rawValue })) ?? .measured
    }
    if let item = members["pointsPerMinute"] { pointsPerMinute = Int(try item.integer(in: 1...10_000)) }
    if let item = members["most"] { most = Int(try item.integer(in: 0...1440)) }
  }
}

extension OverrideRule {
  var json: JSONValue {
    .members([
      "name": .string(name), "perMonth": JSONValue(perMonth), "wait": .string(wait.text),
      "gate": steps.isEmpty ? nil : .array(steps.map { $0.json }),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("name", "perMonth", "wait", "gate")
    self.init(
      name: try members.required("name").id(), perMonth: Int(try members.required("perMonth").integer(in: 1...31)))
    if let item = members["wait"] { wait = try item.lapse(atMost: .days(1), allowsZero: true) }
    if let item = members["gate"] {
      steps = try item.gateSteps()
      if steps.contains(where: { $0.word == "wait" }) { throw item.refusal("its wait is said as wait: \"1m\"") }
    }
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
