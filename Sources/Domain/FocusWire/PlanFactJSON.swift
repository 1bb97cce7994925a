internal import FocusSession
internal import JSONText

/// How the facts of plans are named, kept, told and read: all that the other files have to know of this family.
extension PlanFact {
  /// What each of these facts carries beyond its stamp.
  static let memberNames: [(fact: String, members: [String])] = [
    ("task-began", SessionTask.memberNames), ("task-done", SessionTask.memberNames),
    ("session-noted", ["session", "note"]), ("session-forgotten", ["session", "began", "ended"]),
  ]

  /// The names under which they are told.
  static let eventNames = memberNames.map { $0.fact }

  /// The fact's name.
  var name: String {
    switch self {
    case .taskBegan: "task-began"
    case .taskDone: "task-done"
    case .noted: "session-noted"
    case .forgotten: "session-forgotten"
    }
  }

  /// What is kept.
  func describe(in object: inout JSONObject) {
    switch self {
    case .taskBegan(let task), .taskDone(let task): task.describe(in: &object)
    case .noted: tell(in: &object)
    case .forgotten(let gone):
      tell(in: &object)
      object.append("began", JSONValue(gone.began.milliseconds))
      object.append("ended", JSONValue(gone.ended.milliseconds))
    }
  }

  /// What the event says.
  func tell(in object: inout JSONObject) {
    switch self {
    case .taskBegan(let task), .taskDone(let task):
      object.append("uid", .string(task.uid))
      object.append("task", .string(task.words))
    case .noted(let session, let words):
      object.append("session", .string(session.text))
      object.append("note", .string(words))
    case .forgotten(let gone): object.append("session", .string(gone.id.text))
    }
  }

  /// Reads the fact of that name; `nil` for one of another family.
  init?(_ name: String, _ members: JSONMembers) throws(JSONShapeError) {
    switch name {
    case "task-began": self = .taskBegan(try SessionTask(members))
    case "task-done": self = .taskDone(try SessionTask(members))
    case "session-noted":
      let session = SessionID(try members.required("session").string())
      self = .noted(session, try members.required("note").string())
    case "session-forgotten":
      func moment(_ name: String) throws(JSONShapeError) -> Timestamp {
        Timestamp(milliseconds: try members.required(name).integer())
      }
      let session = SessionID(try members.required("session").string())
      self = .forgotten(ForgottenSession(id: session, began: try moment("began"), ended: try moment("ended")))
    default: return nil
    }
  }

  /// What people are told.
  var sentence: String {
    switch self {
    case .taskBegan(let task): "Working on: \(task.words)."
    case .taskDone(let task): "Done: \(task.words)."
    case .noted(_, let words): words.isEmpty ? "Note removed." : "Noted."
    case .forgotten: "Session forgotten. History and statistics no longer show it."
    }
  }
}

extension SessionTask {
  static let memberNames = ["uid", "words", "apps", "sites", "profile"]

  /// The task as facts keep it.
  var json: JSONValue {
    var object = JSONObject()
    describe(in: &object)
    return .object(object)
  }

  fileprivate func describe(in object: inout JSONObject) {
    object.append("uid", .string(uid))
    object.append("words", .string(words))
    if !apps.isEmpty { object.append("apps", JSONValue(apps)) }
    if !sites.isEmpty { object.append("sites", JSONValue(sites)) }
    if let profile { object.append("profile", .string(profile.text)) }
  }

  init(_ members: JSONMembers) throws(JSONShapeError) {
    self.init(
      uid: try members.required("uid").string(), words: try members.required("words").string(),
      apps: try members["apps"]?.strings() ?? [], sites: try members["sites"]?.strings() ?? [],
      profile: try members["profile"].map { item throws(JSONShapeError) in ProfileID(try item.string()) })
  }
}
