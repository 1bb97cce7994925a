/// Why a file of tasks is rejected as a whole.
package struct TaskImportError: Error, Equatable, Sendable {
  /// The line in the file, counted from 1.
  package let line: Int
  /// The member, key or property that is wrong; empty for the whole line.
  package let part: String
  /// What is wrong, without a full stop.
  package let message: String

  package init(line: Int, part: String = "", message: String) {
    self.line = line
    self.part = part
    self.message = message
  }
}
