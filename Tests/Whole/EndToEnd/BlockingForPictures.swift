import Glibc
import LinuxRuntime
import TestSupport

/// The privileged helper in a network and with mounts of its own, so that the pages of a service say truthfully that
/// something is blocked while nothing on this computer is.
final class BlockingForPictures {
  private let folder = TemporaryFolder()
  private let helper: ChildProcess
  private let program: BuiltProgram
  /// Who the service is: orders are a person's, not root's.
  private static let person = 1000

  init() throws {
    try Files.makeFolder(folder("run"))
    let program = BuiltProgram.focuskey
    let start = """
      mount --make-rprivate / && ip link set lo up && mkdir -p /run/focuskey &&
      mount --bind '\(folder("run"))' /run/focuskey && exec '\(program.path)-shield'
      """
    helper = try ChildProcess.start("/usr/bin/unshare", ["-n", "-m", "/bin/sh", "-c", start], output: .nothing)
    let asPerson = """
      #!/bin/sh
      exec setpriv --reuid \(Self.person) --regid \(Self.person) --clear-groups '\(program.path)' "$@"
      """
    try Files.replace(folder("focuskey"), with: Array(asPerson.utf8))
    guard unsafe chmod(folder("focuskey"), 0o755) == 0, unsafe chmod(folder("run"), 0o755) == 0,
      unsafe chmod(folder.path, 0o755) == 0
    else {
      throw SystemError.last("chmod")
    }
    self.program = BuiltProgram(at: folder("focuskey"))
    for _ in 0..<100 where !Files.exists(folder("run/shield.sock")) { usleep(50_000) }
  }

  /// Makes the person the owner of a folder and what is in it.
  func give(_ folder: String) throws {
    _ = try BuiltProgram(at: "/bin/chown").run(["-R", "\(Self.person)", folder])
  }

  /// A service of the person's that has this helper.
  func service(home: String) throws -> RunningService {
    try RunningService(
      home: home, program: program,
      environment: [
        "TZ": "UTC", "FOCUSKEY_SHIELD": folder("run/shield.sock"), "HOME": home, "XDG_DATA_HOME": "\(home)/share",
      ])
  }

  deinit {
    helper.signal(SIGTERM)
    helper.wait()
  }
}
