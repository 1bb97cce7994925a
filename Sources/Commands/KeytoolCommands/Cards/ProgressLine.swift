internal import CommandShell
import Glibc

/// The progress line during a wait; off a terminal, only lines worth keeping are printed.
struct ProgressLine: Sendable {
  private let descriptor: Int32
  private let isTerminal: Bool
  private let terminal: TerminalStyle?

  init(_ context: CommandContext) {
    descriptor = context.surroundings.error
    isTerminal = isatty(descriptor) == 1
    terminal = context.errorTerminal
  }

  func show(_ text: String) {
    if isTerminal { write("\r\u{1B}[K\(oneLine(text))") }
  }

  /// Prints a line that stays.
  func keep(_ text: String) {
    // Without the program's name in front: that is the mark of an error.
    write((isTerminal ? "\r\u{1B}[K" : "") + oneLine(text) + "\n")
  }

  /// Says how many of several cards are done; a terminal shows it as a bar.
  func keep(_ done: Int, of count: Int) {
    let words = "\(done) of \(count) done"
    guard let terminal else { return keep(words) }
    let bar = terminal.bar(Double(done) / Double(count), columns: max(4, min(30, terminal.columns - 20)), .accent(0))
    write("\r\u{1B}[K\(bar) \(words)\n")
  }

  func clear() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    do throws(SystemError) {
      try Files.write(text.utf8, to: descriptor)
    } catch {
      // Nobody looks any longer; the work goes on.
    }
  }
}
