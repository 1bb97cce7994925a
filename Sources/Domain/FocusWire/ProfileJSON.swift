package import FocusSession
package import JSONText

extension Profile {
  /// The profile as it is in a file for people.
  package var json: JSONValue { json(isStored: false) }

  func json(isStored: Bool) -> JSONValue {
    var object = JSONObject()
    policy.describe(in: &object)
    if let icon { object.append("icon", .string(icon.rawValue)) }
    if !schedules.isEmpty { object.append("schedules", .array(schedules.map { $0.json(isStored: isStored) })) }
    return .object(object)
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(among: Policy.memberNames + ["icon", "schedules"])
    self.init(policy: try Policy(members))
    if let item = members["icon"] {
      icon = ProfileIcon(rawValue: try item.word(among: ProfileIcon.allCases.map { $0.rawValue }))
    }
    for element in try members["schedules"]?.array() ?? [] {
      let schedule = try Schedule(element)
      if schedules.contains(where: { $0.id == schedule.id }) {
        throw element.refusal("the schedule \u{201C}\(schedule.id.text)\u{201D} appears twice in this profile")
      }
      schedules.append(schedule)
    }
  }
}
