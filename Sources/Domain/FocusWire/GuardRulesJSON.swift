internal import FocusSession
package import Guarding
internal import JSONText

extension GuardRules {
  private static let memberNames = Cause.straying.map { $0.word } + ["settle", "alarm"]

  /// The rules as a profile has them: only what differs from the shipped ones.
  var json: JSONValue {
    let shipped = GuardRules.straying
    var object = JSONObject()
    for cause in Cause.straying where self[cause] != shipped[cause] {
      object.append(
        cause.word, ["after": .string(self[cause].after.text), "does": .string(self[cause].does.word)])
    }
    if settle != shipped.settle { object.append("settle", .string(settle.text)) }
    if alarm != shipped.alarm { object.append("alarm", alarm.json) }
    return .object(object)
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(among: Self.memberNames)
    self = .straying
    for cause in Cause.straying {
      guard let item = members[cause.word] else { continue }
      let rule = try item.members("after", "does")
      if let item = rule["after"] { self[cause].after = try item.lapse(atMost: .hours(12), allowsZero: true) }
      if let item = rule["does"] { self[cause].does = try item.choice() }
    }
    if let item = members["settle"] { settle = try item.lapse(atMost: .hours(1), allowsZero: true) }
    if let item = members["alarm"] { alarm = try AlarmRules(item) }
  }
}

extension AlarmRules {
  var json: JSONValue {
    [
      "every": .string(every.text), "most": JSONValue(most), "mostAway": JSONValue(mostAway),
      "snooze": .string(snooze.text), "snoozes": JSONValue(snoozes), "volume": JSONValue(volume),
    ]
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("every", "most", "mostAway", "snooze", "snoozes", "volume")
    self.init()
    if let item = members["every"] {
      every = try item.lapse(atMost: .hours(1))
      guard every >= Self.shortestEvery else {
        throw item.refusal("the alarm rings every \(Self.shortestEvery.text) at most")
      }
    }
    if let item = members["most"] { most = Int(try item.integer(in: 0...1000)) }
    if let item = members["mostAway"] { mostAway = Int(try item.integer(in: 0...1000)) }
    if let item = members["snooze"] { snooze = try item.lapse(atMost: .hours(1)) }
    if let item = members["snoozes"] { snoozes = Int(try item.integer(in: 0...100)) }
    if let item = members["volume"] { volume = Int(try item.integer(in: 0...Int64(Self.loudest))) }
  }
}

extension GuardRules.Response: Worded {}

extension Bedtime {
  /// The word in a file for having none.
  static let none = "none"

  var json: JSONValue {
    .members([
      "from": .string(from.text), "to": .string(to.text), "days": days.json, "watch": isWatched ? nil : false,
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("from", "to", "days", "watch")
    self.init(from: try members.required("from").timeOfDay(), to: try members.required("to").timeOfDay())
    if let item = members["days"] { days = try WeekdaySet(item) }
    if let item = members["watch"] { isWatched = try item.bool() }
    guard from != to else { throw item.refusal("bedtime must end at another time than it begins") }
  }
}
