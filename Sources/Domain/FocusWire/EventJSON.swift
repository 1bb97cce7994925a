internal import Allowance
package import FocusSession
internal import Gates
internal import Guarding
package import JSONText
internal import Learning
internal import Octets
internal import Pledge

extension Event {
  /// The event's name in the log, the event stream and for hooks.
  package var name: String {
    switch kind {
    case .recorded(let fact): fact.name
    case .refused: "refused"
    case .tapIgnored: "tap-ignored"
    case .ring: "ring"
    case .noticed: "noticed"
    }
  }

  /// The names that events can have. Nothing tells of card counters: they are recorded and no more.
  package static let names: [String] = {
    var names = [
      "session-started", "layer-added", "layer-removed", "blocks-added", "session-extended", "question-opened",
      "question-answered", "break-started", "break-notice", "break-ended", "session-ended", "emergency-opened",
      "emergency-cancelled", "attempt", "bypass", "promise-kept", "schedule-notice", "schedule-skipped",
      "start-planned", "start-unplanned", "clock-jump", "clock-trust", "clock-corrected", "recovered", "key-proven",
      "recovery-code-made", "recovery-code-used", "refused", "tap-ignored", "ring", "noticed",
    ]
    names += GuardFact.eventNames + LearnFact.eventNames + MoveFact.eventNames + PlanFact.eventNames
    names += PledgeFact.eventNames + GateFact.eventNames + VisitFact.eventNames
    return names
  }()

  /// `{"at":"…","event":"…", …}` with times as clocks of that zone show them.
  package func json(in zone: CivilZone) -> JSONValue {
    var object = JSONObject()
    object.append("at", .string(ISO8601.text(at, in: zone)))
    object.append("event", .string(name))
    switch kind {
    case .recorded(let fact): fact.describe(in: &object, zone: zone)
    case .refused(let refusal): refusal.describe(in: &object, zone: zone)
    case .tapIgnored(let why, let reader, let uids):
      object.append("why", .string(why.word))
      object.append("reader", .string(reader.text))
      if let uid = uids.last { object.append("uid", .string(HexText.text(of: uid.octets, uppercase: true))) }
    case .ring(let number, let volume):
      object.append("number", JSONValue(number))
      object.append("volume", JSONValue(volume))
    case .noticed(let cause): object.append("cause", .string(cause.word))
    }
    return .object(object)
  }
}

extension Refusal {
  func describe(in object: inout JSONObject, zone: CivilZone) {
    object.append("rule", .string(rule.word))
    object.append("message", .string(rule.message))
    switch rule {
    case .gate(_, let steps), .override(.steps(_, let steps)):
      object.append("steps", .array(steps.map { $0.json }))
    default: break
    }
    if let nextAt { object.append("next_at", .string(ISO8601.text(nextAt.nextSecond, in: zone))) }
  }

  /// `{"rule":"…","message":"…","next_at":"…"}`; without `next_at` where waiting does not help.
  package func json(in zone: CivilZone) -> JSONValue {
    var object = JSONObject()
    describe(in: &object, zone: zone)
    return .object(object)
  }
}

extension Fact {
  /// The fact's name, which is that of the event that tells it.
  package var name: String {
    switch body {
    case .sessionStarted: "session-started"
    case .layerAdded: "layer-added"
    case .layerRemoved: "layer-removed"
    case .blocksAdded: "blocks-added"
    case .sessionExtended: "session-extended"
    case .questionOpened: "question-opened"
    case .questionAnswered: "question-answered"
    case .breakStarted: "break-started"
    case .breakNoticed: "break-notice"
    case .breakEnded: "break-ended"
    case .sessionEnded: "session-ended"
    case .emergencyOpened: "emergency-opened"
    case .emergencyCancelled: "emergency-cancelled"
    case .attempted: "attempt"
    case .bypassed: "bypass"
    case .promiseKept: "promise-kept"
    case .scheduleNoticed: "schedule-notice"
    case .scheduleSkipped: "schedule-skipped"
    case .startPlanned: "start-planned"
    case .startUnplanned: "start-unplanned"
    case .clockJumped: "clock-jump"
    case .clockTrusted: "clock-trust"
    case .clockCorrected: "clock-corrected"
    case .serviceStarted: "recovered"
    case .keyProven: "key-proven"
    case .counterShown: "counter-shown"
    case .recoveryCodeMade: "recovery-code-made"
    case .recoveryCodeUsed: "recovery-code-used"
    case .guard(let found): found.name
    case .learn(let fact): fact.name
    case .move(let moved): moved.name
    case .plan(let planned): planned.name
    case .pledge(let pledged): pledged.name
    case .gate(let happened): happened.name
    case .sync(let found): found.name
    case .visit(let happened): happened.name
    }
  }

