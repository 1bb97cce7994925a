import Glibc
import JSONText
import LinuxRuntime
import TestSupport

/// A real CalDAV server, our tasks on one side of it, and todoman's on the other.
final class CalDAVTrial {
  let home = TaskHome()
  private let venv: PeerVenv
  private let folder = TemporaryFolder()
  private let server: ChildProcess

  init(_ venv: PeerVenv) async throws {
    self.venv = venv
    let port = try FreePort.take()
    try Files.makeFolder(folder("other/list"))
    try Files.makeFolder(home.folder("tasks/list"))
    try Files.replace(
      folder("radicale"),
      with: Array(
        """
        [server]
        hosts = 127.0.0.1:\(port)
        [auth]
        type = none
        [rights]
        type = owner_only
        [storage]
        filesystem_folder = \(folder("server"))
        """.utf8))
    for (name, path) in [("ours", home.folder("tasks")), ("other", folder("other"))] {
      try Files.replace(folder("\(name).conf"), with: Array(Self.pair(path, port, folder("\(name)-status")).utf8))
    }
    try Files.replace(
      folder("todoman.py"),
      with: Array(
        "path = '\(folder("other"))/*'\ncache_path = '\(folder("cache"))'\ndefault_list = 'list'\n".utf8))
    server = try ChildProcess.start(
      venv.program("python3").path, ["-m", "radicale", "--config", folder("radicale")], output: .nothing,
      errors: .nothing)
    guard await eventually(within: .seconds(60), { Self.isUp(port) }) else {
      throw TrialFault(description: "radicale does not come up")
    }
  }

  deinit {
    server.signal(SIGTERM)
    server.wait()
  }

  private static func isUp(_ port: UInt16) -> Bool {
    (try? Listener(port: port, target: "/", reads: false)) != nil
  }

  private static func pair(_ path: String, _ port: UInt16, _ status: String) -> String {
    """
    [general]
    status_path = "\(status)"
    [pair tasks]
    a = "files"
    b = "server"
    collections = ["list"]
    [storage files]
    type = "filesystem"
    path = "\(path)"
    fileext = ".ics"
    [storage server]
    type = "caldav"
    url = "http://127.0.0.1:\(port)/user/"
    username = "user"
    password = "any"
    item_types = ["VTODO"]
    """
  }

  /// Brings our folder and the server together.
  func sync(discovers: Bool = false) throws {
    if discovers { try vdirsyncer("ours", "discover") }
    try vdirsyncer("ours", "sync")
  }

  /// Brings the other computer's folder and the server together.
  func syncOther() throws { try vdirsyncer("other", "sync") }

  private func vdirsyncer(_ name: String, _ command: String) throws {
    let outcome = try venv.program("vdirsyncer").run(
      ["-c", folder("\(name).conf"), command], input: Array("y\ny\ny\n".utf8))
    guard outcome.exitCode == 0 else { throw TrialFault(description: "vdirsyncer \(command): \(outcome.errors)") }
  }

  /// Says something to todoman on the other computer, after it has fetched what is there.
  @discardableResult
  func todoman(_ arguments: String...) throws -> String {
    let outcome = try venv.program("todo").run(["--config", folder("todoman.py")] + arguments)
    guard outcome.exitCode == 0 else { throw TrialFault(description: "todo \(arguments): \(outcome.errors)") }
    return outcome.output
  }

  /// The number by which todoman knows a task.
  func todomanID(of summary: String) throws -> String {
    try vdirsyncer("other", "discover")
    try syncOther()
    let listed = try JSONDocument(todoman("--porcelain", "list")).root.array ?? []
    guard let id = listed.first(where: { $0["summary"]?.string == summary })?["id"]?.integer else {
      throw TrialFault(description: "todoman does not see \(summary)")
    }
    return String(id)
  }

  /// The texts of the other computer's files.
  func otherFiles() throws -> [String] {
    try Folder.files(below: folder("other"), ending: ".ics").map {
      String(decoding: try Files.read(folder("other/\($0)")), as: UTF8.self)
    }
  }
}
