package import LinuxRuntime

/// Why a hook did not do what it was called for.
package enum HookError: Error, Equatable, Sendable {
  /// There is no program of that name.
  case noProgram(String)
  /// The program could not be started.
  case notStarted(SystemError)
  /// The program ended with that exit code, or with 128 and the number of the signal that ended it.
  case ended(Int32)
  /// It took longer than it may, in milliseconds; the program and all that it started were ended.
  case tookTooLong(Int64)
  /// Anyone who was called answered with that status.
  case refused(status: Int)
  /// Anyone who was called could not be reached, in the words of the library.
  case unreachable(String)

  /// The failure for a person.
  package var sentence: String {
    switch self {
    case .noProgram(let name): "there is no program \u{201C}\(name)\u{201D}"
    case .notStarted(let fault): "it could not be started: \(fault.call): \(fault.reason)"
    case .ended(let code) where code > 128: "it was ended by signal \(code - 128)"
    case .ended(let code): "it ended with exit code \(code)"
    case .tookTooLong(let limit): "it took longer than \(limit) ms and was ended"
    case .refused(let status): "the answer was \(status)"
    case .unreachable(let reason): "no connection: \(reason)"
    }
  }
}