  /// What the event says beyond its time and its name.
  fileprivate func describe(in object: inout JSONObject, zone: CivilZone) {
    func time(_ tick: Tick) -> JSONValue { .string(ISO8601.text(stamp.wall(at: tick), in: zone)) }
    func time(_ wall: Timestamp) -> JSONValue { .string(ISO8601.text(wall, in: zone)) }
    switch body {
    case .sessionStarted(let start):
      start.describe(in: &object)
      object.append("planned_end", start.plannedEnd.map { time($0) } ?? .null)
      object.append(start.trigger)
    case .layerAdded(let layer, _):
      object.append("profile", .string(layer.policy.profile.text))
      object.append("until", layer.until.map { time($0) } ?? .null)
      object.append(layer.trigger)
    case .layerRemoved(let profile), .blocksAdded(let profile, _):
      object.append("profile", .string(profile.text))
    case .sessionExtended(let plannedEnd, let occurrence):
      object.append("planned_end", plannedEnd.map { time($0) } ?? .null)
      if let occurrence { object.append("schedule", .string(occurrence.schedule.text)) }
    case .questionOpened(let question):
      object.append("opens_at", time(stamp.wall(at: question.opens).nextSecond))
      object.append("closes_at", time(question.closes))
      question.describe(in: &object)
      object.append(question.asked)
    case .questionAnswered(let answer, let by):
      object.append("answer", .string(answer.word))
      if let by { object.append(by) }
    case .breakStarted(let ends, _, let by):
      object.append("ends_at", time(ends))
      object.append(by)
    case .breakNoticed(let ends): object.append("ends_at", time(ends))
    case .breakEnded(let why): object.append("why", .string(why.word))
    case .sessionEnded(let ending): ending.describe(in: &object)
    case .emergencyOpened(let due): object.append("ends_at", time(due))
    case .emergencyCancelled, .startUnplanned, .counterShown, .recoveryCodeMade, .recoveryCodeUsed, .sync: break
    case .attempted(let attempt): object.append(attempt.kind.word, .string(attempt.name))
    case .learn(let fact): fact.describe(in: &object)
    case .bypassed(let layer): object.append("layer", .string(layer))
    case .promiseKept(let attempt): if let attempt { object.append(attempt.kind.word, .string(attempt.name)) }
    case .scheduleNoticed(let occurrence): occurrence.describe(in: &object, zone: zone)
    case .scheduleSkipped(let occurrence, let why):
      occurrence.describe(in: &object, zone: zone)
      object.append("why", .string(why.word))
    case .startPlanned(let planned): planned.tell(in: &object, at: stamp, zone: zone)
    case .clockJumped(let lapse): object.append("by_seconds", .integer(lapse.wholeSeconds))
    case .clockTrusted(let trust): object.append("trust", .string(trust.word))
    case .clockCorrected(let lapse, let why):
      object.append("by_seconds", .integer(lapse.wholeSeconds))
      object.append("why", .string(why.word))
    case .serviceStarted(let down):
      object.append("down_seconds", down.map { .integer($0.wholeSeconds) } ?? .null)
    case .keyProven(let key, let proof):
      object.append("key", .string(key.text))
      object.append("proof", .string(proof.word))
    case .guard(let found): found.tell(in: &object, at: stamp, zone: zone)
    case .move(let moved): moved.tell(in: &object, at: stamp, zone: zone)
    case .plan(let planned): planned.tell(in: &object)
    case .pledge(let pledged): pledged.tell(in: &object, at: stamp, zone: zone)
    case .gate(let happened): happened.tell(in: &object)
    case .visit(let happened): happened.tell(in: &object, at: stamp, zone: zone)
    }
  }
}

extension PlannedStart {
  fileprivate func tell(in object: inout JSONObject, at stamp: Stamp, zone: CivilZone) {
    object.append("profile", JSONValue(ask.profile?.text))
    object.append("starts_at", .string(ISO8601.text(stamp.wall(at: at), in: zone)))
  }
}

extension JSONObject {
  fileprivate mutating func append(_ trigger: Trigger) {
    guard case .object(let object) = trigger.json else { return }
    for member in object.members { append(member.name, member.value) }
  }
}

extension Occurrence {
  fileprivate func describe(in object: inout JSONObject, zone: CivilZone) {
    object.append("profile", .string(profile.text))
    object.append("schedule", .string(schedule.text))
    object.append("starts_at", .string(ISO8601.text(start, in: zone)))
    object.append("ends_at", .string(ISO8601.text(end, in: zone)))
  }
}

extension SessionStart {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("session", .string(id.text))
    object.append("profile", .string(own.policy.profile.text))
    object.append("layers", JSONValue(([own] + added).map { $0.policy.profile.text }))
    if let task { object.append("task", .string(task)) }
  }
}

extension SessionEnding {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("session", .string(id.text))
    object.append("profile", .string(profile.text))
    object.append("why", .string(why.word))
    object.append("focused_seconds", .integer(focused.wholeSeconds))
  }
}

extension Question {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("kind", .string(kind.word))
    if case .switchTo(_, let profile) = kind { object.append("profile", .string(profile.text)) }
    if isAgain { object.append("again", true) }
  }
}

extension Question.Kind {
  /// `end` or `switch`.
  var word: String {
    switch self {
    case .end: "end"
    case .switchTo: "switch"
    }
  }
}
