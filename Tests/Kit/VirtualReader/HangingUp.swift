import Glibc
import LinuxRuntime
import TestSupport

/// Takes connections at pcscd's place and hangs up on them before it has read a word: what a pcscd with polkit does
/// with users whom it refuses.
///
/// Debian 12's pcscd is built without polkit, so that the refusal itself is what can be made of it.
package final class HangingUp: Sendable {
  private let folder = TemporaryFolder()
  private let listening: Int32

  /// What a client needs in its environment to find it.
  package var socketPath: String { folder("pcscd.comm") }

  package init() throws {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    listening = socket
    try SocketPath(folder("pcscd.comm")).bind(socket)
    guard listen(socket, 16) == 0 else { throw SystemError.last("listen", on: socketPath) }
    startThread(named: "hanging up") {
      while true {
        let connection = accept(socket, nil, nil)
        if connection < 0 { return }
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
  }
}
