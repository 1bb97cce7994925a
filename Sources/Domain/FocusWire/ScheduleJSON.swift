extension Form where Value == Schedule {
  /// `isStored` adds when it was accepted, which a file for people leaves out.
  static func schedule(isStored: Bool) -> Form {
    Form.record(
      .id("id"), .optional(.shortText("name")), .days("days"), .time("start"), .time("end"), .flag("on").unless(true),
      .optional(.wall("accepted")),
      make: { id, name, days, start, end, isOn, accepted in
        var schedule = Schedule(id: id, days: days, start: start, end: end)
        (schedule.name, schedule.isOn, schedule.acceptedAt) = (name, isOn, accepted)
        return schedule
      }, parts: { ($0.id, $0.name, $0.days, $0.start, $0.end, $0.isOn, isStored ? $0.acceptedAt : nil) }
    ).checked { schedule, item throws(JSONShapeError) in
      guard schedule.minutes >= Schedule.fewestMinutes else {
        throw item.refusal("a schedule lasts at least \(Schedule.fewestMinutes) minutes, this one \(schedule.minutes)")
      }
    }
  }
}

extension WeekdaySet {
  private static let named: [(word: String, days: WeekdaySet)] = [
    ("weekdays", .weekdays), ("weekends", .weekends), ("every-day", .everyDay),
  ]

  var json: JSONValue {
    if let named = Self.named.first(where: { $0.days == self }) { return .string(named.word) }
    return JSONValue(days.map { $0.word })
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    if item.node.string != nil {
      let word = try item.word(among: Self.named.map { $0.word })
      self = Self.named.first { $0.word == word }?.days ?? .everyDay
      return
    }
    var days: [Weekday] = []
    for element in try item.array() { days.append(try element.choice()) }
    guard !days.isEmpty else { throw item.refusal("name at least one day") }
    self.init(days)
  }
}

extension TimeOfDay {
  /// `09:00`
  package var text: String {
    let hours = hour < 10 ? "0\(hour)" : "\(hour)"
    return hours + (minute < 10 ? ":0\(minute)" : ":\(minute)")
  }

  /// The time that `09:00` or `9:00` names.
  package init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = Self.number(parts[0]), let minute = Self.number(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}

extension JSONItem {
  func timeOfDay() throws(JSONShapeError) -> TimeOfDay {
    guard let time = TimeOfDay(text: try string()) else { throw refusal("a time is written like 09:00") }
    return time
  }
}
