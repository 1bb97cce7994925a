internal import CommandShell
internal import FocusSession
internal import ServiceContract
internal import Spelling
internal import SystemClock
internal import TaskFiles
internal import Tasking
internal import Tasks

extension CommandContext {
  /// The person's tasks as of `--at`, or now.
  func taskView() throws(Failure) -> TaskView {
    let zone = try zone()
    var now = SystemTime.wall()
    if let text = invocation[TaskArguments.at] {
      guard let time = NaturalDate(now: now, in: zone).time(text) else { throw .badTime("--at \(text)", .usage) }
      now = time.start(in: zone)
    }
    let shelf = TaskShelf(of: home, try configuration(), zone) { surroundings.variable($0) }
    // Where there is no log yet, no task has focus.
    let sessions = (try? sessions(withDetails: true)) ?? []
    return try TaskView(shelf, of: home, at: now, in: zone, spent: FocusSpent(sessions, zone))
  }

  /// The short names of the tasks that somebody could begin, for completion.
  func taskWords() throws(Failure) -> [String] {
    try ["next"] + taskView().order.open.map { TaskSlug.slug(of: $0.task.summary) }
  }

  func configuration() throws(Failure) -> ServiceConfiguration {
    try ServiceConfiguration(path: home.configuration)
  }

  /// Reports on standard error what is wrong with task files.
  func note(_ findings: [TaskFileFinding]) {
    let faults = findings.map { FindingRow($0) }.filter { !$0.isNote }
    for fault in faults.prefix(10) { printNote(fault.text) }
    if faults.count > 10 {
      printNote("\(counted(faults.count - 10, "more problem")): focuskey task check")
    }
  }
}
