internal import FocusSession
internal import ServiceContract
internal import Tasks

/// What each task was at the last import, so that the next one knows what changed on which side.
struct ImportMemory {
  private let source: TaskSource
  private let path: String
  private let zone: CivilZone
  let tasks: [String: TaskItem]

  init(of source: TaskSource, in home: Home, _ now: Timestamp, _ zone: CivilZone) {
    self.source = source
    self.zone = zone
    let name = source == .taskwarrior ? "taskwarrior.json" : "todo.txt"
    path = "\(home.stateFolder)/task-imports/\(name)"
    var known: [TaskItem] = []
    // What cannot be read is not remembered: the import then compares with what is here.
    if let octets = try? Files.read(path, limit: 256 << 20) {
      switch source {
      case .taskwarrior:
        var reader = TaskwarriorReader(now: now, zone: zone)
        known = (try? reader.tasks(octets)) ?? []
      case .todoTxt: known = (try? TodoTxt.tasks(octets, now: now, in: zone)) ?? []
      }
    }
    tasks = Dictionary(known.map { ($0.uid, $0) }) { _, last in last }
  }

  /// Remembers what was imported; tasks that this import did not have stay as they were.
  func keep(_ imported: [TaskItem]) {
    var all = tasks
    for task in imported { all[task.uid] = task }
    let sorted = all.values.sorted { $0.uid < $1.uid }
    let text: String
    switch source {
    case .taskwarrior:
      let writer = TaskwarriorWriter(zone: zone)
      text = "[" + sorted.map { writer.object($0).text }.joined(separator: ",\n") + "]\n"
    case .todoTxt: text = sorted.map { TodoTxt.line($0, in: zone) + "\n" }.joined()
    }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    // Without a memory the next import is only less sure of what changed where.
    try? Files.makeFolder(folder)
    try? Files.replace(path, with: Array(text.utf8))
  }
}
