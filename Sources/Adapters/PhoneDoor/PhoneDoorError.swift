import Glibc
package import LinuxRuntime

/// Why a phone cannot be paired now.
package enum PhoneDoorError: Error, Equatable, Sendable {
  /// Another port was wanted, and phones are paired at this one.
  case pairedElsewhere(UInt16)
  /// The phones cannot be written down.
  case notKept(SystemError)
  /// The port cannot be listened on.
  case closed(SystemError, port: UInt16)
  /// What is kept of phones cannot be read.
  case unreadable(path: String, reason: String)

  /// What is wrong, and what to do.
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
