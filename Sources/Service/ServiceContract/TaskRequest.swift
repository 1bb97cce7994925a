internal import JSONText

/// What is asked of the person's tasks while the service runs.
public enum TaskRequest: Sendable, Equatable {
  /// Add a task, as somebody types it in one line: `Write the report fri 15:00 +thesis`.
  case add(String)
  /// Move the due date of a task, in the words of dates that people say; `nil` takes it away.
  case move(task: String, due: String?)
  /// Complete a task.
  case complete(task: String)
  /// Remove a task and its file.
  case remove(task: String)
  /// Where the calendar feed is.
  case feed

  /// The words of these requests.
  static let commands = ["task-add", "task-due", "task-done", "task-remove", "task-feed"]

  /// Reads the request of that name; `nil` where it is not one of these.
  init?(_ command: String, _ item: JSONItem) throws(JSONShapeError) {
    switch command {
    case "task-add": self = .add(try item.members("command", "text").required("text").string())
    case "task-due":
      let members = try item.members("command", "task", "due")
      self = .move(task: try members.required("task").string(), due: try members["due"]?.string())
    case "task-done": self = .complete(task: try item.members("command", "task").required("task").string())
    case "task-remove": self = .remove(task: try item.members("command", "task").required("task").string())
    case "task-feed":
      _ = try item.members("command")
      self = .feed
    default: return nil
    }
  }

  /// The request as it goes over the socket.
  var json: JSONValue {
    switch self {
    case .add(let text): ["command": "task-add", "text": .string(text)]
    case .move(let task, let due):
      .members(["command": "task-due", "task": .string(task), "due": due.map(JSONValue.string)])
    case .complete(let task): ["command": "task-done", "task": .string(task)]
    case .remove(let task): ["command": "task-remove", "task": .string(task)]
    case .feed: ["command": "task-feed"]
    }
  }
}
