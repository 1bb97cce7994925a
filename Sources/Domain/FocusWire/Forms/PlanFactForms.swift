extension PlanFact: FormedFact {
  static let since: Int64 = 4

  static let forms: [FactForm<PlanFact>] = [
    FactForm("task-began", .task, make: PlanFact.taskBegan) { if case .taskBegan(let task) = $0 { task } else { nil } },
    FactForm("task-done", .task, make: PlanFact.taskDone) { if case .taskDone(let task) = $0 { task } else { nil } },
    FactForm("session-noted", .session("session"), .text("note"), make: PlanFact.noted) {
      if case .noted(let session, let note) = $0 { (session, note) } else { nil }
    },
    FactForm("session-forgotten", .forgotten, make: PlanFact.forgotten) {
      if case .forgotten(let session) = $0 { session } else { nil }
    },
  ]

  var sentence: String {
    switch self {
    case .taskBegan(let task): "Working on: \(task.words)."
    case .taskDone(let task): "Done: \(task.words)."
    case .noted(_, let words): words.isEmpty ? "Note removed." : "Noted."
    case .forgotten: "Session forgotten. History and statistics no longer show it."
    }
  }
}

extension Form where Value == SessionTask {
  /// Events say only what it is called.
  static var task: Form {
    Form.record(
      .text("uid"), .words,
      .texts("apps").unless([]).untold, .texts("sites").unless([]).untold, .optional(.name("profile")).untold,
      make: SessionTask.init, parts: { ($0.uid, $0.words, $0.apps, $0.sites, $0.profile) })
  }
}

extension Form where Value == ForgottenSession {
  fileprivate static var forgotten: Form {
    Form.record(
      .session("session"), .wall("began"), .wall("ended"), make: ForgottenSession.init,
      parts: { ($0.id, $0.began, $0.ended) })
  }
}

extension Form where Value == String {
  fileprivate static var words: Form {
    text("words").told { words, object, _ in object.append("task", .string(words)) }
  }
}
