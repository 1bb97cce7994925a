public import FocusSession
public import JSONText
internal import Octets

extension Fact {
  /// The version of the format that is written. Facts are for ever: every earlier version is still read.
  static let formatVersion: Int64 = 2

  /// The first version that knows facts of this kind. A log without newer ones stays readable for older programs.
  private var firstVersion: Int64 {
    switch body {
    case .bypassed, .promiseKept: 2
    default: 1
    }
  }

  /// The fact as it is kept: exact, and with all that the fold needs.
  public var json: JSONValue {
    var object = JSONObject()
    object.append("v", .integer(firstVersion))
    object.append("fact", .string(name))
    object.append("at", .integer(stamp.moment.wall.milliseconds))
    object.append("steady", .integer(stamp.moment.steady))
    object.append("boot", .string(stamp.moment.boot.text))
    object.append("tick", .integer(stamp.tick.milliseconds))
    describeBody(in: &object)
    return .object(object)
  }

  private func describeBody(in object: inout JSONObject) {
    func add(_ occurrence: Occurrence?) {
      if let occurrence { object.append("occurrence", occurrence.json) }
    }
    func add(_ tick: Tick?, as name: String) {
      if let tick { object.append(name, .integer(tick.milliseconds)) }
    }
    func add(_ lapse: Lapse?, as name: String) {
      if let lapse { object.append(name, .integer(lapse.milliseconds)) }
    }
    switch body {
    case .sessionStarted(let start):
      object.append("session", .string(start.id.text))
      object.append("own", start.own.json)
      if !start.added.isEmpty { object.append("added", .array(start.added.map { $0.json })) }
      add(start.plannedEnd, as: "planned_end")
      if let task = start.task { object.append("task", .string(task)) }
      object.append("trigger", start.trigger.json)
      add(start.occurrence)
      object.append("periods", start.periods.json)
    case .layerAdded(let layer, let occurrence):
      object.append("layer", layer.json)
      add(occurrence)
    case .layerRemoved(let profile): object.append("profile", .string(profile.text))
    case .blocksAdded(let profile, let blocks):
      object.append("profile", .string(profile.text))
      object.append("blocks", blocks.json)
    case .sessionExtended(let plannedEnd, let occurrence):
      add(plannedEnd, as: "planned_end")
      add(occurrence)
    case .questionOpened(let question): object.append("question", question.json)
    case .questionAnswered(let answer, let by):
      object.append("answer", .string(answer.word))
      if let by { object.append("by", by.json) }
    case .breakStarted(let ends, let periods, let by):
      add(ends, as: "ends")
      object.append("periods", periods.json)
      object.append("by", by.json)
    case .breakNoticed(let ends): add(ends, as: "ends")
    case .breakEnded(let why): object.append("why", .string(why.word))
    case .sessionEnded(let ending):
      object.append("session", .string(ending.id.text))
      object.append("profile", .string(ending.profile.text))
      object.append("why", .string(ending.why.word))
      add(ending.focused, as: "focused")
    case .emergencyOpened(let due): add(due, as: "due")
    case .emergencyCancelled, .startUnplanned: break
    case .attempted(let attempt):
      object.append("kind", .string(attempt.kind.word))
      object.append("name", .string(attempt.name))
    case .bypassed(let layer): object.append("layer", .string(layer))
    case .promiseKept(let attempt):
      guard let attempt else { return }
      object.append("kind", .string(attempt.kind.word))
      object.append("name", .string(attempt.name))
    case .scheduleNoticed(let occurrence): add(occurrence)
    case .scheduleSkipped(let occurrence, let why):
      add(occurrence)
      object.append("why", .string(why.word))
    case .startPlanned(let planned):
      object.append("ask", planned.ask.json)
      add(planned.at, as: "starts")
    case .clockJumped(let by): add(by, as: "by")
    case .serviceStarted(let down): add(down, as: "down")
    case .keyProven(let key, let proof):
      object.append("key", .string(key.text))
      object.append("proof", .string(proof.word))
    case .recoveryCodeMade(let digest), .recoveryCodeUsed(let digest):
      object.append("digest", .string(HexText.text(of: digest)))
    }
  }
}

extension Layer {
  var json: JSONValue {
    var policy = JSONObject()
    self.policy.describe(in: &policy)
    return .members([
      "policy": .object(policy), "began": .integer(began.milliseconds),
      "until": until.map { .integer($0.milliseconds) }, "trigger": trigger.json,
    ])
  }
}

extension Question {
  var json: JSONValue {
    var target: JSONValue?
    var ask: JSONValue?
    if case .switchTo(let start, let profile) = kind {
      target = .string(profile.text)
      ask = start.json
    }
    return .members([
      "switch_to": target, "ask": ask, "opens": .integer(opens.milliseconds), "closes": .integer(closes.milliseconds),
      "asked": asked.json, "again": isAgain ? true : nil,
    ])
  }
}

extension StartRequest {
  var json: JSONValue {
    .members([
      "profile": profile.map { .string($0.text) }, "minutes": minutes.map { JSONValue($0) },
      "task": task.map { .string($0) }, "in_minutes": inMinutes.map { JSONValue($0) },
    ])
  }
}

extension Occurrence {
  var json: JSONValue {
    [
      "profile": .string(profile.text), "schedule": .string(schedule.text), "day": .string(ISO8601.text(day)),
      "start": .integer(start.milliseconds), "end": .integer(end.milliseconds),
    ]
  }
}

extension BudgetPeriods {
  var json: JSONValue { ["day": .integer(dayEnds.milliseconds), "week": .integer(weekEnds.milliseconds)] }
}
