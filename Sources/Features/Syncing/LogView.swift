internal import FocusPorts
internal import LinuxRuntime
internal import SQLiteLog

/// The log as one round reads it, opened once on demand: a person may wait for the round.
final class LogView {
  private let path: String
  private var reader: LogReader?

  init(_ path: String) { self.path = path }

  var isThere: Bool { reader != nil || Files.exists(path) }

  /// Returns the facts after a number as they are written, oldest first.
  func bodies(after number: Int64, most: Int) throws(LogError) -> [(number: Int64, text: String)] {
    if reader == nil { reader = try LogReader(path: path, isChecked: false) }
    return try reader?.bodies(after: number, most: most) ?? []
  }

  /// Ends the round: the next one opens what is at the path then.
  func close() { reader = nil }
}
