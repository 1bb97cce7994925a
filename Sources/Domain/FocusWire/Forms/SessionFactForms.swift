/// The facts that belong to no family.
extension Fact.Body: FormedFact {
  static let since: Int64 = 1

  static let forms: [FactForm<Fact.Body>] = ofSessions + ofBreaks + ofSchedules + ofTheComputer

  private static let ofSessions: [FactForm<Fact.Body>] = [
    FactForm("session-started", .start, make: Fact.Body.sessionStarted) {
      if case .sessionStarted(let start) = $0 { start } else { nil }
    },
    FactForm("layer-added", .addedLayer, .optional(.occurrence), make: Fact.Body.layerAdded) {
      if case .layerAdded(let layer, let occurrence) = $0 { (layer, occurrence) } else { nil }
    },
    FactForm("layer-removed", .name("profile"), make: Fact.Body.layerRemoved) {
      if case .layerRemoved(let profile) = $0 { profile } else { nil }
    },
    FactForm("blocks-added", .name("profile"), .blocks, make: Fact.Body.blocksAdded) {
      if case .blocksAdded(let profile, let blocks) = $0 { (profile, blocks) } else { nil }
    },
    FactForm(
      "session-extended", .plannedEnd,
      .optional(.joined), make: Fact.Body.sessionExtended
    ) {
      if case .sessionExtended(let end, let occurrence) = $0 { (end, occurrence) } else { nil }
    },
    FactForm("question-opened", .openedQuestion, make: Fact.Body.questionOpened) {
      if case .questionOpened(let question) = $0 { question } else { nil }
    },
    FactForm("question-answered", .word("answer"), .optional(.trigger("by")), make: Fact.Body.questionAnswered) {
      if case .questionAnswered(let answer, let by) = $0 { (answer, by) } else { nil }
    },
    FactForm("session-ended", .ending, make: Fact.Body.sessionEnded) {
      if case .sessionEnded(let ending) = $0 { ending } else { nil }
    },
    FactForm("emergency-opened", .moment("due", told: "ends_at"), make: Fact.Body.emergencyOpened) {
      if case .emergencyOpened(let due) = $0 { due } else { nil }
    },
    FactForm("emergency-cancelled", .emergencyCancelled),
  ]

  private static let ofBreaks: [FactForm<Fact.Body>] = [
    FactForm("break-started", .moment("ends"), .periods.nested("periods"), .trigger("by"), make: Fact.Body.breakStarted)
    {
      if case .breakStarted(let ends, let periods, let by) = $0 { (ends, periods, by) } else { nil }
    },
    FactForm("break-notice", .moment("ends"), make: Fact.Body.breakNoticed) {
      if case .breakNoticed(let ends) = $0 { ends } else { nil }
    },
    FactForm("break-ended", .word("why"), make: Fact.Body.breakEnded) {
      if case .breakEnded(let why) = $0 { why } else { nil }
    },
    FactForm("attempt", .attempt, make: Fact.Body.attempted) {
      if case .attempted(let attempt) = $0 { attempt } else { nil }
    },
    FactForm("bypass", since: 2, .text("layer"), make: Fact.Body.bypassed) {
      if case .bypassed(let layer) = $0 { layer } else { nil }
    },
    FactForm("promise-kept", since: 2, .optional(.attempt), make: Fact.Body.promiseKept) {
      if case .promiseKept(let attempt) = $0 { .some(attempt) } else { nil }
    },
  ]

  private static let ofSchedules: [FactForm<Fact.Body>] = [
    FactForm("schedule-notice", .toldOccurrence, make: Fact.Body.scheduleNoticed) {
      if case .scheduleNoticed(let occurrence) = $0 { occurrence } else { nil }
    },
    FactForm("schedule-skipped", .toldOccurrence, .word("why"), make: Fact.Body.scheduleSkipped) {
      if case .scheduleSkipped(let occurrence, let why) = $0 { (occurrence, why) } else { nil }
    },
    FactForm("start-planned", .planned, make: Fact.Body.startPlanned) {
      if case .startPlanned(let planned) = $0 { planned } else { nil }
    },
    FactForm("start-unplanned", .startUnplanned),
  ]

