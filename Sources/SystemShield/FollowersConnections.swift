internal import CLinux
import Glibc
import LinuxRuntime
import SiteRules

/// The open connections of programs that follow this service's proxy script, and how they end without rights.
///
/// A program that sees the script goes on with what it had connected before. Programs of the same person may borrow each other's
/// descriptors (pidfd_getfd(2)) unless this computer's rules forbid it, and what is borrowed can be shut. A browser opens what it still
/// needs again, and then goes the way that the script says.
struct FollowersConnections {
  /// Programs whose connections of before were ended.
  private var done: Set<Int32> = []
  private let note: String

  /// - Parameter note: the file that says why some could not be, for whoever asks without a service.
  init(note: String) {
    self.note = note
  }

  /// Why some connections could not be ended; `nil` where all were.
  var fault: String? { (try? Files.read(note, limit: 1024)).map { String(decoding: $0, as: UTF8.self) } }

  /// Begins anew: whoever follows another script is seen to again.
  mutating func forget() {
    done = []
    _ = unsafe unlink(note)
  }

  /// Ends the connections to the web of all who are connected to the port at which the script lies, once for each of them.
  mutating func end(ofThoseConnectedTo door: UInt16) {
    for id in SocketTable.processes(connectedTo: door) where done.insert(id).inserted {
      do throws(SystemFault) {
        try Self.endConnections(of: id)
      } catch {
        try? Files.replace(note, with: Array("\(error.call): \(error.reason)".utf8))
      }
    }
  }

  private static func endConnections(of id: Int32) throws(SystemFault) {
    // Held before its connections are looked up, so that no other process can be meant by its number.
    let held = focuskey_process(id)
    // It ended meanwhile.
    guard held >= 0 else { return }
    let process = Descriptor(owning: held)
    for (number, link) in SocketTable.descriptors(of: id, connectedTo: isWebPort) {
      let borrowed = focuskey_process_borrow(process.number, number)
      guard borrowed >= 0 else {
        // The connection or its program ended meanwhile.
        if errno == EBADF || errno == ESRCH { continue }
        throw .last("pidfd_getfd", on: "process \(id)")
      }
      let connection = Descriptor(owning: borrowed)
      // The number may stand for something else by now.
      guard Files.target(of: "/proc/self/fd/\(borrowed)") == link else { continue }
      _ = shutdown(connection.number, Int32(SHUT_RDWR))
    }
  }
}
