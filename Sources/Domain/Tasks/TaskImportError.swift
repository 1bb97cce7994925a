/// Why a file of tasks is not taken in. Nothing of it is.
package struct TaskImportError: Error, Equatable, Sendable {
  /// The line in the file, counted from 1.
  package let line: Int
  /// The member, key or property that is wrong; empty for the whole line.
  package let part: String
  /// What is wrong, without a full stop.
  package let message: String

  /// A fault at a line.
  package init(line: Int, part: String = "", message: String) {
    self.line = line
    self.part = part
    self.message = message
  }
}
