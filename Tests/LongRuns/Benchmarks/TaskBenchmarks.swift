import FocusSession
import Glibc
import LinuxRuntime
import SystemClock
import TaskFiles
import Tasks
import TestSupport

/// Ten thousand tasks: read from their files, put in order, and one changed file noticed and read again with the rest.
func taskBenchmarks(_ run: BenchmarkRun) throws {
  let count = run.isSmoke ? 200 : 10_000
  let now = Timestamp(milliseconds: 1_790_000_000_000)
  let folder = TemporaryFolder()
  let list = folder("list")
  try Files.makeFolder(list)
  for number in 0..<count {
    try Files.replace("\(list)/\(number).ics", with: Array(file(number, now).utf8))
  }
  let zone = ZoneFiles.zone(named: "Europe/Berlin") ?? .utc
  let shelf = TaskShelf(TaskFolders([folder.path]), zone: zone) { ZoneFiles.zone(named: $0) }
  var tasks: [TaskItem] = []
  let reading = run.nanoseconds(samples: 3) { tasks = shelf.read().tasks.map { $0.task } }
  guard tasks.count == count else { return run.fail("tasks: \(tasks.count) of \(count) were read") }
  run.promise("tasks, read \(count) files", reading / 1e6, atMost: 400, "ms")
  let ordering = run.nanoseconds(samples: 11) { keep(TaskOrder(tasks, at: now, in: zone)) }
  run.promise("tasks, order \(count)", ordering / 1e6, atMost: 10, "ms")
  let watch = FolderWatch(of: [folder.path, list])
  let noticing = try run.nanoseconds(samples: 5) {
    try Files.replace("\(list)/0.ics", with: Array(file(0, now).utf8))
    while true {
      guard let descriptor = watch.descriptor else { break }
      var told = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&told, 1, 1000) > 0 { break }
    }
    watch.forget()
  }
  run.promise("tasks, one changed file noticed", noticing / 1e6, atMost: 50, "ms")
}

private func file(_ number: Int, _ now: Timestamp) -> String {
  let due = now + .hours(Int64((number * 7919) % 1000) - 300)
  let stamp = ISO8601.text(due, in: .utc).filter { $0.isNumber || $0 == "T" }.prefix(15)
  let dueLine =
    switch number % 3 {
    case 0: "DUE;VALUE=DATE:\(stamp.prefix(8))"
    case 1: "DUE:\(stamp)Z"
    default: "X-NOTE:no date"
    }
  let lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//FocusKey//benchmark//EN", "BEGIN:VTODO",
    "UID:00000000-0000-4000-8000-\(100_000_000_000 + number)", "DTSTAMP:20260101T000000Z",
    "CREATED:2026\(1 + number % 9 < 10 ? "0" : "")\(1 + number % 9)01T080000Z", "SUMMARY:Task number \(number)",
    dueLine,
    "PRIORITY:\(number % 10)", "CATEGORIES:desk,writing", "X-FOCUSKEY-PROJECT:book", "END:VTODO", "END:VCALENDAR", "",
  ]
  return lines.joined(separator: "\r\n")
}
