internal import CLinux
import Glibc
import LinuxRuntime
import ShieldProtocol
import WebFilter

/// Takes down every shield of this computer, whatever state the helper, the service or its database is in.
///
/// It may run at any time and as often as anybody likes. Nothing of another program's is touched.
package enum ShieldRemoval {
  package struct Remainder: Sendable {
    /// The names of the system's parts that would not go.
    package var left: [String] = []
    /// The people whose frozen apps and desktop settings did not come back in time, by their ids.
    package var unanswered: [UInt32] = []
  }

  /// Clears everything, as root, in less than half a minute.
  ///
  /// - Parameters:
  ///   - endingHelper: whether a helper that lets go is ended too, and its socket taken away, because it is about to be
  ///     removed.
  ///   - thaw: a program of FocusKey and its arguments, which is run as each person who is logged in, to let their apps
  ///     go on and to bring their desktop's settings and entries back.
  package static func run(
    helper path: String = ShieldSocket.path, endingHelper: Bool = false, thaw: [String]
  ) -> Remainder {
    if !askHelper(path) || endingHelper { endHelper(path) }
    if endingHelper {
      _ = unsafe unlink(path)
      if let slash = path.lastIndex(of: "/") { _ = unsafe rmdir(String(path[..<slash])) }
    }
    var remainder = Remainder()
    if WebFilter.removeLeftover() { remainder.left.append("the table inet focuskey") }
    remainder.unanswered = PersonalRemoval.thawAll(with: thaw)
    return remainder
  }

  /// Asks the helper to let go; `false` when it cannot or does not answer in time.
  private static func askHelper(_ path: String) -> Bool {
    let helper: Descriptor
    // Without a helper nothing is held.
    do throws(SystemError) { helper = try .connected(to: path) } catch { return error.meansNobody }
    var wait = timeval(tv_sec: 2, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe setsockopt(helper.number, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
    }
    let request = Array("\(ShieldRequest.clear.line)\n".utf8)
    guard (try? Files.write(request, to: helper.number)) != nil else { return false }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(helper.number, &buffer, buffer.count)
    return count > 0 && buffer[..<count].starts(with: "\(ShieldAnswer.done.line)\n".utf8)
  }

  /// Ends a helper that does not answer; with it goes all it holds. The program that watches over it starts a new one,
  /// which holds nothing.
  private static func endHelper(_ path: String) {
    guard let connection = try? Descriptor.connected(to: path) else { return }
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