  private static let ofTheComputer: [FactForm<Fact.Body>] = [
    FactForm("clock-jump", .lapse("by", told: "by_seconds"), make: Fact.Body.clockJumped) {
      if case .clockJumped(let by) = $0 { by } else { nil }
    },
    FactForm("clock-trust", since: 3, .trust, make: Fact.Body.clockTrusted) {
      if case .clockTrusted(let trust) = $0 { trust } else { nil }
    },
    FactForm(
      "clock-corrected", since: 3, .lapse("by", told: "by_seconds"), .word("why"), make: Fact.Body.clockCorrected
    ) {
      if case .clockCorrected(let by, let why) = $0 { (by, why) } else { nil }
    },
    FactForm(
      "recovered", .optional(.lapse("down", told: "down_seconds"), orNull: "down_seconds"),
      make: Fact.Body.serviceStarted
    ) {
      if case .serviceStarted(let down) = $0 { .some(down) } else { nil }
    },
  ]
}

extension Form where Value == SessionStart {
  fileprivate static var start: Form {
    Form.record(
      .session("session"), .layer.nested("own"), .list("added", of: .layer), .optional(.tick("planned_end")),
      .optional(.text("task")), .trigger("trigger"), .optional(.occurrence), .periods.nested("periods"),
      make: SessionStart.init,
      parts: { ($0.id, $0.own, $0.added, $0.plannedEnd, $0.task, $0.trigger, $0.occurrence, $0.periods) }
    ).told { start, object, telling in
      object.append("session", .string(start.id.text))
      object.append("profile", .string(start.own.policy.profile.text))
      object.append("layers", JSONValue(([start.own] + start.added).map { $0.policy.profile.text }))
      if let task = start.task { object.append("task", .string(task)) }
      object.append("planned_end", start.plannedEnd.map { telling.time($0) } ?? .null)
      object.append(start.trigger)
    }
  }
}

extension Form where Value == SessionEnding {
  fileprivate static var ending: Form {
    Form.record(
      .session("session"), .name("profile"), .word("why"), .lapse("focused", told: "focused_seconds"),
      make: SessionEnding.init, parts: { ($0.id, $0.profile, $0.why, $0.focused) })
  }
}

extension Form where Value == Tick? {
  fileprivate static var plannedEnd: Form {
    .optional(.moment("planned_end", told: "planned_end"), orNull: "planned_end")
  }
}

extension Form where Value == Layer {
  /// Contains its policy as it was then.
  static var layer: Form {
    Form.record(
      .policy.nested("policy"), .tick("began"), .optional(.tick("until")), .trigger("trigger"), make: Layer.init,
      parts: { ($0.policy, $0.began, $0.until, $0.trigger) })
  }

  fileprivate static var addedLayer: Form {
    layer.nested("layer").told { layer, object, telling in
      object.append("profile", .string(layer.policy.profile.text))
      object.append("until", layer.until.map { telling.time($0) } ?? .null)
      object.append(layer.trigger)
    }
  }
}

extension Form where Value == Blocks {
  /// All blocks; events leave them out.
  fileprivate static var blocks: Form {
    Form("blocks", write: { $0.whole }, read: { item throws(JSONShapeError) in try Blocks(whole: item) }).untold
  }
}

extension Form where Value == Attempt {
  /// Events say `"site": "a.example"`.
  fileprivate static var attempt: Form {
    Form.record(.word("kind"), .text("name"), make: Attempt.init, parts: { ($0.kind, $0.name) })
      .told { attempt, object, _ in object.append(attempt.kind.word, .string(attempt.name)) }
  }
}
