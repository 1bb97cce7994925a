internal import CLinux
import Glibc
import LinuxRuntime
import RunningApps
public import ShieldProtocol
import WebFilter

/// Takes down every shield of this computer, whatever state the helper, the service or its database is in.
///
/// It may run at any time and as often as anybody likes. Nothing of another program's is touched.
public enum ShieldRemoval {
  /// Clears everything, as root; the names of what would not go.
  ///
  /// - Parameters:
  ///   - endingHelper: whether a helper that lets go is ended too, and its socket taken away, because it is about to be
  ///     removed.
  ///   - program: the program `focuskey`, which is run as each person who is logged in, to bring their desktop's
  ///     settings and entries
  ///     back (`shield thaw`); without it those come back when their service starts again.
  public static func run(
    helper path: String = ShieldSocket.path, endingHelper: Bool = false, program: String? = nil
  ) -> [String] {
    if !askHelper(path) || endingHelper { endHelper(path) }
    if endingHelper {
      _ = unsafe unlink(path)
      if let slash = path.lastIndex(of: "/") { _ = unsafe rmdir(String(path[..<slash])) }
    }
    var left: [String] = []
    if WebFilter.removeLeftover() { left.append("the table inet focuskey") }
    if let program { thaw(with: program) }
    // What those could not do themselves is done for them.
    for note in notes() {
      var running = RunningApplications(note: note)
      running.releaseAll()
    }
    return left
  }

  /// Has each person's own things brought back by their own rights: root follows nobody's links in their home.
  private static func thaw(with program: String) {
    for name in Folder.names(in: "/run/user") {
      guard let user = UInt32(name), user != 0, let account = unsafe getpwuid(user) else { continue }
      let home = unsafe String(cString: account.pointee.pw_dir)
      let group = unsafe account.pointee.pw_gid
      let surroundings = [
        "HOME=\(home)", "PATH=/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR=/run/user/\(user)",
        "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/\(user)/bus",
      ]
      let rights = ["--reuid", "\(user)", "--regid", "\(group)", "--clear-groups"]
      guard
        let child = try? ChildProcess.start(
          "/usr/bin/setpriv", rights + [program, "shield", "thaw"], environment: surroundings, output: .nothing,
          errors: .nothing)
      else { continue }
      wait(for: child)
    }
  }

  /// Waits for a program of somebody else's rights, which may hang, no longer than anybody wants to.
  private static func wait(for child: ChildProcess) {
    let held = focuskey_process(child.id)
    if held >= 0 {
      let process = Descriptor(owning: held)
      var waiting = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, 5000) == 0 { child.signal(SIGKILL) }
    }
    child.wait()
  }

  /// Where services note what they froze: below each person's runtime folder.
  private static func notes() -> [String] {
    Folder.names(in: "/run/user").map { "/run/user/\($0)/focuskey/frozen" }.filter { Files.exists($0) }
  }

  /// Asks the helper to let go; `false` when it cannot or does not answer in time.
  private static func askHelper(_ path: String) -> Bool {
    let number = unsafe focuskey_connect(path)
    // Without a helper nothing is held.
    guard number >= 0 else { return errno == ENOENT || errno == ECONNREFUSED }
    let helper = Descriptor(owning: number)
    var wait = timeval(tv_sec: 2, tv_usec: 0)
    unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let request = Array("\(ShieldRequest.clear.line)\n".utf8)
    guard (try? Files.write(request, to: helper.number)) != nil else { return false }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(helper.number, &buffer, buffer.count)
    return count > 0 && buffer[..<count].starts(with: "\(ShieldAnswer.done.line)\n".utf8)
  }

  /// Ends a helper that does not answer; with it goes all it holds. Whoever watches over it starts a new one, which
  /// holds nothing.
  private static func endHelper(_ path: String) {
    let number = unsafe focuskey_connect(path)
    guard number >= 0 else { return }
    let connection = Descriptor(owning: number)
    var user: UInt32 = 0
    var process: Int32 = 0
    guard unsafe focuskey_peer(connection.number, &user, &process) == 0, user == 0, process > 1 else { return }
    let held = focuskey_process(process)
    guard held >= 0 else { return }
    let helper = Descriptor(owning: held)
    // By its name, so that a socket made by something else, such as systemd's own, ends nothing.
    guard let name = try? Files.read("/proc/\(process)/comm", limit: 64), name.starts(with: "focuskey-shield".utf8)
    else {
      return
    }
    _ = focuskey_process_signal(helper.number, SIGKILL)
    // The kernel takes down what it held while the process goes.
    var waiting = pollfd(fd: helper.number, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, 2000)
  }
}
