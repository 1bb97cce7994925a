package import FocusSession
internal import JSONText

/// Tasks as Taskwarrior 2.6 exports them, read: a JSON array of objects, or one object a line.
package struct TaskwarriorReader {
  private let now: Timestamp
  private let zone: CivilZone
  /// Counts templates of recurring tasks; only their instances are tasks to do.
  package private(set) var templates = 0
  /// Tasks that recur there but not here: their words, and the rule that is lost.
  package private(set) var lostRules: [(summary: String, rule: String)] = []

  /// `now` becomes the entry date of tasks that have none.
  package init(now: Timestamp, zone: CivilZone = .utc) {
    self.now = now
    self.zone = zone
  }

  package mutating func tasks(_ octets: [UInt8]) throws(TaskImportError) -> [TaskItem] {
    var tasks: [TaskItem] = []
    for object in try Self.objects(octets) {
      if let task = try task(object) { tasks.append(task) }
    }
    repeatLatest(&tasks)
    var places: [String: Int] = [:]
    var result: [TaskItem] = []
    for task in tasks {
      // As Taskwarrior does: the last one with an identifier is meant.
      if let place = places[task.uid] {
        result[place] = task
      } else {
        places[task.uid] = result.count
        result.append(task)
      }
    }
    return result
  }

  /// Of several open instances of a template only the latest one recurs: else each would.
  private mutating func repeatLatest(_ tasks: inout [TaskItem]) {
    var latest: [String: Int] = [:]
    for index in tasks.indices {
      guard let members = tasks[index].foreignMembers, let root = try? JSONDocument(members).root,
        let word = root["recur"]?.string, !tasks[index].isOver
      else { continue }
      let first = tasks[index].due ?? tasks[index].scheduled
      guard var rule = Recurrence(word: word, from: first, in: zone), first != nil else {
        lostRules.append((tasks[index].summary, word))
        continue
      }
      if let text = root["until"]?.string, case .moment(let until)? = BasicTime.read(text) {
        rule.until = .moment(until)
      }
      guard let template = root["parent"]?.string else {
        tasks[index].recurrence = rule
        continue
      }
      if let known = latest[template] {
        guard let due = first?.start(in: zone),
          let other = (tasks[known].due ?? tasks[known].scheduled)?.start(in: zone),
          due > other
        else { continue }
        tasks[known].recurrence = nil
      }
      tasks[index].recurrence = rule
      latest[template] = index
    }
  }

  private static func objects(_ octets: [UInt8]) throws(TaskImportError) -> [FoundObject] {
    let limits = JSONLimits(octets: 64 << 20, depth: 16)
    do throws(JSONError) {
      let root = try JSONDocument(octets, limits: limits).root
      var objects: [FoundObject] = []
      for node in root.array ?? [root] { objects.append(FoundObject(node: node, linesBefore: 0)) }
      return objects
    } catch {
      let lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false)
      // Several objects, one a line, are not one JSON text; anything else is reported as it is.
      guard lines.count > 1, octets.first == UInt8(ascii: "{"), case .unexpected(_, .endOfText) = error.cause else {
        throw TaskImportError(line: error.place.line, message: error.message)
      }
      return try objects(lines, limits)
    }
  }

  private static func objects(
    _ lines: [ArraySlice<UInt8>], _ limits: JSONLimits
  ) throws(TaskImportError) -> [FoundObject] {
    var objects: [FoundObject] = []
    for index in lines.indices {
      var line = lines[index]
      // With `json.array=off` each line but the last may end in a comma.
      while let last = line.last, last <= 0x20 || last == UInt8(ascii: ",") { line.removeLast() }
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do throws(JSONError) {
        let root = try JSONDocument(Array(line), limits: limits).root
        objects.append(FoundObject(node: root, linesBefore: index))
      } catch {
        throw TaskImportError(line: index + 1, message: error.message)
      }
    }
    return objects
  }

  private mutating func task(_ object: FoundObject) throws(TaskImportError) -> TaskItem? {
    let node = object.node
    guard let members = node.object else {
      throw TaskImportError(line: object.line, message: "a task is an object, not " + node.kind.inWords)
    }
    guard let description = node["description"]?.string, !description.isEmpty else {
      throw TaskImportError(line: object.line, part: "description", message: "a task needs a description")
    }
    var task = TaskItem(uid: "", summary: description)
    task.entered = now
    var foreign = JSONObject()
    var isTemplate = false
    for member in members {
      let field = Field(member, linesBefore: object.linesBefore)
      switch member.name {
      case "description": break
      case "uuid": task.uid = try field.uuid()
      case "focuskeyuid": break
      case "status": isTemplate = try field.status(&task)
      case "entry": task.entered = try field.moment()
      case "modified": task.modified = try field.moment()
      case "start": task.started = try field.moment()
      case "end": task.completed = try field.moment()
      case "due": task.due = .moment(try field.moment())
      case "scheduled": task.scheduled = .moment(try field.moment())
      case "wait": task.wait = .moment(try field.moment())
      case "priority": task.priority = try field.priority()
      case "project": task.project = try field.text()
      case "tags": task.tags = try field.words()
      case "depends": task.dependsOn = try field.words().map { $0.lowercased() }
      case "annotations": task.annotations = try field.annotations()
      case "estimate": task.estimate = field.estimate(orKeepIn: &foreign)
      // Taskwarrior's own numbers, which are other ones tomorrow.
      case "id", "urgency": break
      default: foreign.append(member.name, member.value.value)
      }
    }
    if let own = node["focuskeyuid"]?.string, !own.isEmpty { task.uid = own }
    if task.uid.isEmpty { task.uid = StableUID.uid(of: description + "\n" + (node["entry"]?.string ?? "")) }
    if isTemplate {
      templates += 1
      return nil
    }
    task.settle()
    if !foreign.members.isEmpty { task.foreignMembers = JSONValue.object(foreign).text }
    return task
  }
}

