extension VisitFact: FormedFact {
  static let since: Int64 = 9

  static let forms: [FactForm<VisitFact>] = [
    FactForm("visit-asked", isTold: false, .tick("until"), make: VisitFact.asked) {
      if case .asked(let until) = $0 { until } else { nil }
    },
    FactForm("visit-began", .visit, make: VisitFact.began) { if case .began(let visit) = $0 { visit } else { nil } },
    FactForm("visit-ended", .thing, .word("why"), make: VisitFact.ended) {
      if case .ended(let thing, let why) = $0 { (thing, why) } else { nil }
    },
  ]

  func sentence(at stamp: Stamp, in zone: CivilZone) -> String? {
    switch self {
    case .asked: nil
    case .began(let visit): "\(visit.thing.name) is open until \(clockTime(stamp.wall(at: visit.ends), in: zone))."
    case .ended(let thing, .over), .ended(let thing, .early): "\(thing.name) is shut again."
    case .ended(_, .onBreak), .ended(_, .sessionEnded): nil
    }
  }
}

extension Form where Value == VisitBeginning {
  fileprivate static var visit: Form {
    Form.record(
      .thing, .moment("ends", told: "until"), .names("opens").untold, .days, .trigger("by"), make: VisitBeginning.init,
      parts: { ($0.thing, $0.ends, $0.opens, $0.days, $0.trigger) })
  }
}

extension Form where Value == VisitDays {
  fileprivate static var days: Form {
    Form.record(.tick("day"), .tick("next_day"), make: VisitDays.init, parts: { ($0.ends, $0.nextEnds) })
  }
}

extension Form where Value == VisitThing {
  fileprivate static var thing: Form {
    Form.record(.word("kind"), .text("what"), make: VisitThing.init, parts: { ($0.kind, $0.name) })
  }
}

extension Form where Value == VisitSpending {
  static var spending: Form {
    Form.record(.optional(.tick("day")), .lapse("today"), make: VisitSpending.init, parts: { ($0.dayEnds, $0.today) })
  }
}

extension VisitThing.Kind: Worded {}

extension VisitEnd: Worded {}
