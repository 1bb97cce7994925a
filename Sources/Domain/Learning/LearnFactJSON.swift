public import JSONText

extension LearnFact {
  /// The names of these facts, and what each carries.
  public static let memberNames: [(fact: String, members: [String])] = [
    ("card-reviewed", ["deck", "card", "grade", "took"]), ("card-viewed", ["deck", "card"]),
    ("card-bookmarked", ["deck", "card", "on"]), ("achievement", ["name", "points"]),
  ]

  /// The name in the log and in events.
  public var name: String {
    switch self {
    case .reviewed: "card-reviewed"
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
