package import Guarding

extension GuardFact: FormedFact {
  static let since: Int64 = 4

  static let forms: [FactForm<GuardFact>] = [
    FactForm("strayed", .moment("began"), .word("cause"), make: GuardFact.strayed) {
      if case .strayed(let began, let cause) = $0 { (began, cause) } else { nil }
    },
    FactForm("stray-ended", .stray, make: GuardFact.strayEnded) {
      if case .strayEnded(let stray) = $0 { stray } else { nil }
    },
    FactForm("stray-joined", isTold: false, .word("cause"), make: GuardFact.strayJoined) {
      if case .strayJoined(let cause) = $0 { cause } else { nil }
    },
    FactForm("stray-excused", .moment("began"), make: GuardFact.strayExcused) {
      if case .strayExcused(let began) = $0 { began } else { nil }
    },
    FactForm("alarm-rang", isTold: false, .count("rings"), make: GuardFact.alarmRang) {
      if case .alarmRang(let rings) = $0 { rings } else { nil }
    },
    FactForm("alarm-snoozed", .moment("until", told: "until"), make: GuardFact.alarmSnoozed) {
      if case .alarmSnoozed(let until) = $0 { until } else { nil }
    },
    FactForm("alarm-hushed", .alarmHushed),
    FactForm("awake", .moment("began"), .day("night"), make: GuardFact.awake) {
      if case .awake(let began, let night) = $0 { (began, night) } else { nil }
    },
    FactForm("awake-ended", .moment("began"), .moment("ended"), make: GuardFact.awakeEnded) {
      if case .awakeEnded(let began, let ended) = $0 { (began, ended) } else { nil }
    },
    FactForm("good-night", .goodNight), FactForm("up", .up),
    FactForm("input-watched", since: 9, isTold: false, .flag("on"), make: GuardFact.inputWatched) {
      if case .inputWatched(let isOn) = $0 { isOn } else { nil }
    },
    FactForm("night-report", .report, make: GuardFact.nightReported) {
      if case .nightReported(let report) = $0 { report } else { nil }
    },
    FactForm("morning", since: 8, .report, make: GuardFact.greeted) {
      if case .greeted(let report) = $0 { report } else { nil }
    },
    FactForm("eyes-felt", since: 8, .eyes, .day("night"), make: GuardFact.felt) {
      if case .felt(let eyes, let night) = $0 { (eyes, night) } else { nil }
    },
  ]
}

extension Form where Value == Stray {
  fileprivate static var stray: Form {
    Form.record(
      .moment("began"), .moment("ended"), .causes, .word("why"), .count("rings"), .optional(.front),
      make: Stray.init, parts: { ($0.began, $0.ended, $0.causes, $0.why, $0.rings, $0.excused) })
  }
}

extension Form where Value == [Cause] {
  fileprivate static var causes: Form {
    Form(
      "causes", write: { JSONValue($0.map { $0.word }) },
      read: { item throws(JSONShapeError) in
        var causes: [Cause] = []
        for item in try item.array() { causes.append(try item.choice()) }
        return causes
      })
  }
}

extension Form where Value == Front {
  /// What was in front and is work: an app, and a site in it.
  fileprivate static var front: Form {
    Form(
      ["app", "site"],
      keep: { front, object in
        if let app = front.app.first { object.append("app", .string(app)) }
        if let site = front.site { object.append("site", .string(site)) }
      }, tell: { _, _, _ in },
      read: { members throws(JSONShapeError) in
        Front(
          app: try members["app"].map { app throws(JSONShapeError) in [try app.string()] } ?? [],
          site: try members["site"]?.string())
      })
  }
}

extension Form where Value == NightReport {
  static var report: Form {
    Form.record(
      .day("night"), .minutesUsed, .count("times"),
      .lapse("longest", told: "longest_seconds"),
      .flag("noticed").unless(true), make: NightReport.init,
      parts: { ($0.day, $0.used, $0.times, $0.longest, $0.isNoticed) }
    ).since(9) { !$0.isNoticed }
  }
}

extension Form where Value == Lapse {
  /// Events say whole minutes.
  fileprivate static var minutesUsed: Form {
    lapse("used").told { used, object, _ in object.append("minutes", .integer(used.wholeSeconds / 60)) }
  }
}

extension Form where Value == EyeFeeling {
  static var eyes: Form {
    Form(
      "eyes", write: { JSONValue($0.rawValue) },
      read: { item throws(JSONShapeError) in
        let number = Int(try item.integer(in: 0...3))
        guard let eyes = EyeFeeling(rawValue: number) else { throw item.refusal("eyes feel 0 to 3") }
        return eyes
      })
  }
}

extension NightReport {
  package var minutes: Int64 { used.wholeSeconds / 60 }
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

extension EpisodeEnd: Worded {}
