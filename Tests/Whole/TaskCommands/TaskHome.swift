import Glibc
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// A home without a service, and `focuskey task` in it.
struct TaskHome {
  let folder = TemporaryFolder()
  static let now = "2026-11-23T09:00:00Z"

  /// Runs a command as a person in UTC would.
  @discardableResult
  func callAsFunction(_ arguments: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      ["task"] + arguments + ["--home", folder.path], input: Array(input.utf8),
      environment: TrialEnvironment.lines(["TZ": "UTC", "HOME": folder.path]))
  }

  /// Runs a command and reads what it says for programs, a value a line.
  func json(_ arguments: String..., input: String = "") throws -> [JSONNode] {
    let outcome = try run(arguments + ["--json"], input: input)
    try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errors)\(outcome.output)")
    return try outcome.lines.map { try JSONDocument($0).root }
  }

  /// Leaves a file as another program would.
  func put(_ name: String, _ lines: String...) throws {
    try Files.makeFolder(folder("tasks/list"))
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR", ""]
    try Files.replace(folder("tasks/list/\(name)"), with: Array(all.joined(separator: "\r\n").utf8))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(folder("tasks/\(name)")), as: UTF8.self)
  }

  /// The paths of all task files.
  var files: [String] { Folder.files(below: folder("tasks"), ending: ".ics").map { folder("tasks/\($0)") } }
}
