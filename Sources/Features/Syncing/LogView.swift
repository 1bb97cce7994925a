internal import FocusPorts
internal import LinuxRuntime
internal import SQLiteLog

/// The log as one round reads it: opened when it is first needed, once, since a person on another device waits for the
/// round.
final class LogView {
  private let path: String
  private var reader: LogReader?

  init(_ path: String) { self.path = path }

  /// Whether there is a log.
  var isThere: Bool { reader != nil || Files.exists(path) }

  /// The facts after a number as they are written, oldest first.
  func bodies(after number: Int64, most: Int) throws(LogError) -> [(number: Int64, text: String)] {
    if reader == nil { reader = try LogReader(path: path, isChecked: false) }
    return try reader?.bodies(after: number, most: most) ?? []
  }

  /// Ends the round: the next one finds what is at the path then.
  func close() { reader = nil }
}
