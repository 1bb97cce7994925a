internal import FocusSession
internal import LinuxRuntime
package import Requests
internal import TaskFiles
internal import Tasks

/// What can be asked of the person's tasks while the service runs: the same files, by the same rules, as the commands
/// of `focuskey task`.
package enum TaskRequests {
  package static let add = Signature("task-add", "Add a task, written in one line", .text("text"))
  package static let due = Signature(
    "task-due", "Move the due date of a task; without one it is removed", .text("task"), .optional(.text("due")))
  package static let edit = Signature(
    "task-edit", "Change members of a task; an empty one is removed", .text("task"),
    Parameter("change", shape: "{...}", read: { item throws(JSONShapeError) in item.node.value }, write: { $0 }))
  package static let done = Signature("task-done", "Complete a task", .text("task"))
  package static let remove = Signature("task-remove", "Remove a task and its file", .text("task"))
  package static let stop = Signature("task-stop", "End work on a task; it is to be done later", .text("task"))
  package static let reopen = Signature("task-reopen", "Make a task that is over one to be done again", .text("task"))
  package static let undo = Signature("task-undo", "Undo the latest change of a task")
  package static let feed = Signature("task-feed", "The address of the calendar feed")
  package static let plan = Signature(question: "plan", "The tasks in order")
  package static let reading = Signature(
    question: "plan/reading", "What a line would be as a task", .text("text").or(""))
}

extension TaskPlan {
  package nonisolated var requests: [Request] {
    [
      TaskRequests.add.answer { asked, line throws(Failure) in try await self.add(line, at: asked.now) },
      TaskRequests.due.answer { asked, task, due throws(Failure) in
        try await self.move(task, to: due, at: asked.now)
      },
      TaskRequests.edit.answer { asked, task, change throws(Failure) in
        try await self.edit(task, change, at: asked.now)
      },
      TaskRequests.done.answer { asked, task throws(Failure) in try await self.change(task, .done, at: asked.now) },
      TaskRequests.stop.answer { asked, task throws(Failure) in try await self.change(task, .stop, at: asked.now) },
      TaskRequests.reopen.answer { asked, task throws(Failure) in try await self.change(task, .reopen, at: asked.now) },
      TaskRequests.undo.answer { asked throws(Failure) in try await self.undo(at: asked.now) },
      TaskRequests.remove.answer { asked, task throws(Failure) in try await self.remove(task, at: asked.now) },
      TaskRequests.feed.answer { asked throws(Failure) in try await self.feed(asked.dashboard) },
      TaskRequests.plan.answer { asked throws(Failure) in try await self.plan(at: asked.now) },
      TaskRequests.reading.answer { asked, line in await self.reading(line, at: asked.now) },
    ]
  }

  private func add(_ line: String, at now: Timestamp) async throws(Failure) -> JSONValue {
    guard line.utf8.count <= 1000 else {
      throw Failure(.badData, "too-long", "a task has at most 1000 characters", advice: "shorten it")
    }
    let view = try await view(at: now)
    let quick = try view.read(line.split(whereSeparator: { $0.isWhitespace }), at: "", exit: .badData)
    return answer(try view.add(view.task(quick)))
  }

  private func undo(at now: Timestamp) async throws(Failure) -> JSONValue {
    let entry = try await view(at: now).undo()
    return ["ok": true, "undone": .string(entry.what), "summary": .string(entry.summary)]
  }

  private func move(_ word: String, to text: String?, at now: Timestamp) async throws(Failure) -> JSONValue {
    let view = try await view(at: now)
    let stored = try view.find(word)
    var edit = TaskEdit()
    edit.due = .some(try text.map { text throws(Failure) in try view.time(text, at: text) })
    return answer(try view.change(stored, .edit(edit)).ranked)
  }

  private func edit(_ word: String, _ change: JSONValue, at now: Timestamp) async throws(Failure) -> JSONValue {
    let view = try await view(at: now)
    let stored = try view.find(word)
    return answer(try view.change(stored, .edit(try TaskForm(change).edit(in: view))).ranked)
  }

  private func change(_ word: String, _ change: TaskChange, at now: Timestamp) async throws(Failure) -> JSONValue {
    let view = try await view(at: now)
    return answer(try view.change(try view.find(word), change).ranked)
  }

  private func remove(_ word: String, at now: Timestamp) async throws(Failure) -> JSONValue {
    let view = try await view(at: now)
    let stored = try view.find(word)
    try view.remove(stored)
    return ["ok": true, "uid": .string(stored.task.uid)]
  }

  private func answer(_ ranked: RankedTask) -> JSONValue { ["ok": true, "task": .object(ranked.json(in: zone))] }

  private func feed(_ dashboard: String?) throws(Failure) -> JSONValue {
    guard let dashboard else {
      throw Failure(.unavailable, "no-dashboard", "this service has no pages", advice: "set a port in config.json5")
    }
    return ["ok": true, "address": .string("\(dashboard)calendar.ics?token=\(try CalendarToken.text(in: home))")]
  }

  private func reading(_ line: String, at now: Timestamp) -> JSONValue {
    guard let quick = QuickTask(line, now: now, in: zone) else { return ["summary": .null] }
    return [
      "summary": .string(quick.summary), "due": JSONValue(quick.due?.text(in: zone)),
      "project": JSONValue(quick.project), "tags": JSONValue(quick.tags),
    ]
  }

  private func plan(at now: Timestamp) async throws(Failure) -> JSONValue {
    let view = try await view(at: now)
    let order = view.order
    let today = zone.day(at: now)
    let done = order.ranked.filter {
      $0.task.status == .completed && $0.task.completed.map { zone.day(at: $0) } == today
    }
    return [
      "next": JSONValue(order.next?.task.uid), "done_today": JSONValue(done.map { $0.task.summary }),
      "tasks": .array(
        order.ranked.filter { !$0.task.isOver }.map { ranked in
          var row = ranked.json(in: zone, number: view.number(of: ranked.task))
          row["why"] = ranked.urgency.termsJSON
          for (name, value) in TaskForm.members(of: ranked.task, in: zone) { row[name] = value }
          return .object(row)
        }),
    ]
  }
}
