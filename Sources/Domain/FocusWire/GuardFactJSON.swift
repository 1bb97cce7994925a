internal import FocusSession
package import Guarding
internal import JSONText

/// How the facts of guards are named, kept, told and read: all that the other files have to know of this family.
extension GuardFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("strayed", ["began", "cause"]), ("stray-joined", ["cause"]), ("alarm-rang", ["rings"]),
    ("stray-ended", ["began", "ended", "causes", "why", "rings", "app", "site"]), ("alarm-snoozed", ["until"]),
    ("stray-excused", ["began"]),
    ("alarm-hushed", []), ("awake", ["began", "night"]), ("awake-ended", ["began", "ended"]), ("good-night", []),
    ("up", []), ("input-watched", ["on"]), ("night-report", ["night", "used", "times", "longest", "noticed"]),
    ("morning", ["night", "used", "times", "longest", "noticed"]), ("eyes-felt", ["night", "eyes"]),
  ]

  /// The names under which they are told. What only the fold needs is not told.
  static let eventNames = [
    "strayed", "stray-ended", "stray-excused", "alarm-snoozed", "alarm-hushed", "awake", "awake-ended", "good-night",
    "up",
    "night-report", "morning", "eyes-felt",
  ]

  /// The fact's name.
  var name: String {
    switch self {
    case .strayed: "strayed"
    case .strayJoined: "stray-joined"
    case .alarmRang: "alarm-rang"
    case .strayEnded: "stray-ended"
    case .strayExcused: "stray-excused"
    case .alarmSnoozed: "alarm-snoozed"
    case .alarmHushed: "alarm-hushed"
    case .awake: "awake"
    case .awakeEnded: "awake-ended"
    case .goodNight: "good-night"
    case .up: "up"
    case .inputWatched: "input-watched"
    case .nightReported: "night-report"
    case .greeted: "morning"
    case .felt: "eyes-felt"
    }
  }

  /// What is kept.
  func describe(in object: inout JSONObject) {
    func tick(_ tick: Tick) -> JSONValue { .integer(tick.milliseconds) }
    switch self {
    case .strayed(let began, let cause):
      object.append("began", tick(began))
      object.append("cause", .string(cause.word))
    case .strayJoined(let cause): object.append("cause", .string(cause.word))
    case .alarmRang(let rings): object.append("rings", JSONValue(rings))
    case .strayEnded(let stray):
      object.append("began", tick(stray.began))
      object.append("ended", tick(stray.ended))
      object.append("causes", JSONValue(stray.causes.map { $0.word }))
      object.append("why", .string(stray.why.word))
      object.append("rings", JSONValue(stray.rings))
      if let app = stray.excused?.app.first { object.append("app", .string(app)) }
      if let site = stray.excused?.site { object.append("site", .string(site)) }
    case .strayExcused(let began): object.append("began", tick(began))
    case .alarmSnoozed(let until): object.append("until", tick(until))
    case .awake(let began, let day):
      object.append("began", tick(began))
      object.append("night", .string(ISO8601.text(day)))
    case .awakeEnded(let began, let at):
      object.append("began", tick(began))
      object.append("ended", tick(at))
    case .nightReported(let report), .greeted(let report):
      object.append("night", .string(ISO8601.text(report.day)))
      object.append("used", .integer(report.used.milliseconds))
      object.append("times", JSONValue(report.times))
      object.append("longest", .integer(report.longest.milliseconds))
      if !report.isNoticed { object.append("noticed", false) }
    case .felt(let eyes, let day): eyes.describe(day, in: &object)
    case .inputWatched(let isOn): object.append("on", .bool(isOn))
    case .alarmHushed, .goodNight, .up: break
    }
  }

  /// What the event says.
  func tell(in object: inout JSONObject, at stamp: Stamp, zone: CivilZone) {
    func time(_ tick: Tick) -> JSONValue { .string(ISO8601.text(stamp.wall(at: tick), in: zone)) }
    switch self {
    case .strayed(let began, let cause):
      object.append("cause", .string(cause.word))
      object.append("began_at", time(began))
    case .strayEnded(let stray):
      object.append("began_at", time(stray.began))
      object.append("ended_at", time(stray.ended))
      object.append("causes", JSONValue(stray.causes.map { $0.word }))
      object.append("why", .string(stray.why.word))
      object.append("rings", JSONValue(stray.rings))
    case .strayJoined(let cause): object.append("cause", .string(cause.word))
    case .alarmRang(let rings): object.append("rings", JSONValue(rings))
    case .strayExcused(let began): object.append("began_at", time(began))
    case .alarmSnoozed(let until): object.append("until", time(until))
    case .awake(let began, let day):
      object.append("began_at", time(began))
      object.append("night", .string(ISO8601.text(day)))
    case .awakeEnded(let began, let at):
      object.append("began_at", time(began))
      object.append("ended_at", time(at))
    case .nightReported(let report), .greeted(let report):
      object.append("night", .string(ISO8601.text(report.day)))
      object.append("minutes", .integer(report.minutes))
      object.append("times", JSONValue(report.times))
      object.append("longest_seconds", .integer(report.longest.wholeSeconds))
      object.append("noticed", .bool(report.isNoticed))
    case .felt(let eyes, let day): eyes.describe(day, in: &object)
    case .inputWatched(let isOn): object.append("on", .bool(isOn))
    case .alarmHushed, .goodNight, .up: break
    }
  }

  /// Reads one of these facts; `nil` for the name of another.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    func tick(_ name: String) throws(JSONShapeError) -> Tick { try members.required(name).tick() }
    switch name {
    case "strayed": self = .strayed(began: try tick("began"), try members.required("cause").choice())
    case "stray-joined": self = .strayJoined(try members.required("cause").choice())
    case "alarm-rang": self = .alarmRang(try members.required("rings").count())
    case "stray-ended": self = .strayEnded(try Stray(members))
    case "stray-excused": self = .strayExcused(began: try tick("began"))
    case "alarm-snoozed": self = .alarmSnoozed(until: try tick("until"))
    case "alarm-hushed": self = .alarmHushed
    case "awake": self = .awake(began: try tick("began"), try members.required("night").day())
    case "awake-ended": self = .awakeEnded(began: try tick("began"), at: try tick("ended"))
    case "good-night": self = .goodNight
    case "up": self = .up
    case "input-watched": self = .inputWatched(try members.required("on").bool())
    case "night-report": self = .nightReported(try NightReport(members))
    case "morning": self = .greeted(try NightReport(members))
    case "eyes-felt":
      guard let eyes = EyeFeeling(rawValue: Int(try members.required("eyes").integer(in: 0...3))) else { return nil }
      self = .felt(eyes, try members.required("night").day())
    default: return nil
    }
  }
}

