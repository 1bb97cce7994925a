package import FocusHistory
internal import Octets

extension SessionRecord {
  package func json(in zone: CivilZone) -> JSONValue {
    func time(_ moment: Timestamp?) -> JSONValue { JSONValue(moment.map { ISO8601.text($0, in: zone) }) }
    let pauses = details.pauses.map { ["ended_at": time($0.ended), "started_at": time($0.began)] as JSONValue }
    let visited = details.visits.map { visit in
      [
        "ended_at": time(visit.ended), "kind": .string(visit.thing.kind.word), "started_at": time(visit.began),
        "what": .string(visit.thing.name),
      ] as JSONValue
    }
    let questions = details.questions.map { asked in
      ["answer": JSONValue(asked.answer?.word), "at": time(asked.at), "kind": asked.isSwitch ? "switch" : "end"]
        as JSONValue
    }
    let attempted = details.attempts.map { count in
      [count.what.kind.word: .string(count.what.name), "times": JSONValue(count.times)] as JSONValue
    }
    let jumps = details.clockJumps.map { ["at": time($0.at), "by_seconds": .integer($0.by.wholeSeconds)] as JSONValue }
    let gaps = details.gaps.map { ["at": time($0.at), "down_seconds": .integer($0.by.wholeSeconds)] as JSONValue }
    let worked = details.tasks.map { work in
      ["focused_seconds": .integer(work.focused.wholeSeconds), "task": .string(work.words), "uid": .string(work.uid)]
        as JSONValue
    }
    let trigger = details.trigger.json
    func part(_ name: String) -> JSONValue? {
      if case .object(let members) = trigger { members[name] } else { nil }
    }
    // In the order in which they are put out, so that nothing is to be sorted: histories are long.
    return .members([
      "attempted": .array(attempted), "attempts": JSONValue(attempts),
      "break_seconds": .integer(breakTime.wholeSeconds),
      "break_times": .array(pauses), "breaks": JSONValue(breaks), "by": part("by"), "clock_jumps": .array(jumps),
      "counts": .bool(details.isFocus),
      "emergencies": .array(details.emergencies.map { time($0) }), "ended_at": time(ended),
      "focused_seconds": .integer(focused.wholeSeconds), "gaps": .array(gaps), "key": part("key"),
      "layers": JSONValue(([profile] + details.added).map { $0.text }), "note": JSONValue(details.note),
      "planned_end": time(plannedEnd), "profile": .string(profile.text), "questions": .array(questions),
      "reader": part("reader"),
      "schedule": part("schedule"), "session": .string(id.text), "started_at": time(started), "task": JSONValue(task),
      "tasks": .array(worked),
      "uid": part("uid"),
      "visit_seconds": .integer(details.visits.reduce(Lapse.zero) { $0 + $1.took }.wholeSeconds),
      "visit_times": .array(visited), "visits": JSONValue(details.visits.count), "why": JSONValue(why?.word),
    ])
  }
}

extension SessionDetails {
  /// What is kept of a session beyond its columns: times in milliseconds, empty values left out.
  package var storedJSON: JSONValue {
    func list<Element>(_ elements: [Element], _ body: (Element) -> JSONValue) -> JSONValue? {
      elements.isEmpty ? nil : .array(elements.map { body($0) })
    }
    func moment(_ time: Timestamp?) -> JSONValue { time.map { .integer($0.milliseconds) } ?? .null }
    return .members([
      "trigger": trigger == .command ? JSONValue?.none : trigger.json,
      "added": list(added) { .string($0.text) },
      "breaks": list(pauses) { [moment($0.began), moment($0.ended)] },
      "visits": list(visits) {
        [
          .string($0.thing.kind.word), .string($0.thing.name), moment($0.began), moment($0.ended),
          .integer($0.took.milliseconds),
        ]
      },
      "questions": list(questions) { [moment($0.at), .bool($0.isSwitch), JSONValue($0.answer?.word)] },
      "attempts": list(attempts) { [.string($0.what.kind.word), .string($0.what.name), JSONValue($0.times)] },
      "jumps": list(clockJumps) { [moment($0.at), .integer($0.by.milliseconds)] },
      "gaps": list(gaps) { [moment($0.at), .integer($0.by.milliseconds)] },
      "emergencies": list(emergencies) { moment($0) },
      "tasks": list(tasks) { [.string($0.uid), .string($0.words), .integer($0.focused.milliseconds)] },
      "note": note.map { .string($0) }, "focus": isFocus ? nil : false,
    ])
  }

  /// Reads what was kept; `nil` for something else.
  package init?(octets: [UInt8]) {
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(octets) } catch { return nil }
    do throws(JSONShapeError) { try self.init(JSONItem(document.root)) } catch { return nil }
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members(
      "trigger", "added", "breaks", "visits", "questions", "attempts", "jumps", "gaps", "emergencies", "tasks", "note",
      "focus")
    self.init()
    if let item = members["trigger"] { trigger = try Trigger(json: item) }
    for item in try members["added"]?.array() ?? [] { added.append(ProfileID(try item.string())) }
    for item in try members["breaks"]?.array() ?? [] {
      let parts = try item.tuple(2)
      pauses.append(Pause(began: try parts[0].moment(), ended: parts[1].node.isNull ? nil : try parts[1].moment()))
    }
    for item in try members["visits"]?.array() ?? [] {
      let parts = try item.tuple(5)
      visits.append(
        Visited(
          thing: VisitThing(kind: try parts[0].choice(), name: try parts[1].string()), began: try parts[2].moment(),
          ended: parts[3].node.isNull ? nil : try parts[3].moment(), took: try parts[4].milliseconds()))
    }
    for item in try members["questions"]?.array() ?? [] {
      let parts = try item.tuple(3)
      questions.append(
        Asked(
          at: try parts[0].moment(), isSwitch: try parts[1].bool(),
          answer: parts[2].node.isNull ? nil : try parts[2].choice()))
    }
    for item in try members["attempts"]?.array() ?? [] {
      let parts = try item.tuple(3)
      attempts.append(
        Count(
          what: Attempt(kind: try parts[0].choice(), name: try parts[1].string()),
          times: Int(try parts[2].integer(in: 1...Int64(Int32.max)))))
    }
    clockJumps = try Self.changes(members["jumps"])
    gaps = try Self.changes(members["gaps"])
    for item in try members["emergencies"]?.array() ?? [] { emergencies.append(try item.moment()) }
    for item in try members["tasks"]?.array() ?? [] {
      let parts = try item.tuple(3)
      tasks.append(
        Worked(uid: try parts[0].string(), words: try parts[1].string(), focused: try parts[2].milliseconds()))
    }
    note = try members["note"]?.string()
    isFocus = try members["focus"]?.bool() ?? true
  }

  private static func changes(_ item: JSONItem?) throws(JSONShapeError) -> [Change] {
    var changes: [Change] = []
    for item in try item?.array() ?? [] {
      let parts = try item.tuple(2)
      changes.append(Change(at: try parts[0].moment(), by: try parts[1].milliseconds()))
    }
    return changes
  }
}

extension JSONItem {
  fileprivate func tuple(_ count: Int) throws(JSONShapeError) -> [JSONItem] {
    let parts = try array()
    guard parts.count == count else { throw refusal("\(count) values are expected here") }
    return parts
  }

  fileprivate func moment() throws(JSONShapeError) -> Timestamp { Timestamp(milliseconds: try integer()) }
}
