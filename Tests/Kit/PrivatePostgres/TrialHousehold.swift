package import JSONText
import LinuxRuntime
package import TestSupport

/// A household: one database, and homes as those of several computers.
package final class TrialHousehold {
  package let server: PrivatePostgres
  /// The homes, by their names.
  package let folder = TemporaryFolder()

  /// A command that did not do what the trial needs.
  struct NotDone: Error {
    var words: [String]
    var errors: String
  }

  /// A database of its own, and no home yet.
  package init() throws { server = try PrivatePostgres() }

  /// A home with its configuration.
  package func home(_ name: String, _ configuration: String) throws -> String {
    try Files.makeFolder(folder(name))
    try Files.replace(folder("\(name)/config.json5"), with: Array("{ \(configuration) }".utf8))
    return folder(name)
  }

  /// A service that began the household.
  package func begin(_ name: String) throws -> RunningService {
    try done(["sync", "init", server.address(), "--name", name], in: try home(name, ""))
    return try service(name)
  }

  /// A service that joined it.
  package func join(_ name: String, _ configuration: String = "") throws -> RunningService {
    try done(["sync", "join", try invite(), "--name", name], in: try home(name, configuration))
    return try service(name)
  }

  /// An invitation by the first.
  package func invite() throws -> String {
    let made = try BuiltProgram.focuskey.run(["sync", "invite", "--json", "--home", folder("desk")])
    return try JSONDocument(made.output).root["link"]?.string ?? ""
  }

  /// The service of a home that is there.
  package func service(_ name: String) throws -> RunningService { try RunningService(home: folder(name)) }

  /// Has a command done in a home.
  package func done(_ words: [String], in home: String) throws {
    let done = try BuiltProgram.focuskey.run(words + ["--home", home])
    guard done.exitCode == 0 else { throw NotDone(words: words, errors: done.errors) }
  }
}

extension RunningService {
  /// Has breaks granted at once, and questions asked without a wait.
  package func hurry(_ profile: String) throws {
    _ = try self(
      "profile", "edit", profile, "--set", "{ breaks: { minutes: 5 }, question: { wait: '0s', closes: '30s' } }")
  }

  /// Its status.
  package var status: JSONNode? { answer("status", "--json") }
  /// Whether a session is under way.
  package var state: String? { status?["state"]?.string }
  /// How many profiles block.
  package var layers: Int { status?["layers"]?.array?.count ?? -1 }
  /// How the line to the others is.
  package var sync: JSONNode? { status?["sync"] }
  /// The state of that line.
  package var line: String? { sync?["state"]?.string }
  /// How many sessions there were here.
  package var sessions: Int {
    (try? program.run(["history", "--json", "--home", home]))?.output.split(separator: "\n").count ?? -1
  }
  /// Messages that are not sent yet.
  package var pending: Int64 { answer("sync", "status", "--json")?["pending"]?.integer ?? -1 }

  /// How many sessions `stats` counts.
  package func counted(_ words: String...) -> Int64 {
    let done = try? program.run(["stats", "--json", "--home", home] + words)
    return done.flatMap { try? JSONDocument($0.output).root["all"]?["sessions"]?.integer } ?? -1
  }

  /// How far the log of a device is known here.
  package func head(of name: String) -> Int64 {
    let devices = answer("sync", "status", "--json")?["devices"]?.array
    return devices?.first { $0["name"]?.string == name }?["head"]?.integer ?? -1
  }

  private func answer(_ words: String...) -> JSONNode? {
    guard let done = try? program.run(words + ["--home", home]) else { return nil }
    return try? JSONDocument(done.output).root
  }
}
