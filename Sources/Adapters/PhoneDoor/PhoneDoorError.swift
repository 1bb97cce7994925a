import Glibc
package import LinuxRuntime

package enum PhoneDoorError: Error, Equatable, Sendable {
  /// Phones are paired at this port, but another one was requested.
  case pairedElsewhere(UInt16)
  case notKept(SystemError)
  case closed(SystemError, port: UInt16)
  case unreadable(path: String, reason: String)

  package var sentence: String {
    switch self {
    case .pairedElsewhere(let port): "phones are paired at port \(port): leave --port out, or revoke them first"
    case .notKept(let error): "phones cannot be saved: \(error.subject): \(error.reason)"
    case .closed(let error, let port) where error.code == EADDRINUSE:
      "port \(port) for phones is in use: choose another with --port"
    case .closed(let error, let port):
      "port \(port) for phones cannot be opened: \(error.subject): \(error.reason)"
    case .unreadable(let path, let reason): "phones must be paired again: \(path) cannot be read: \(reason)"
    }
  }
}