extension Stray {
  fileprivate init(_ members: JSONMembers) throws(JSONShapeError) {
    var causes: [Cause] = []
    for item in try members.required("causes").array() { causes.append(try item.choice()) }
    self.init(
      began: try members.required("began").tick(), ended: try members.required("ended").tick(), causes: causes,
      why: try members.required("why").choice(), rings: try members.required("rings").count())
    if let app = members["app"] { excused = Front(app: [try app.string()], site: try members["site"]?.string()) }
  }
}

extension NightReport {
  /// Whole minutes of use.
  package var minutes: Int64 { used.wholeSeconds / 60 }

  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      day: try members.required("night").day(), used: try members.required("used").milliseconds(),
      times: try members.required("times").count(), longest: try members.required("longest").milliseconds(),
      isNoticed: try members["noticed"]?.bool() ?? true)
  }
}

extension EyeFeeling {
  fileprivate func describe(_ day: CivilDay, in object: inout JSONObject) {
    object.append("night", .string(ISO8601.text(day)))
    object.append("eyes", JSONValue(rawValue))
  }
}

extension JSONItem {
  /// A number of things.
  func count() throws(JSONShapeError) -> Int { Int(try integer(in: 0...Int64(Int32.max))) }

  /// A day such as `2026-11-22`.
  func day() throws(JSONShapeError) -> CivilDay {
    guard let day = ISO8601.day(try string()) else { throw refusal("a day is written like 2026-11-21") }
    return day
  }
}

extension Cause: Worded {
  /// As in a profile's `guard`.
  package var word: String {
    switch self {
    case .attempt: "attempt"
    case .offTask: "offTask"
    case .presence: "presence"
    case .away: "away"
    case .noise: "noise"
    case .media: "media"
    case .using: "using"
    }
  }
}

extension EpisodeEnd: Worded {
  /// As in `stray-ended`.
  package var word: String {
    switch self {
    case .returned: "returned"
    case .onBreak: "break"
    case .visiting: "visit"
    case .sessionEnded: "session-ended"
    case .serviceStopped: "service-stopped"
    case .excused: "excused"
    }
  }
}
