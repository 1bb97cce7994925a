internal import CommandShell
internal import CommandSpec
internal import FocusHistory
internal import FocusSession
internal import LinuxRuntime
internal import Requests
internal import SQLiteLog
internal import ServiceContract
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
    return TaskView(shelf, at: now, in: zone, spent: FocusSpent(pastSessions(), zone))
  }

  /// The sessions in the log; none where there is no log yet.
  private func pastSessions() -> [SessionRecord] {
    guard Files.exists(home.database), let reader = try? LogReader(path: home.database) else { return [] }
    return (try? reader.sessions(since: nil, until: nil, profile: nil, withDetails: true)) ?? []
  }

  /// The short names of the tasks that somebody could begin, for completion.
  func taskWords() throws(Failure) -> [String] {
    try ["next"] + taskView().order.open.map { TaskSlug.slug(of: $0.task.summary) }
  }

  func configuration() throws(Failure) -> ServiceConfiguration {
    do throws(ConfigurationError) {
      return try ServiceConfiguration(path: home.configuration)
    } catch {
      throw .service(.configuration(error))
    }
  }

  /// Says on standard error what is wrong with task files.
  func note(_ findings: [TaskFileFinding]) {
    let faults = findings.map { FindingRow($0) }.filter { !$0.isNote }
    for fault in faults.prefix(10) { printNote(fault.text) }
    if faults.count > 10 { printNote("\(faults.count - 10) more problems: focuskey task check") }
  }
}
