package import LinuxRuntime

/// Why a display server cannot be watched.
package enum ScreenError: Error, Equatable, Sendable {
  /// A library is missing; the value names its package.
  case noLibrary(String)
  case noServer(String)
  /// It hung up, or did not answer in time.
  case lost
  case system(SystemError)
  case nonsense

  package var words: String {
    switch self {
    case .noLibrary(let package): "the library is missing; install it with: sudo apt install \(package)"
    case .noServer(let name): "\(name) cannot be reached"
    case .lost: "the connection was lost"
    case .system(let fault): "\(fault.call): \(fault.reason)"
    case .nonsense: "its answer is not valid"
    }
  }
}
