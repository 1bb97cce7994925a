internal import Allowance
internal import FocusSession
internal import JSONText

/// How the facts of suggestions to move are named, kept and read.
extension NudgeFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("nudges-planned", ["day", "began", "ends", "quarters", "reason"]),
    ("nudged", ["message", "chance", "quarter", "idle", "until"]), ("nudge-passed", ["quarter"]),
    ("nudge-answered", ["message", "moved"]), ("nudges-heard", ["others"]),
  ]

  var name: String {
    switch self {
    case .planned: "nudges-planned"
    case .told: "nudged"
    case .passed: "nudge-passed"
    case .answered: "nudge-answered"
    case .heard: "nudges-heard"
    }
  }

  func describe(in object: inout JSONObject) {
    switch self {
    case .planned(let plan): plan.describe(in: &object)
    case .told(let nudge): nudge.describe(in: &object)
    case .passed(let quarter): object.append("quarter", JSONValue(quarter))
    case .answered(let message, let moved):
      object.append("message", JSONValue(message))
      object.append("moved", .bool(moved))
    case .heard(let others): object.append("others", others.json)
    }
  }

  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "nudges-planned": self = .planned(try NudgeDay(members))
    case "nudged": self = .told(try Nudge(members))
    case "nudge-passed": self = .passed(quarter: try members.required("quarter").count())
    case "nudge-answered":
      self = .answered(message: try members.required("message").count(), moved: try members.required("moved").bool())
    case "nudges-heard": self = .heard(try members.required("others").outcomes())
    default: return nil
    }
  }
}

extension [NudgeLedger.Outcome] {
  /// Pairs: how often the person moved, and how often not.
  fileprivate var json: JSONValue { .array(map { numbers([$0.moved, $0.stayed]) }) }
}

extension NudgeDay {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("day", .string(ISO8601.text(day)))
    object.append("began", .integer(began.milliseconds))
    object.append("ends", .integer(ends.milliseconds))
    object.append("quarters", numbers(quarters))
    object.append("reason", .string(reason))
  }

  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      day: try members.required("day").day(), began: try members.required("began").tick(),
      ends: try members.required("ends").tick(), quarters: try members.required("quarters").numbers(),
      reason: try members.required("reason").string())
  }
}

extension Nudge {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("message", JSONValue(message))
    object.append("chance", JSONValue(chance))
    object.append("quarter", JSONValue(quarter))
    object.append("idle", JSONValue(idleHours))
    object.append("until", .integer(until.milliseconds))
  }

  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      message: try members.required("message").count(), chance: try members.required("chance").count(),
      quarter: try members.required("quarter").count(), idleHours: try members.required("idle").count(),
      until: try members.required("until").tick())
  }
}

/// What is learned from suggestions, in a checkpoint.
extension NudgeLedger {
  var json: JSONValue {
    .members([
      "plan": plan.map { plan in
        var object = JSONObject()
        plan.describe(in: &object)
        return .object(object)
      },
      "open": open.map { nudge in
        var object = JSONObject()
        nudge.describe(in: &object)
        return .object(object)
      },
      "last": lastMessage.map { JSONValue($0) }, "moved": lastMoved.map { .integer($0.milliseconds) },
      "outcomes": outcomes.json, "others": others.isEmpty ? nil : others.json,
      "days": .array(
        days.map { day in
          [
            "day": .string(ISO8601.text(day.day)), "used": numbers(day.used), "moves": numbers(day.moves),
            "nudges": .array(day.nudges.map { numbers([$0.quarter, $0.idleHours, $0.moved ? 1 : 0]) }),
          ]
        }),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("plan", "open", "last", "moved", "outcomes", "others", "days")
    var (plan, open): (NudgeDay?, Nudge?)
    if let item = members["plan"] {
      plan = try NudgeDay(try item.members("day", "began", "ends", "quarters", "reason"))
    }
    if let item = members["open"] {
      open = try Nudge(try item.members("message", "chance", "quarter", "idle", "until"))
    }
    var days: [Day] = []
    for item in try members.required("days").array() { days.append(try Day(item)) }
    self.init(
      plan: plan, open: open, lastMessage: try members["last"]?.count(),
      outcomes: try members.required("outcomes").outcomes(), others: try members["others"]?.outcomes() ?? [],
      days: days, lastMoved: try members["moved"]?.tick())
  }
}

extension NudgeLedger.Day {
  fileprivate init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("day", "used", "moves", "nudges")
    var nudges: [NudgeLedger.Answered] = []
    for item in try members.required("nudges").array() {
      let three = try item.numbers(3)
      nudges.append(NudgeLedger.Answered(quarter: three[0], idleHours: three[1], moved: three[2] != 0))
    }
    self.init(
      day: try members.required("day").day(), used: try members.required("used").numbers(),
      moves: try members.required("moves").numbers(), nudges: nudges)
  }
}

private func numbers(_ numbers: [Int]) -> JSONValue { .array(numbers.map { JSONValue($0) }) }

extension JSONItem {
  fileprivate func outcomes() throws(JSONShapeError) -> [NudgeLedger.Outcome] {
    var outcomes: [NudgeLedger.Outcome] = []
    for item in try array() {
      let pair = try item.numbers(2)
      outcomes.append(NudgeLedger.Outcome(moved: pair[0], stayed: pair[1]))
    }
    return outcomes
  }

  /// Whole numbers from 0 on, and how many there are to be, where that is known.
  fileprivate func numbers(_ count: Int? = nil) throws(JSONShapeError) -> [Int] {
    var numbers: [Int] = []
    for item in try array() { numbers.append(try item.count()) }
    guard count == nil || numbers.count == count else { throw refusal("not \(count ?? 0) numbers") }
    return numbers
  }
}
