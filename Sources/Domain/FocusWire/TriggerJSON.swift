internal import Octets

extension Trigger {
  /// `command`, `card`, `link`, `schedule`, `later` or `device`.
  var word: String {
    switch self {
    case .command: "command"
    case .card: "card"
    case .link: "link"
    case .schedule: "schedule"
    case .later: "later"
    case .device: "device"
    }
  }

  var json: JSONValue {
    switch self {
    case .command, .link, .later: ["by": .string(word)]
    case .card(let reader, let uid, let key):
      .members([
        "by": "card", "reader": .string(reader.text), "uid": .string(HexText.text(of: uid.octets, uppercase: true)),
        "key": key.map { .string($0.text) },
      ])
    case .schedule(let schedule): ["by": "schedule", "schedule": .string(schedule.text)]
    case .device(let device): ["by": "device", "device": .string(device.text)]
    }
  }

  init(json item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("by", "reader", "uid", "key", "schedule", "device")
    let by = try members.required("by")
    switch try by.word(among: ["command", "card", "link", "schedule", "later", "device"]) {
    case "command": self = .command
    case "link": self = .link
    case "later": self = .later
    case "device": self = .device(DeviceName(try members.required("device").string()))
    case "schedule": self = .schedule(ScheduleID(try members.required("schedule").string()))
    default:
      var key: KeyID?
      if let item = members["key"] { key = KeyID(try item.string()) }
      self = .card(ReaderID(try members.required("reader").string()), try members.required("uid").cardUID(), key)
    }
  }
}
