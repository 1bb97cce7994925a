internal import Octets

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
  package static let names: [String] = Fact.Body.toldNames + ["refused", "tap-ignored", "ring", "noticed"]

  /// `{"at":"…","event":"…", …}` with times as clocks of that zone show them.
  package func json(in zone: CivilZone) -> JSONValue {
    var object = JSONObject()
    object.append("at", .string(ISO8601.text(at, in: zone)))
    object.append("event", .string(name))
    switch kind {
    case .recorded(let fact): fact.tell(in: &object, zone)
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