extension TaskItem {
  /// Makes the state agree with the times.
  fileprivate mutating func settle() {
    if isOver {
      if status == .completed, completed == nil { completed = modified ?? entered }
    } else {
      completed = nil
      if started != nil { status = .inProcess }
    }
  }
}

/// An object of a file, whose own places count from the line that begins its text.
private struct FoundObject {
  let node: JSONNode
  let linesBefore: Int

  var line: Int { linesBefore + node.place.line }
}

private struct Field {
  let member: JSONMember
  let linesBefore: Int

  init(_ member: JSONMember, linesBefore: Int) {
    self.member = member
    self.linesBefore = linesBefore
  }

  private func wrong(_ message: String) -> TaskImportError {
    TaskImportError(line: linesBefore + member.value.place.line, part: member.name, message: message)
  }

  func text() throws(TaskImportError) -> String {
    guard let text = member.value.string else { throw wrong("this is " + member.value.kind.inWords + ", not a string") }
    return text
  }

  func uuid() throws(TaskImportError) -> String {
    let text = try text()
    guard StableUID.isUUID(text) else { throw wrong("this is not a UUID: " + TodoReader.shortened(text)) }
    return text.lowercased()
  }

  func moment() throws(TaskImportError) -> Timestamp {
    let text = try text()
    if case .moment(let moment) = BasicTime.read(text) { return moment }
    if let moment = ISO8601.moment(text) { return moment }
    throw wrong("this is not a date such as 20261126T090000Z: " + TodoReader.shortened(text))
  }

  /// Sets the status; returns whether it is that of a template.
  func status(_ task: inout TaskItem) throws(TaskImportError) -> Bool {
    switch try text() {
    case "pending", "waiting": task.status = .needsAction
    case "completed": task.status = .completed
    case "deleted": task.status = .cancelled
    case "recurring": return true
    case let word: throw wrong("this is not a status of a task: " + TodoReader.shortened(word))
    }
    return false
  }

  func priority() throws(TaskImportError) -> TaskPriority? {
    let text = try text()
    if text.isEmpty { return nil }
    guard let priority = TaskPriority(rawValue: text) else {
      throw wrong("this is not a priority (H, M or L): " + TodoReader.shortened(text))
    }
    return priority
  }

  /// A list of words, or one text with commas between them.
  func words() throws(TaskImportError) -> [String] {
    var words: [String] = []
    if let elements = member.value.array {
      for element in elements {
        guard let word = element.string else { throw wrong("a list of strings is needed") }
        if !word.isEmpty, !words.contains(word) { words.append(word) }
      }
      return words
    }
    for word in try text().split(separator: ",") where !words.contains(String(word)) { words.append(String(word)) }
    return words
  }

  func annotations() throws(TaskImportError) -> [TaskAnnotation] {
    var annotations: [TaskAnnotation] = []
    for element in member.value.array ?? [] {
      guard let text = element["description"]?.string else { throw wrong("an annotation needs a description") }
      let entered = element["entry"]?.string.flatMap { TodoReader.moment($0) }
      annotations.append(TaskAnnotation(text, entered: entered))
    }
    return annotations
  }

  /// An estimate in iCalendar's form is ours; any other is somebody else's attribute of that name.
  func estimate(orKeepIn foreign: inout JSONObject) -> Lapse? {
    if let text = member.value.string, let estimate = BasicDuration.read(text), estimate >= .zero { return estimate }
    foreign.append(member.name, member.value.value)
    return nil
  }
}
