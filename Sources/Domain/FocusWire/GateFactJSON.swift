internal import FocusSession
internal import Gates
internal import JSONText

extension GateFact {
  /// The members of each fact beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("gate-asked", ["until"]), ("gate-claimed", ["name", "until"]), ("gate-tapped", ["key", "may_end"]),
    ("gate-typed", ["sentence"]),
    ("gate-learned", ["cards"]),
  ]

  /// The names of those that are told.
  static let eventNames = ["gate-tapped", "gate-typed"]

  /// The fact's name, which is that of the event that tells it.
  var name: String {
    switch self {
    case .asked: "gate-asked"
    case .claimed: "gate-claimed"
    case .tapped: "gate-tapped"
    case .typed: "gate-typed"
    case .learned: "gate-learned"
    }
  }

  /// The fact as it is kept.
  func describe(in object: inout JSONObject) {
    switch self {
    case .asked(let until): object.append("until", .integer(until.milliseconds))
    case .claimed(let name, let until):
      object.append("name", .string(name))
      object.append("until", .integer(until.milliseconds))
    case .tapped(let key, let mayEnd):
      object.append("key", .string(key))
      if mayEnd { object.append("may_end", true) }
    case .typed(let sentence): object.append("sentence", .string(sentence))
    case .learned(let cards): object.append("cards", JSONValue(cards))
    }
  }

  /// The fact as it is told.
  func tell(in object: inout JSONObject) {
    switch self {
    case .tapped(let key, _): object.append("key", .string(key))
    case .typed(let sentence): object.append("sentence", .string(sentence))
    case .asked, .claimed, .learned: break
    }
  }

  /// Reads a kept fact; `nil` for a name of another family.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "gate-asked": self = .asked(until: try members.required("until").tick())
    case "gate-claimed":
      self = .claimed(try members.required("name").string(), until: try members.required("until").tick())
    case "gate-tapped":
      self = .tapped(try members.required("key").string(), mayEnd: try members["may_end"]?.bool() ?? false)
    case "gate-typed": self = .typed(try members.required("sentence").string())
    case "gate-learned":
      self = .learned(Int(try members.required("cards").integer(in: 0...Int64(Int32.max))))
    default: return nil
    }
  }

  /// What people are told.
  func sentence(_ settings: Settings) -> String? {
    switch self {
    case .tapped(let key, _):
      "\(settings.keys.first { $0.id.text == key }?.name ?? key) was tapped: that step is done."
    case .typed: "The sentence is right: that step is done."
    case .asked, .claimed, .learned: nil
    }
  }
}
