import Glibc
import LinuxRuntime
import TestSupport

/// The way to pcscd as systemd and polkit make it: the first connection starts pcscd, which then hangs up on everybody
/// until polkit has started, and asks polkit about each connection afterwards.
///
/// Debian 12's pcscd is built without polkit, so what polkit costs is made here, and pcscd is real.
package final class PCSCDoor: Sendable {
  private let folder = TemporaryFolder()
  private let listening: Int32

  /// What a client needs in its environment to find it.
  package var socketPath: String { folder("pcscd.comm") }

  /// Opens the door of a pcscd that is down.
  ///
  /// - Parameters:
  ///   - refusal: how long everybody is hung up on, in milliseconds from the first connection.
  ///   - question: how long each connection waits to be let in, in milliseconds.
  ///   - started: called when pcscd was started.
  package init(
    _ daemon: PrivatePCSCD, refusal: UInt32 = 0, question: UInt32 = 0, started: @escaping @Sendable () -> Void = {}
  ) throws {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    listening = socket
    try SocketPath(folder("pcscd.comm")).bind(socket)
    guard listen(socket, 16) == 0 else { throw SystemError.last("listen", on: socketPath) }
    startThread(named: "pcscd's door") {
      var opening: Int64?
      while true {
        let connection = accept(socket, nil, nil)
        if connection < 0 { return }
        // Or pcscd would hold the connection that started it.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        if opening == nil {
          opening = SinceBoot.milliseconds + Int64(refusal)
          try? daemon.start()
          started()
        }
        if let opening, SinceBoot.milliseconds < opening {
          close(connection)
        } else {
          startThread(named: "pcscd's guest") {
            usleep(question * 1000)
            Self.lead(connection, to: daemon.socketPath)
          }
        }
      }
    }
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
  }

  /// Carries what the two say to each other until one of them hangs up.
  private static func lead(_ connection: Int32, to path: String) {
    let client = Descriptor(owning: connection)
    let server = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    guard (try? SocketPath(path).connect(server.number)) != nil else { return }
    while true {
      var ends = [
        pollfd(fd: client.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server.number, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&ends, 2, -1) > 0 else { return }
      if ends[0].revents != 0, !carry(from: client.number, to: server.number) { return }
      if ends[1].revents != 0, !carry(from: server.number, to: client.number) { return }
    }
  }

  private static func carry(from source: Int32, to target: Int32) -> Bool {
    var octets = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(source, &octets, octets.count, 0)
    var sent = 0
    while sent < count {
      let some = unsafe octets.withUnsafeBytes { bytes in
        unsafe send(target, bytes.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
      }
      if some < 0 { return false }
      sent += some
    }
    return count > 0
  }
}
