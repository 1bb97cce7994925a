internal import Allowance
internal import FocusSession
internal import JSONText

/// How the facts of allowances and movement are named, kept, told and read.
extension MoveFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] =
    [
      ("allowance-day", ["allowance", "day", "ends"]), ("allowance-terms", ["allowance"] + DayTerms.memberNames),
      ("allowance-use", ["allowance"]),
      ("allowance-use-ended", ["allowance", "ended"]), ("allowance-warned", ["allowance", "left"]),
      ("allowance-reached", ["allowance"]), ("allowance-lifted", ["allowance", "by", "minutes"]),
      ("allowance-day-ended", ["allowance"]), ("moved", ["kind", "amount", "trust", "booked", "points"]),
      ("challenge-set", ["day", "target", "ends"]), ("challenge-met", ["day", "target"]),
      ("override-asked", ["name", "due"]),
      ("override-due", ["name"]), ("laps-calibrated", ["least"]), ("exercised", ["day", "minute"]),
      ("exercise-window", ["day", "start", "ends"]), ("exercise-window-over", ["moved"]),
    ] + NudgeFact.memberNames

  /// The names under which they are told. What only the fold needs is not told.
  static let eventNames = [
    "allowance-warned", "allowance-reached", "allowance-lifted", "moved", "challenge-set", "challenge-met",
    "override-asked", "laps-calibrated", "exercise-window", "exercise-window-over", "nudged", "nudge-answered",
  ]

  /// The fact's name.
  var name: String {
    switch self {
    case .dayBegan: "allowance-day"
    case .termsSet: "allowance-terms"
    case .useBegan: "allowance-use"
    case .useEnded: "allowance-use-ended"
    case .warned: "allowance-warned"
    case .reached: "allowance-reached"
    case .lifted: "allowance-lifted"
    case .dayEnded: "allowance-day-ended"
    case .moved: "moved"
    case .challengeSet: "challenge-set"
    case .challengeMet: "challenge-met"
    case .overrideAsked: "override-asked"
    case .overrideDue: "override-due"
    case .lapsCalibrated: "laps-calibrated"
    case .exercised: "exercised"
    case .windowOpened: "exercise-window"
    case .windowClosed: "exercise-window-over"
    case .nudge(let fact): fact.name
    }
  }

  /// What is kept.
  func describe(in object: inout JSONObject) {
    func tick(_ tick: Tick) -> JSONValue { .integer(tick.milliseconds) }
    if let allowance { object.append("allowance", .string(allowance.text)) }
    switch self {
    case .dayBegan(_, let day, let ends):
      object.append("day", .string(ISO8601.text(day)))
      object.append("ends", tick(ends))
    case .termsSet(_, let terms): terms.describe(in: &object)
    case .useEnded(_, let at): object.append("ended", tick(at))
    case .warned(_, let left): object.append("left", .integer(left.milliseconds))
    case .lifted(_, let way, let minutes):
      object.append("by", .string(way.rawValue))
      object.append("minutes", JSONValue(minutes))
    case .moved(let movement): movement.describe(in: &object)
    case .challengeSet(let day, let target, let ends):
      object.append("day", .string(ISO8601.text(day)))
      object.append("target", JSONValue(target))
      object.append("ends", tick(ends))
    case .challengeMet(let day, let target):
      object.append("day", .string(ISO8601.text(day)))
      object.append("target", JSONValue(target))
    case .overrideAsked(let name, let due):
      object.append("name", .string(name))
      object.append("due", tick(due))
    case .overrideDue(let name): object.append("name", .string(name))
    case .lapsCalibrated(let least): object.append("least", .integer(least.milliseconds))
    case .exercised(let day, let minute):
      object.append("day", .string(ISO8601.text(day)))
      object.append("minute", JSONValue(minute))
    case .windowOpened(let day, let start, let ends):
      object.append("day", .string(ISO8601.text(day)))
      object.append("start", JSONValue(start))
      object.append("ends", tick(ends))
    case .windowClosed(let moved): object.append("moved", .bool(moved))
    case .nudge(let fact): fact.describe(in: &object)
    case .useBegan, .reached, .dayEnded: break
    }
  }

  /// What the event says.
  func tell(in object: inout JSONObject, at stamp: Stamp, zone: CivilZone) {
    if let allowance { object.append("allowance", .string(allowance.text)) }
    switch self {
    case .warned(_, let left): object.append("left_seconds", .integer(left.secondsLeft))
    case .lifted(_, let way, let minutes):
      object.append("by", .string(way.rawValue))
      object.append("minutes", JSONValue(minutes))
    case .moved(let movement): movement.describe(in: &object)
    case .challengeSet(_, let target, _), .challengeMet(_, let target): object.append("target", JSONValue(target))
    case .overrideAsked(let name, let due):
      object.append("name", .string(name))
      object.append("due_at", .string(ISO8601.text(stamp.wall(at: due), in: zone)))
    case .windowOpened(_, _, let ends): object.append("ends_at", .string(ISO8601.text(stamp.wall(at: ends), in: zone)))
    case .windowClosed(let moved): object.append("moved", .bool(moved))
    case .lapsCalibrated(let least): object.append("least_seconds", .number(Double(least.milliseconds) / 1000))
    case .nudge(.told(let nudge)):
      object.append("message", JSONValue(nudge.message))
      object.append("chance", .number(Double(nudge.chance) / 1000))
    case .nudge(.answered(let message, let moved)):
      object.append("message", JSONValue(message))
      object.append("moved", .bool(moved))
    case .dayBegan, .termsSet, .useBegan, .useEnded, .reached, .dayEnded, .overrideDue, .exercised, .nudge: break
    }
  }

  /// Which allowance it is about.
  private var allowance: AllowanceID? {
    switch self {
    case .dayBegan(let id, _, _), .termsSet(let id, _), .useBegan(let id), .useEnded(let id, _), .warned(let id, _),
      .reached(let id), .lifted(let id, _, _), .dayEnded(let id):
      id
    case .moved, .challengeSet, .challengeMet, .overrideAsked, .overrideDue, .lapsCalibrated, .exercised, .windowOpened,
      .windowClosed, .nudge:
      nil
    }
  }

  /// Reads one of these facts; `nil` for the name of another.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    func id() throws(JSONShapeError) -> AllowanceID { AllowanceID(try members.required("allowance").string()) }
    func tick(_ name: String) throws(JSONShapeError) -> Tick { try members.required(name).tick() }
    func day() throws(JSONShapeError) -> CivilDay { try members.required("day").day() }
    func number(_ name: String) throws(JSONShapeError) -> Int { try members.required(name).count() }
    switch name {
    case "allowance-day": self = .dayBegan(try id(), try day(), ends: try tick("ends"))
    case "allowance-terms": self = .termsSet(try id(), try DayTerms(members))
    case "allowance-use": self = .useBegan(try id())
    case "allowance-use-ended": self = .useEnded(try id(), at: try tick("ended"))
    case "allowance-warned": self = .warned(try id(), left: try members.required("left").milliseconds())
    case "allowance-reached": self = .reached(try id())
    case "allowance-lifted":
      let way = try members.required("by").word(among: LiftWay.allCases.map { $0.rawValue })
      self = .lifted(try id(), by: LiftWay(rawValue: way) ?? .day, minutes: try number("minutes"))
    case "allowance-day-ended": self = .dayEnded(try id())
    case "moved": self = .moved(try MovementRecord(members))
    case "challenge-set": self = .challengeSet(try day(), target: try number("target"), ends: try tick("ends"))
    case "challenge-met": self = .challengeMet(try day(), target: try number("target"))
    case "override-asked": self = .overrideAsked(try members.required("name").string(), due: try tick("due"))
    case "override-due": self = .overrideDue(try members.required("name").string())
    case "laps-calibrated": self = .lapsCalibrated(least: try members.required("least").milliseconds())
    case "exercised": self = .exercised(try day(), minute: try number("minute"))
    case "exercise-window": self = .windowOpened(try day(), start: try number("start"), ends: try tick("ends"))
    case "exercise-window-over": self = .windowClosed(moved: try members.required("moved").bool())
    default:
      guard let fact = try NudgeFact(name, members) else { return nil }
      self = .nudge(fact)
    }
  }
}

extension MovementRecord {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("kind", .string(kind))
    object.append("amount", JSONValue(amount))
    object.append("trust", .string(trust.rawValue))
    object.append("booked", JSONValue(booked))
    object.append("points", JSONValue(points))
  }

  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    let trust = try members.required("trust").word(among: MovementTrust.allCases.map { $0.rawValue })
    self.init(
      kind: try members.required("kind").string(), amount: try members.required("amount").count(),
      trust: MovementTrust(rawValue: trust) ?? .claimed, booked: try members.required("booked").count(),
      points: try members.required("points").count())
  }
}
