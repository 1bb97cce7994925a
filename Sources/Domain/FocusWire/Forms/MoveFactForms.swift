internal import Allowance

extension MoveFact: FormedFact {
  static let since: Int64 = 4

  static let forms: [FactForm<MoveFact>] =
    ofAllowances + ofMovement
    + NudgeFact.forms.map { $0.lifted(MoveFact.nudge) { if case .nudge(let fact) = $0 { fact } else { nil } } }

  private static let ofAllowances: [FactForm<MoveFact>] = [
    FactForm("allowance-use", isTold: false, .allowance, make: MoveFact.useBegan) {
      if case .useBegan(let id) = $0 { id } else { nil }
    },
    FactForm("allowance-use-ended", isTold: false, .allowance, .tick("ended"), make: MoveFact.useEnded) {
      if case .useEnded(let id, let ended) = $0 { (id, ended) } else { nil }
    },
    FactForm("allowance-day", isTold: false, .allowance, .day("day").untold, .tick("ends"), make: MoveFact.dayBegan) {
      if case .dayBegan(let id, let day, let ends) = $0 { (id, day, ends) } else { nil }
    },
    FactForm("allowance-terms", since: 9, isTold: false, .allowance, .terms, make: MoveFact.termsSet) {
      if case .termsSet(let id, let terms) = $0 { (id, terms) } else { nil }
    },
    FactForm("allowance-warned", .allowance, .left, make: MoveFact.warned) {
      if case .warned(let id, let left) = $0 { (id, left) } else { nil }
    },
    FactForm("allowance-reached", .allowance, make: MoveFact.reached) {
      if case .reached(let id) = $0 { id } else { nil }
    },
    FactForm(
      "allowance-lifted", .allowance, .way, .count("minutes"), make: MoveFact.lifted
    ) {
      if case .lifted(let id, let way, let minutes) = $0 { (id, way, minutes) } else { nil }
    },
    FactForm("allowance-day-ended", isTold: false, .allowance, make: MoveFact.dayEnded) {
      if case .dayEnded(let id) = $0 { id } else { nil }
    },
    FactForm("override-asked", .text("name"), .moment("due"), make: MoveFact.overrideAsked) {
      if case .overrideAsked(let name, let due) = $0 { (name, due) } else { nil }
    },
    FactForm("override-due", isTold: false, .text("name").untold, make: MoveFact.overrideDue) {
      if case .overrideDue(let name) = $0 { name } else { nil }
    },
  ]

  private static let ofMovement: [FactForm<MoveFact>] = [
    FactForm("moved", .movement, make: MoveFact.moved) { if case .moved(let movement) = $0 { movement } else { nil } },
    FactForm("challenge-set", .day("day").untold, .count("target"), .tick("ends"), make: MoveFact.challengeSet) {
      if case .challengeSet(let day, let target, let ends) = $0 { (day, target, ends) } else { nil }
    },
    FactForm("challenge-met", .day("day").untold, .count("target"), make: MoveFact.challengeMet) {
      if case .challengeMet(let day, let target) = $0 { (day, target) } else { nil }
    },
    FactForm("laps-calibrated", .leastLap, make: MoveFact.lapsCalibrated) {
      if case .lapsCalibrated(let least) = $0 { least } else { nil }
    },
    FactForm(
      "exercised", since: 9, isTold: false, .day("day").untold, .count("minute").untold, make: MoveFact.exercised
    ) {
      if case .exercised(let day, let minute) = $0 { (day, minute) } else { nil }
    },
    FactForm(
      "exercise-window", since: 9, .day("day").untold, .count("start").untold, .moment("ends"),
      make: MoveFact.windowOpened
    ) {
      if case .windowOpened(let day, let start, let ends) = $0 { (day, start, ends) } else { nil }
    },
    FactForm("exercise-window-over", since: 9, .flag("moved"), make: MoveFact.windowClosed) {
      if case .windowClosed(let moved) = $0 { moved } else { nil }
    },
  ]
}

extension Form where Value == AllowanceID {
  static var allowance: Form {
    Form(
      "allowance", write: { .string($0.text) }, read: { item throws(JSONShapeError) in AllowanceID(try item.string()) })
  }
}

extension Form where Value == Lapse {
  fileprivate static var left: Form {
    lapse("left").told { left, object, _ in
      object.append("left_seconds", .integer(left.secondsLeft))
    }
  }

  fileprivate static var leastLap: Form {
    lapse("least").told { least, object, _ in
      object.append("least_seconds", .number(Double(least.milliseconds) / 1000))
    }
  }
}

extension Form where Value == LiftWay {
  fileprivate static var way: Form { choice("by").since(9) { $0 == .week } }
}

extension Form where Value == MovementRecord {
  fileprivate static var movement: Form {
    Form.record(
      .text("kind"), .count("amount"), .choice("trust"), .count("booked"), .count("points"), make: MovementRecord.init,
      parts: { ($0.kind, $0.amount, $0.trust, $0.booked, $0.points) })
  }
}

extension Form where Value == DayTerms {
  static var terms: Form {
    Form.record(
      .optional(.count("minutes")), .lapse("carried").unless(.zero), .optional(.count("week")),
      .lapse("week_used").unless(.zero), .tick("week_ends"), .optional(.count("roll_over")),
      .texts("except").unless([]),
      make: DayTerms.init,
      parts: { ($0.minutes, $0.carried, $0.week, $0.weekUsed, $0.weekEnds, $0.rollOver, $0.except) }
    ).untold
  }
}
