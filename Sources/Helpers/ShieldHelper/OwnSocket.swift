internal import CLinux
import Glibc
import LinuxRuntime

/// The socket that the helper made itself, and takes away again when it is told to end.
struct OwnSocket {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Listens at a path, in place of a dead helper.
  static func listen(at path: String) throws(SystemError) -> Descriptor {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      _ = unsafe mkdir(String(path[..<slash]), 0o755)
    }
    let number = unsafe focuskey_listen(path)
    guard number >= 0 else { throw .last("listen", on: path) }
    return Descriptor(owning: number)
  }

  /// The socket that was made at a path; `nil` if it is gone already.
  init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Waits on a thread of its own for the word to end; the rest goes with the process.
  ///
  /// Before any other thread begins, because that one would be woken instead.
  func removeAtEnd() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT] { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    startThread(named: "end") {
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      for signal in [SIGTERM, SIGINT] { unsafe sigaddset(&signals, signal) }
      var signal: Int32 = 0
      while unsafe sigwait(&signals, &signal) != 0 {}
      remove()
      _exit(0)
    }
  }

  /// Removes the socket, unless another one has replaced it.
  private func remove() {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
    _ = unsafe unlink(path)
  }
}
