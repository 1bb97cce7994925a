internal import FocusSession
internal import JSONText
internal import Octets

/// How the facts about other devices are named, kept and read. Nothing tells of them by itself.
extension SyncFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("device-break-followed", ["device", "number"]),
    ("device-break", ["device", "number", "profiles", "today", "week", "periods"]),
    ("device-visit", ["device", "number", "today", "day"]),
    ("device-exit", ["device", "number", "used"]), ("card-signed", ["uid", "counter", "link"]),
  ]

  /// The fact's name.
  var name: String {
    switch self {
    case .breakFollowed: "device-break-followed"
    case .breakElsewhere: "device-break"
    case .visitElsewhere: "device-visit"
    case .exitElsewhere: "device-exit"
    case .cardSigned: "card-signed"
    }
  }

  /// What is kept.
  func describe(in object: inout JSONObject) {
    switch self {
    case .breakFollowed(let source): source.describe(in: &object)
    case .breakElsewhere(let source, let profiles, let today, let thisWeek, let periods):
      source.describe(in: &object)
      object.append("profiles", JSONValue(profiles.map { $0.text }))
      object.append("today", .integer(today.milliseconds))
      object.append("week", .integer(thisWeek.milliseconds))
      object.append("periods", periods.json)
    case .visitElsewhere(let source, let today, let dayEnds):
      source.describe(in: &object)
      object.append("today", .integer(today.milliseconds))
      object.append("day", .integer(dayEnds.milliseconds))
    case .exitElsewhere(let source, let tick):
      source.describe(in: &object)
      object.append("used", .integer(tick.milliseconds))
    case .cardSigned(let card, let counter, let link):
      object.append("uid", .string(HexText.text(of: card.octets, uppercase: true)))
      object.append("counter", .integer(Int64(counter)))
      object.append("link", .string(link))
    }
  }

  /// Reads the fact of that name; `nil` for one of another family.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "device-break-followed": self = .breakFollowed(try SyncSource(members))
    case "device-break":
      self = .breakElsewhere(
        try SyncSource(members), try members.required("profiles").strings().map { ProfileID($0) },
        today: try members.required("today").milliseconds(), thisWeek: try members.required("week").milliseconds(),
        try BudgetPeriods(try members.required("periods")))
    case "device-visit":
      self = .visitElsewhere(
        try SyncSource(members), today: try members.required("today").milliseconds(),
        dayEnds: try members.required("day").tick())
    case "device-exit": self = .exitElsewhere(try SyncSource(members), at: try members.required("used").tick())
    case "card-signed":
      self = .cardSigned(
        CardUID(try members.required("uid").octets()), counter: try members.required("counter").counter(),
        link: try members.required("link").string())
    default: return nil
    }
  }
}

extension SyncSource {
  var json: JSONValue {
    var object = JSONObject()
    describe(in: &object)
    return .object(object)
  }

  fileprivate func describe(in object: inout JSONObject) {
    object.append("device", .string(device.text))
    object.append("number", .integer(Int64(truncatingIfNeeded: number)))
  }

  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      device: DeviceName(try members.required("device").string()),
      number: UInt64(try members.required("number").integer(in: 1...Int64.max)))
  }
}

extension DeviceLedger {
  /// The ledger as a checkpoint keeps it.
  var json: JSONValue {
    .members([
      "heard": .array(heard.map { $0.json }), "followed": followedBreak.map { $0.json },
      "over": JSONValue(over.map { $0.text }),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("heard", "followed", "over")
    self.init()
    for item in try members["heard"]?.array() ?? [] {
      heard.append(try SyncSource(try item.members("device", "number")))
    }
    if let item = members["followed"] { followedBreak = try SyncSource(try item.members("device", "number")) }
    over = try members["over"]?.strings().map { SessionID($0) } ?? []
  }
}
