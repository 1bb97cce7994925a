import Glibc
import JSONText
import LinuxRuntime
import TestSupport

/// Kills `focuskey task edit` at random moments, and has two of them write the same task at once: the file is the old
/// one or the new one, never half of it, foreign lines stay, and what both changed is there.
func taskKills(isShort: Bool) throws -> String {
  let rounds = isShort ? 25 : 500
  let trial = try TaskTrial()
  var generator = SeededGenerator(seed: 20261123)
  var changed = 0
  for round in 1...rounds {
    do {
      if try trial.kill(afterMicroseconds: UInt32.random(in: 0...25_000, using: &generator), round: round) {
        changed += 1
      }
      try trial.twoAtOnce(round: round)
    } catch { throw Broken("round \(round): \(error)") }
  }
  return "\(rounds) kills while writing, \(changed) came too late to stop it, and \(rounds) pairs of writers"
}

/// A home with one task, whose file another program wrote.
private final class TaskTrial {
  private let folder = TemporaryFolder()
  private var due = "2026-12-01"
  private let path: String
  private static let foreign = "X-OTHER-PROGRAM;X-MARK=1:kept as it is"

  init() throws {
    path = folder("tasks/tasks/one.ics")
    try Files.makeFolder(folder("tasks/tasks"))
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", "BEGIN:VTODO", "UID:one", "DTSTAMP:20261101T000000Z",
      "SUMMARY:Write", "DUE;VALUE=DATE:20261201", Self.foreign, "END:VTODO", "END:VCALENDAR", "",
    ]
    try Files.replace(path, with: Array(lines.joined(separator: "\r\n").utf8))
  }

  private func edit(_ words: String...) throws -> ChildProcess {
    try ChildProcess.start(
      BuiltProgram.focuskey.path, ["task", "edit", "one", "--home", folder.path] + words, output: .nothing,
      errors: .nothing)
  }

  /// Kills a change; `true` where it was done already.
  func kill(afterMicroseconds time: UInt32, round: Int) throws -> Bool {
    let new = "2027-\(two(1 + round % 12))-\(two(1 + round / 12 % 28))"
    let child = try edit("--due", new)
    usleep(time)
    child.signal(SIGKILL)
    child.wait()
    let now = try task()["due"]?.string
    try hold(now == due || now == new, "due is \(now ?? "nothing"), it was \(due) and should become \(new)")
    try hold(try text().contains(Self.foreign), "another program's line is gone")
    let isDone = now == new && new != due
    due = now ?? due
    return isDone
  }

  /// Two programs change different things of the task at the same moment.
  func twoAtOnce(round: Int) throws {
    let new = "2028-\(two(1 + round % 12))-\(two(1 + round / 12 % 28))"
    let project = "project-\(round)"
    let one = try edit("--due", new)
    let other = try edit("--project", project)
    let codes = [one.wait(), other.wait()]
    try hold(codes == [0, 0], "two writers: \(codes)")
    let now = try task()
    try hold(
      now["due"]?.string == new && now["project"]?.string == project, "one of two changes is lost: \(now.value.text)")
    due = new
  }

  private func task() throws -> JSONNode {
    let outcome = try BuiltProgram.focuskey.run(["task", "list", "--json", "--all", "--home", folder.path])
    let lines = outcome.output.split(separator: "\n")
    guard outcome.exitCode == 0, lines.count == 1 else { throw Broken("\(lines.count) tasks: \(outcome.errors)") }
    return try JSONDocument(String(lines[0])).root
  }

  private func text() throws -> String { String(decoding: try Files.read(path), as: UTF8.self) }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
