package import FocusSession
package import JSONText

extension RankedTask {
  /// The task as programs read it (Contract.md, "Tasks").
  package func json(in zone: CivilZone, number: Int? = nil) -> JSONObject {
    var object = JSONObject()
    object["uid"] = .string(task.uid)
    object["summary"] = .string(task.summary)
    object["due"] = JSONValue(task.due?.text(in: zone))
    object["priority"] = JSONValue(task.priority?.rawValue)
    object["project"] = JSONValue(task.project)
    object["tags"] = JSONValue(task.tags)
    object["status"] = .string(task.status.word)
    object["horizon"] = .string(horizon.rawValue)
    object["urgency"] = .number(rounded(urgency.total))
    object["urgency_base"] = .number(rounded(urgency.base))
    object["focused_seconds"] = JSONValue(focused.wholeSeconds)
    object["slug"] = .string(TaskSlug.slug(of: task.summary))
    if let number { object["number"] = JSONValue(number) }
    if let estimate = task.estimate { object["estimate_seconds"] = JSONValue(estimate.wholeSeconds) }
    if isBlocked { object["blocked"] = true }
    if isWaiting { object["waiting"] = true }
    return object
  }
}

extension TaskItem {
  package func details(in zone: CivilZone) -> JSONObject {
    var object = JSONObject()
    func moment(_ time: Timestamp?) -> JSONValue { JSONValue(time.map { ISO8601.text($0, in: zone) }) }
    object["notes"] = JSONValue(notes)
    object["url"] = JSONValue(link)
    object["location"] = JSONValue(location)
    object["percent"] = percent.map { JSONValue($0) } ?? .null
    object["scheduled"] = JSONValue(scheduled?.text(in: zone))
    object["wait"] = JSONValue(wait?.text(in: zone))
    object["repeat"] = JSONValue(recurrence?.rule ?? foreignRule)
    object["depends"] = JSONValue(dependsOn)
    object["parent"] = JSONValue(parent)
    object["apps"] = JSONValue(apps)
    object["sites"] = JSONValue(sites)
    object["profile"] = JSONValue(profile)
    object["entered_at"] = moment(entered)
    object["modified_at"] = moment(modified)
    object["started_at"] = moment(started)
    object["completed_at"] = moment(completed)
    object["annotations"] = .array(annotations.map { ["at": moment($0.entered), "text": .string($0.text)] })
    object["reminders"] = .array(TaskReminder.reminders(of: self, in: zone).map { moment($0.at) })
    return object
  }
}

extension Urgency {
  package var termsJSON: JSONValue {
    var rows: [JSONValue] = []
    for term in terms { rows.append(["term": .string(term.name), "value": .number(rounded(term.value))]) }
    return .array(rows)
  }

  package var json: JSONValue {
    ["terms": termsJSON, "urgency": .number(rounded(total)), "urgency_base": .number(rounded(base))]
  }
}

/// Six decimals: what comes after them is noise.
private func rounded(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }
