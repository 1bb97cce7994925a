internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import ServiceAPI
internal import ServiceContract
internal import TaskFiles
internal import Tasks

// What a person does with tasks on the page: the same files, by the same rules, as `focuskey task` changes.

extension TaskPlan {
  /// Does what is asked, and answers with the task as it is now.
  func act(_ request: TaskRequest, at now: Timestamp, _ dashboard: String?) async throws(TaskRequestError) -> JSONValue
  {
    switch request {
    case .add(let line): return try await add(line, at: now)
    case .move(let task, let text):
      var edit = TaskEdit()
      edit.due = .some(try text.map { text throws(TaskRequestError) in try time(text, at: now) })
      return try await change(task, .edit(edit), at: now)
    case .complete(let task): return try await change(task, .done, at: now)
    case .remove(let task):
      let stored = try find(task)
      do throws(TaskFileError) { try shelf.remove(stored) } catch { throw TaskRequestError(error) }
      return ["ok": true, "uid": .string(stored.task.uid)]
    case .feed: return try feed(dashboard)
    }
  }

  /// What a line would be as a task.
  func reading(_ line: String, at now: Timestamp) -> JSONValue {
    guard let quick = QuickTask(line, now: now, in: zone) else { return ["summary": .null] }
    return [
      "summary": .string(quick.summary), "due": JSONValue(quick.due?.text(in: zone)),
      "project": JSONValue(quick.project), "tags": JSONValue(quick.tags),
    ]
  }

  private func add(_ line: String, at now: Timestamp) async throws(TaskRequestError) -> JSONValue {
    guard let quick = QuickTask(line, now: now, in: zone) else {
      throw TaskRequestError("no-words", "a task needs words", at: "", advice: "say what is to be done", exit: 65)
    }
    guard line.utf8.count <= 1000 else {
      throw TaskRequestError("too-long", "a task has at most 1000 characters", at: "", advice: "shorten it", exit: 65)
    }
    var task = TaskItem(uid: TaskShelf.newUID(), summary: quick.summary)
    task.entered = now
    task.due = quick.due
    task.project = quick.project
    task.tags = quick.tags
    do throws(TaskFileError) { try shelf.add(task, at: now) } catch { throw TaskRequestError(error) }
    return await answer(task.uid, at: now)
  }

  private func change(_ word: String, _ change: TaskChange, at now: Timestamp) async throws(TaskRequestError)
    -> JSONValue
  {
    let stored = try find(word)
    do throws(TaskFileError) { try shelf.change(stored, change, at: now) } catch { throw TaskRequestError(error) }
    return await answer(stored.task.uid, at: now)
  }

  private func answer(_ uid: String, at now: Timestamp) async -> JSONValue {
    let ranked = await order(at: now).ranked.first { $0.task.uid == uid }
    return .members(["ok": true, "task": ranked.map { .object($0.json(in: zone)) }])
  }

  private func find(_ word: String) throws(TaskRequestError) -> StoredTask {
    let tasks = shelf.read().tasks
    guard case .one(let index) = TaskMatch.find(word, among: tasks.map { $0.task }) else {
      throw TaskRequestError(
        "unknown-task", "there is no such task", at: word, advice: "see: focuskey task list --all", exit: 66)
    }
    return tasks[index]
  }

  private func time(_ text: String, at now: Timestamp) throws(TaskRequestError) -> TaskTime {
    guard let time = NaturalDate(now: now, in: zone).time(text) else {
      throw TaskRequestError(
        "bad-time", "this is not a date", at: text, advice: "write 2026-11-26, \"tomorrow 15:00\" or fri", exit: 65)
    }
    return time
  }

  private func feed(_ dashboard: String?) throws(TaskRequestError) -> JSONValue {
    guard let dashboard else {
      throw TaskRequestError(
        "no-dashboard", "this service has no pages", at: "", advice: "set a port in config.json5", exit: 69)
    }
    do throws(SystemError) {
      return ["ok": true, "address": .string("\(dashboard)calendar.ics?token=\(try CalendarToken.text(in: home))")]
    } catch {
      throw TaskRequestError("no-token", error.reason, at: error.subject, advice: "fix the folder's rights", exit: 74)
    }
  }
}

extension TaskRequestError {
  /// Reading or writing a task's file failed.
  fileprivate init(_ fault: TaskFileError) {
    switch fault {
    case .system(let fault):
      self.init("task-file", fault.reason, at: fault.subject, advice: "nothing was changed", exit: 74)
    case .gone(let path):
      self.init("task-gone", "the task was removed meanwhile", at: path, advice: "look at the list again", exit: 66)
    case .busy(let path):
      self.init("task-busy", "another program keeps writing this file", at: path, advice: "try again", exit: 75)
    case .unreadable(let path, let finding):
      self.init(
        "bad-task-file", finding.sentence, at: "\(path):\(finding.line)", advice: "nothing was changed", exit: 65)
    case .notImported(let fault): self.init("bad-task", fault.message, at: "", advice: "nothing was changed", exit: 65)
    }
  }
}
