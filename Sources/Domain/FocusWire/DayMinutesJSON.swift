internal import Allowance
internal import FocusSession
internal import JSONText

extension DayMinutes {
  private static let most: Int64 = 24 * 60

  /// One number, or a table of days.
  var json: JSONValue {
    if let only { return JSONValue(only) }
    var object = JSONObject()
    for day in Weekday.allCases { if let minutes = days[day.rawValue] { object.append(day.word, JSONValue(minutes)) } }
    if let weekdays { object.append("weekdays", JSONValue(weekdays)) }
    if let weekend { object.append("weekend", JSONValue(weekend)) }
    if let usual { object.append("default", JSONValue(usual)) }
    return .object(object)
  }

  /// Reads a number, or a table such as `{ weekdays: 30, sun: 0, default: 60 }`.
  init(_ item: JSONItem) throws(JSONShapeError) {
    guard item.node.object != nil else {
      self.init(Int(try item.integer(in: 0...Self.most)))
      return
    }
    let members = try item.members(among: Weekday.allCases.map { $0.word } + ["weekdays", "weekend", "default"])
    func minutes(_ name: String) throws(JSONShapeError) -> Int? {
      guard let item = members[name] else { return nil }
      return Int(try item.integer(in: 0...Self.most))
    }
    var days: [Int?] = []
    for day in Weekday.allCases { days.append(try minutes(day.word)) }
    self.init(
      days: days, weekdays: try minutes("weekdays"), weekend: try minutes("weekend"), usual: try minutes("default"))
    guard Weekday.allCases.contains(where: { self[$0] != nil }) else {
      throw item.refusal("a table of minutes names at least one day, weekdays, weekend or default")
    }
  }
}

extension DayTerms {
  static let memberNames = ["minutes", "carried", "week", "week_used", "week_ends", "roll_over", "except"]

  /// The terms of a day as a fact and a checkpoint keep them.
  func describe(in object: inout JSONObject) {
    if let minutes { object.append("minutes", JSONValue(minutes)) }
    if carried != .zero { object.append("carried", .integer(carried.milliseconds)) }
    if let week { object.append("week", JSONValue(week)) }
    if weekUsed != .zero { object.append("week_used", .integer(weekUsed.milliseconds)) }
    object.append("week_ends", .integer(weekEnds.milliseconds))
    if let rollOver { object.append("roll_over", JSONValue(rollOver)) }
    if !except.isEmpty { object.append("except", JSONValue(except)) }
  }

  var json: JSONValue {
    var object = JSONObject()
    describe(in: &object)
    return .object(object)
  }

  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      minutes: try members["minutes"]?.count(), carried: try members["carried"]?.milliseconds() ?? .zero,
      week: try members["week"]?.count(), weekUsed: try members["week_used"]?.milliseconds() ?? .zero,
      weekEnds: try members.required("week_ends").tick(), rollOver: try members["roll_over"]?.count(),
      except: try members["except"]?.strings() ?? [])
  }
}
