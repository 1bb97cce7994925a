package import FocusSession
internal import JSONText

extension VisitThing.Kind: Worded {
  /// As in `visit-began`.
  package var word: String {
    switch self {
    case .site: "site"
    case .app: "app"
    case .category: "category"
    }
  }
}

extension VisitEnd: Worded {
  /// As in `visit-ended`.
  package var word: String {
    switch self {
    case .over: "over"
    case .early: "early"
    case .onBreak: "break"
    case .sessionEnded: "session-ended"
    }
  }
}

extension VisitFact {
  /// The members of each fact beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("visit-asked", ["until"]), ("visit-began", ["what", "kind", "ends", "opens", "day", "next_day", "by"]),
    ("visit-ended", ["what", "kind", "why"]),
  ]

  /// The names of those that are told.
  static let eventNames = ["visit-began", "visit-ended"]

  /// The fact's name, which is that of the event that tells it.
  var name: String {
    switch self {
    case .asked: "visit-asked"
    case .began: "visit-began"
    case .ended: "visit-ended"
    }
  }

  /// The fact as it is kept.
  func describe(in object: inout JSONObject) {
    switch self {
    case .asked(let until): object.append("until", .integer(until.milliseconds))
    case .began(let visit):
      visit.thing.describe(in: &object)
      object.append("ends", .integer(visit.ends.milliseconds))
      object.append("opens", JSONValue(visit.opens.map { $0.text }))
      object.append("day", .integer(visit.days.ends.milliseconds))
      object.append("next_day", .integer(visit.days.nextEnds.milliseconds))
      object.append("by", visit.trigger.json)
    case .ended(let thing, let why):
      thing.describe(in: &object)
      object.append("why", .string(why.word))
    }
  }

  /// The fact as it is told.
  func tell(in object: inout JSONObject, at stamp: Stamp, zone: CivilZone) {
    switch self {
    case .asked: break
    case .began(let visit):
      visit.thing.describe(in: &object)
      object.append("until", .string(ISO8601.text(stamp.wall(at: visit.ends), in: zone)))
      guard case .object(let by) = visit.trigger.json else { return }
      for member in by.members { object.append(member.name, member.value) }
    case .ended(let thing, let why):
      thing.describe(in: &object)
      object.append("why", .string(why.word))
    }
  }

  /// Reads a kept fact; `nil` for a name of another family.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "visit-asked": self = .asked(until: try members.required("until").tick())
    case "visit-began":
      self = .began(
        VisitBeginning(
          thing: try VisitThing(members), ends: try members.required("ends").tick(),
          opens: try members.required("opens").strings().map { ProfileID($0) },
          days: VisitDays(
            ends: try members.required("day").tick(), nextEnds: try members.required("next_day").tick()),
          trigger: try Trigger(json: try members.required("by"))))
    case "visit-ended": self = .ended(try VisitThing(members), try members.required("why").choice())
    default: return nil
    }
  }

  /// What people are told.
  func sentence(at stamp: Stamp, in zone: CivilZone) -> String? {
    switch self {
    case .asked: nil
    case .began(let visit): "\(visit.thing.name) is open until \(clockTime(stamp.wall(at: visit.ends), in: zone))."
    case .ended(let thing, .over), .ended(let thing, .early): "\(thing.name) is shut again."
    case .ended(_, .onBreak), .ended(_, .sessionEnded): nil
    }
  }
}

extension VisitThing {
  fileprivate func describe(in object: inout JSONObject) {
    object.append("what", .string(name))
    object.append("kind", .string(kind.word))
  }

  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(kind: try members.required("kind").choice(), name: try members.required("what").string())
  }
}

extension VisitSpending {
  /// The spending as a checkpoint keeps it.
  var json: JSONValue {
    .members(["day": dayEnds.map { .integer($0.milliseconds) }, "today": .integer(today.milliseconds)])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("day", "today")
    self.init(dayEnds: try members["day"]?.tick(), today: try members.required("today").milliseconds())
  }
}
