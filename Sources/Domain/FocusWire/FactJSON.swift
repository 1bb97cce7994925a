internal import Allowance
package import FocusSession
internal import Gates
internal import Guarding
package import JSONText
internal import Learning
internal import Octets
internal import Pledge

extension Fact {
  /// The version of the format that is written. Facts are for ever: every earlier version is still read.
  static let formatVersion: Int64 = 9

  /// The first version that knows facts of this kind. A log without newer ones stays readable for older programs.
  private var firstVersion: Int64 {
    switch body {
    case .visit, .sync(.visitElsewhere), .move(.termsSet), .move(.lifted(_, .week, _)): 9
    case .guard(.inputWatched), .move(.exercised), .move(.windowOpened), .move(.windowClosed): 9
    case .guard(.nightReported(let report)) where !report.isNoticed: 9
    case .guard(.greeted(let report)) where !report.isNoticed: 9
    case .guard(.greeted), .guard(.felt): 8
    case .gate(.claimed): 7
    case .sync: 6
    case .gate: 5
    case .guard, .learn, .move, .plan, .pledge: 4
    case .sessionStarted(let start): ([start.own] + start.added).reduce(1) { max($0, $1.firstVersion) }
    case .layerAdded(let layer, _): layer.firstVersion
    case .breakStarted(_, _, .device), .questionAnswered(_, .device): 6
    case .startPlanned(let planned) where planned.ask.work != nil: 4
    case .clockTrusted, .clockCorrected, .counterShown: 3
    case .bypassed, .promiseKept: 2
    default: 1
    }
  }

  /// The fact as it is kept: exact, and with all that the fold needs.
  package var json: JSONValue {
    // Somebody waits for it to be written: the members are sorted already, as far as they are the same for all facts.
    var object = JSONObject(reserving: 12)
    object.append("at", .integer(stamp.moment.wall.milliseconds))
    object.append("boot", .string(stamp.moment.boot.text))
    object.append("fact", .string(name))
    object.append("steady", .integer(stamp.moment.steady))
    object.append("tick", .integer(stamp.tick.milliseconds))
    object.append("v", .integer(firstVersion))
    describeBody(in: &object)
    return .object(object)
  }

  private func describeBody(in object: inout JSONObject) {
    switch body {
    case .sessionStarted(let start):
      start.describe(in: &object)
      object.append("planned_end", start.plannedEnd)
      object.append(start.occurrence)
    case .layerAdded(let layer, let occurrence):
      object.append("layer", layer.json)
      object.append(occurrence)
    case .layerRemoved(let profile): object.append("profile", .string(profile.text))
    case .blocksAdded(let profile, let blocks):
      object.append("profile", .string(profile.text))
      object.append("blocks", blocks.whole)
    case .sessionExtended(let plannedEnd, let occurrence):
      object.append("planned_end", plannedEnd)
      object.append(occurrence)
    case .questionOpened(let question): object.append("question", question.json)
    case .questionAnswered(let answer, let by): answer.describe(by, in: &object)
    case .breakStarted(let ends, let periods, let by):
      object.append("ends", ends)
      object.append("periods", periods.json)
      object.append("by", by.json)
    case .breakNoticed(let ends): object.append("ends", ends)
    case .breakEnded(let why): object.append("why", .string(why.word))
    case .sessionEnded(let ending): ending.describe(in: &object)
    case .emergencyOpened(let due): object.append("due", due)
    case .emergencyCancelled, .startUnplanned: break
    case .attempted(let attempt): attempt.describe(in: &object)
    case .bypassed(let layer): object.append("layer", .string(layer))
    case .promiseKept(let attempt): attempt?.describe(in: &object)
    case .scheduleNoticed(let occurrence): object.append(occurrence)
    case .scheduleSkipped(let occurrence, let why):
      object.append(occurrence)
      object.append("why", .string(why.word))
    case .startPlanned(let planned): planned.describe(in: &object)
    case .clockJumped(let by): object.append("by", by)
    case .clockTrusted(let trust): trust.describe(in: &object)
    case .clockCorrected(let by, let why):
      object.append("by", by)
      object.append("why", .string(why.word))
    case .serviceStarted(let down): object.append("down", down)
    case .keyProven(let key, let proof):
      object.append("key", .string(key.text))
      object.append("proof", .string(proof.word))
    case .counterShown(let card, let counter):
      object.append("uid", .string(HexText.text(of: card.octets, uppercase: true)))
      object.append("counter", .integer(Int64(counter)))
    case .recoveryCodeMade(let digest), .recoveryCodeUsed(let digest):
      object.append("digest", .string(HexText.text(of: digest)))
    case .guard(let found): found.describe(in: &object)
    case .learn(let fact): fact.describe(in: &object)
    case .move(let moved): moved.describe(in: &object)
    case .plan(let planned): planned.describe(in: &object)
    case .pledge(let pledged): pledged.describe(in: &object)
    case .gate(let happened): happened.describe(in: &object)
    case .sync(let found): found.describe(in: &object)
    case .visit(let happened): happened.describe(in: &object)
    }
  }
}

extension QuestionAnswer {
  fileprivate func describe(_ by: Trigger?, in object: inout JSONObject) {
    object.append("answer", .string(word))
    if let by { object.append("by", by.json) }
  }
}

extension PlannedStart {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("ask", ask.json)
    object.append("starts", at)
  }
}

extension SessionEnding {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("session", .string(id.text))
    object.append("profile", .string(profile.text))
    object.append("why", .string(why.word))
    object.append("focused", focused)
  }
}

extension JSONObject {
  fileprivate mutating func append(_ occurrence: Occurrence?) {
    if let occurrence { append("occurrence", occurrence.json) }
  }

  fileprivate mutating func append(_ name: String, _ tick: Tick?) {
    if let tick { append(name, .integer(tick.milliseconds)) }
  }

  fileprivate mutating func append(_ name: String, _ lapse: Lapse?) {
    if let lapse { append(name, .integer(lapse.milliseconds)) }
  }

  fileprivate mutating func append(_ name: String, _ wall: Timestamp) {
    append(name, .integer(wall.milliseconds))
  }
}

extension SessionStart {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("session", .string(id.text))
    object.append("own", own.json)
    if !added.isEmpty { object.append("added", .array(added.map { $0.json })) }
    if let task { object.append("task", .string(task)) }
    object.append("trigger", trigger.json)
    object.append("periods", periods.json)
  }
}

extension WallTrust {
  func describe(in object: inout JSONObject) {
    object.append("trust", .string(word))
    guard case .waiting(let anchor) = self else { return }
    object.append("wall", anchor.wall)
    object.append("since", anchor.tick)
    object.append("measure", .string(anchor.measure.word))
  }
}

extension Attempt {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("kind", .string(kind.word))
    object.append("name", .string(name))
  }
}

extension Layer {
  /// The first version that knows layers of this kind.
  fileprivate var firstVersion: Int64 {
    if case .device = trigger { return 6 }
    return policy.firstVersion
  }

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
      "task": task.map { .string($0) }, "work": work.map { $0.json }, "in_minutes": inMinutes.map { JSONValue($0) },
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
