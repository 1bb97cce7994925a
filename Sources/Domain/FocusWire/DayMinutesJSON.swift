internal import Allowance

extension Form where Value == DayMinutes {
  static var dayMinutes: Form {
    Form(
      "minutesPerDay", write: { $0.json }, read: { item throws(JSONShapeError) in try DayMinutes(item) })
  }
}

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
