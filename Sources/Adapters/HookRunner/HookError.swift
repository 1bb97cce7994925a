package import LinuxRuntime

package enum HookError: Error, Equatable, Sendable {
  case noProgram(String)
  case notStarted(SystemError)
  /// The exit code, or 128 plus the number of the signal that ended it.
  case ended(Int32)
  /// It exceeded its limit in milliseconds and was ended, with all that it started.
  case tookTooLong(Int64)
  case refused(status: Int)
  /// Unreachable, in the library's words.
  case unreachable(String)

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
