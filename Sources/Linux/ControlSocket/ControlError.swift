package import LinuxRuntime

package enum ControlError: Error, Equatable, Sendable {
  /// The path does not fit into a socket address (unix(7): 108 octets with the closing zero).
  case pathTooLong(path: String, octets: Int, limit: Int)
  case nobodyThere(path: String)
  case hungUp
  case noAnswer(seconds: Int)
  /// Nobody reads the output any more to which the answer would be written.
  case nobodyReads
  case answerTooLong
  case system(SystemError)
}

extension ControlError {
  /// sun_path holds 108 octets, one of them the closing zero.
  private static let longestPath = 107

  /// Throws if the path does not fit into a socket's address.
  package static func check(path: String) throws(ControlError) {
    guard path.utf8.count <= longestPath else {
      throw .pathTooLong(path: path, octets: path.utf8.count, limit: longestPath)
    }
  }
}
