public import JSONText

extension LearnFact {
  /// The names of these facts, and what each carries.
  public static let memberNames: [(fact: String, members: [String])] = [
    ("card-reviewed", ["deck", "card", "grade", "took"]), ("card-viewed", ["deck", "card"]),
    ("card-review-imported", ["deck", "card", "grade", "when", "took"]), ("card-review-undone", ["deck", "card"]),
    ("card-suspended", ["deck", "card", "on"]), ("card-buried", ["deck", "card", "until"]),
    ("card-bookmarked", ["deck", "card", "on"]), ("achievement", ["name", "points"]),
  ]

  /// The names under which they are told: what another program recorded long ago is not news.
  public static var eventNames: [String] {
    memberNames.map { $0.fact }.filter { $0 != "card-review-imported" }
  }

  /// The name in the log and in events.
  public var name: String {
    switch self {
    case .reviewed: "card-reviewed"
    case .imported: "card-review-imported"
    case .undone: "card-review-undone"
    case .suspended: "card-suspended"
    case .buried: "card-buried"
    case .viewed: "card-viewed"
    case .bookmarked: "card-bookmarked"
    case .told: "achievement"
    }
  }

  /// Reads the fact of that name, or gives `nil` where it is not one of these.
  public init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "card-reviewed":
      let grade = try members.required("grade").integer(in: 1...4)
      self = .reviewed(
        try CardID(members), Grade(rawValue: Int(grade)) ?? .good,
        took: try members.required("took").integer(in: 0...Int64.max))
    case "card-review-imported":
      let grade = try members.required("grade").integer(in: 1...4)
      self = .imported(
        try CardID(members), Grade(rawValue: Int(grade)) ?? .good,
        at: StudyMoment(milliseconds: try members.required("when").integer(in: -(1 << 53)...(1 << 53))),
        took: try members.required("took").integer(in: 0...Int64.max))
    case "card-review-undone": self = .undone(try CardID(members))
    case "card-suspended": self = .suspended(try CardID(members), try members.required("on").bool())
    case "card-buried":
      self = .buried(
        try CardID(members),
        until: StudyMoment(milliseconds: try members.required("until").integer(in: -(1 << 53)...(1 << 53))))
    case "card-viewed": self = .viewed(try CardID(members))
    case "card-bookmarked": self = .bookmarked(try CardID(members), try members.required("on").bool())
    case "achievement":
      self = .told(
        try members.required("name").string(), points: try members.required("points").integer(in: 0...1_000_000))
    default: return nil
    }
  }

  /// The fact as an object of its own, as it goes over the socket.
  public var json: JSONValue {
    var object = JSONObject()
    object.append("fact", .string(name))
    describe(in: &object)
    return .object(object)
  }

  /// Reads what ``json`` wrote.
  public init(_ item: JSONItem) throws(JSONShapeError) {
    let names = Self.memberNames.map { $0.fact }
    guard item.node.object != nil, let node = item.node["fact"] else {
      throw JSONShapeError(place: item.node.place, pointer: item.pointer, cause: .missing("fact"))
    }
    let name = try JSONItem(node, at: item.pointer.appending("fact")).word(among: names)
    let own = Self.memberNames.first { $0.fact == name }?.members ?? []
    guard let fact = try LearnFact(name, try item.members(among: ["fact"] + own)) else {
      throw item.refusal("unknown fact: \(name)")
    }
    self = fact
  }

  /// Puts what the fact carries into an object.
  public func describe(in object: inout JSONObject) {
    switch self {
    case .reviewed(let card, let grade, let took):
      card.describe(in: &object)
      object.append("grade", JSONValue(grade.rawValue))
      object.append("took", .integer(took))
    case .imported(let card, let grade, let at, let took):
      card.describe(in: &object)
      object.append("grade", JSONValue(grade.rawValue))
      object.append("when", .integer(at.milliseconds))
      object.append("took", .integer(took))
    case .undone(let card): card.describe(in: &object)
    case .suspended(let card, let isOn):
      card.describe(in: &object)
      object.append("on", .bool(isOn))
    case .buried(let card, let until):
      card.describe(in: &object)
      object.append("until", .integer(until.milliseconds))
    case .viewed(let card): card.describe(in: &object)
    case .bookmarked(let card, let isOn):
      card.describe(in: &object)
      object.append("on", .bool(isOn))
    case .told(let name, let points):
      object.append("name", .string(name))
      object.append("points", .integer(points))
    }
  }
}

extension CardID {
  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(deck: try members.required("deck").string(), card: try members.required("card").string())
  }

  fileprivate func describe(in object: inout JSONObject) {
    object.append("deck", .string(deck))
    object.append("card", .string(card))
  }
}
