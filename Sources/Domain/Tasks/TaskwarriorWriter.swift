package import FocusSession
package import JSONText

/// Tasks as Taskwarrior 2.6 imports them.
package struct TaskwarriorWriter {
  private let zone: CivilZone

  /// The zone says when a day is over.
  package init(zone: CivilZone) { self.zone = zone }

  /// An identifier that is not a UUID gets one made from it, and goes along as `focuskeyuid`.
  package func object(_ task: TaskItem) -> JSONValue {
    var object = JSONObject()
    if let members = task.foreignMembers, let known = try? JSONDocument(members).root.object {
      for member in known { object[member.name] = member.value.value }
    }
    func put(_ name: String, _ text: String?) { if let text { object[name] = .string(text) } }
    put("uuid", Self.uuid(task.uid))
    if Self.uuid(task.uid) != task.uid { put("focuskeyuid", task.uid) }
    put("description", task.summary.isEmpty ? task.uid : task.summary)
    put("status", Self.status(task))
    put("entry", task.entered.map { BasicTime.text($0) })
    put("modified", task.modified.map { BasicTime.text($0) })
    put("start", (task.started ?? (task.status == .inProcess ? task.entered : nil)).map { BasicTime.text($0) })
    if task.isOver { put("end", (task.completed ?? task.modified ?? task.entered).map { BasicTime.text($0) }) }
    put("due", task.due.map { BasicTime.text($0.end(in: zone)) })
    put("scheduled", task.scheduled.map { BasicTime.text($0.start(in: zone)) })
    put("wait", task.wait.map { BasicTime.text($0.start(in: zone)) })
    put("priority", task.priority.map { $0.rawValue })
    put("project", task.project)
    if !task.isOver { put("recur", task.recurrence?.taskwarriorWord) }
    put("estimate", task.estimate.map { BasicDuration.text($0) })
    if !task.tags.isEmpty { object["tags"] = JSONValue(task.tags) }
    if !task.dependsOn.isEmpty { object["depends"] = JSONValue(task.dependsOn.map { Self.uuid($0) }) }
    if !task.annotations.isEmpty { object["annotations"] = .array(task.annotations.map { Self.annotation($0, task) }) }
    return .object(object)
  }

  /// Members without those that say which instance of a template a task is.
  static func withoutInstance(_ members: String) -> String {
    guard let known = try? JSONDocument(members).root.object else { return members }
    var object = JSONObject()
    for member in known where !["parent", "imask", "mask", "rtype", "last"].contains(member.name) {
      object.append(member.name, member.value.value)
    }
    return JSONValue.object(object).text
  }

  private static func annotation(_ annotation: TaskAnnotation, _ task: TaskItem) -> JSONValue {
    let entered = annotation.entered ?? task.entered ?? Timestamp(milliseconds: 0)
    return ["description": .string(annotation.text), "entry": .string(BasicTime.text(entered))]
  }

  private static func uuid(_ uid: String) -> String { StableUID.isUUID(uid) ? uid : StableUID.uid(of: uid) }

  private static func status(_ task: TaskItem) -> String {
    switch task.status {
    case .needsAction, .inProcess: "pending"
    case .completed: "completed"
    case .cancelled: "deleted"
    }
  }
}
