internal import Allowance
internal import FocusSession
internal import JSONText

/// What is remembered of allowances and movement, in a checkpoint.
extension MovementLedger {
  var json: JSONValue {
    .members([
      "days": .array(days.map { $0.json }), "repetitions": JSONValue(repetitions),
      "least_lap": leastLap.map { .integer($0.milliseconds) },
      "nudges": nudges == NudgeLedger() ? nil : nudges.json,
      "exercises": exercises.isEmpty
        ? nil
        : .array(
          exercises.map {
            [.string(ISO8601.text($0.day)), JSONValue($0.minute), .integer($0.at.milliseconds)]
          }),
      "window": window.map {
        [
          "day": .string(ISO8601.text($0.day)), "start": JSONValue($0.start), "ends": .integer($0.ends.milliseconds),
          "open": .bool($0.isOpen),
        ]
      },
      "overrides": .array(
        overrides.map { asked in
          .members([
            "name": .string(asked.name), "at": .integer(asked.at.milliseconds),
            "due": asked.due.map { .integer($0.milliseconds) },
          ])
        }),
      "challenges": .array(
        challenges.map { challenge in
          [
            "day": .string(ISO8601.text(challenge.day)), "target": JSONValue(challenge.target),
            "done": JSONValue(challenge.done), "ends": .integer(challenge.ends.milliseconds),
            "met": .bool(challenge.isMet),
          ]
        }),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(
      "days", "repetitions", "overrides", "challenges", "least_lap", "nudges", "exercises", "window")
    var days: [AllowanceDay] = []
    for item in try members.required("days").array() { days.append(try AllowanceDay(item)) }
    var overrides: [AskedOverride] = []
    for item in try members.required("overrides").array() {
      let asked = try item.members("name", "at", "due")
      overrides.append(
        AskedOverride(
          name: try asked.required("name").string(), at: try asked.required("at").tick(), due: try asked["due"]?.tick())
      )
    }
    var challenges: [ChallengeDay] = []
    for item in try members.required("challenges").array() {
      let challenge = try item.members("day", "ends", "target", "done", "met")
      challenges.append(
        ChallengeDay(
          day: try challenge.required("day").day(), ends: try challenge.required("ends").tick(),
          target: try challenge.required("target").count(),
          done: try challenge.required("done").count(), isMet: try challenge.required("met").bool()))
    }
    var exercises: [Exercised] = []
    for item in try members["exercises"]?.array() ?? [] {
      let parts = try item.array()
      guard parts.count == 3 else { throw item.refusal("a time of exercise has three parts") }
      exercises.append(Exercised(day: try parts[0].day(), minute: try parts[1].count(), at: try parts[2].tick()))
    }
    var window: Window?
    if let item = members["window"] {
      let kept = try item.members("day", "start", "ends", "open")
      window = Window(
        day: try kept.required("day").day(), start: try kept.required("start").count(),
        ends: try kept.required("ends").tick(), isOpen: try kept.required("open").bool())
    }
    self.init(
      days: days, overrides: overrides, challenges: challenges,
      repetitions: try members.required("repetitions").count(), leastLap: try members["least_lap"]?.milliseconds(),
      nudges: try members["nudges"].map { item throws(JSONShapeError) in try NudgeLedger(item) } ?? NudgeLedger(),
      exercises: exercises, window: window)
  }
}

extension AllowanceDay {
  fileprivate var json: JSONValue {
    .members([
      "allowance": .string(id.text), "day": .string(ISO8601.text(day)), "ends": .integer(ends.milliseconds),
      "used": .integer(used.milliseconds), "since": usedSince.map { .integer($0.milliseconds) },
      "earned": JSONValue(earned), "free": .bool(isFree), "warned": .bool(isWarned), "shut": .bool(isShut),
      "over": .bool(isOver), "terms": terms.map { $0.json },
    ])
  }

  fileprivate init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(
      "allowance", "day", "ends", "used", "since", "earned", "free", "warned", "shut", "over", "terms")
    self.init(
      id: AllowanceID(try members.required("allowance").string()), day: try members.required("day").day(),
      ends: try members.required("ends").tick())
    used = try members.required("used").milliseconds()
    usedSince = try members["since"]?.tick()
    earned = try members.required("earned").count()
    isFree = try members.required("free").bool()
    isWarned = try members.required("warned").bool()
    isShut = try members.required("shut").bool()
    isOver = try members.required("over").bool()
    if let item = members["terms"] { terms = try DayTerms(try item.members(among: DayTerms.memberNames)) }
  }
}
