import Glibc

/// How far work is, on standard error and on a terminal only. Work that takes less than a second shows nothing.
package final class ProgressBar {
  private let work: String
  private let total: Int?
  private let descriptor: Int32
  private let style: TerminalStyle?
  private let began = ContinuousClock.now
  private var isSilent = false
  private var drawn: ContinuousClock.Instant?

  private static let patience = Duration.seconds(1)
  /// Often enough to be seen moving; a terminal over the network has better things to do.
  private static let pause = Duration.milliseconds(100)

  /// `work` is a phrase such as "importing"; `total` is `nil` where it is not known.
  package init(_ work: String, total: Int? = nil, _ context: CommandContext) {
    self.work = work
    self.total = total
    descriptor = context.surroundings.error
    style = TerminalStyle(descriptor, context.surroundings)
  }

  /// For work through the octets of a descriptor. Where a person types them, or sees the answers come, nothing more
  /// needs to be shown.
  convenience init(reading descriptor: Int32, _ context: CommandContext) {
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    self.init("reading", total: isKnown ? Int(status.st_size) : nil, context)
    if isatty(descriptor) == 1 || isatty(context.outputDescriptor) == 1 && !isKnown { isSilent = true }
  }

  /// `unit` is what is counted without a total, such as "lines".
  package func note(_ done: Int, _ unit: String = "lines") {
    guard let style, !isSilent else { return }
    let now = ContinuousClock.now
    guard now - began >= Self.patience, now - (drawn ?? began) >= Self.pause else { return }
    drawn = now
    if let total, total > 0 {
      let part = min(1, Double(done) / Double(total))
      let bar = style.bar(part, columns: max(4, min(30, style.columns - work.count - 10)), .accent(0))
      write("\r\u{1B}[K\(oneLine(work)) \(bar) \(Int(part * 100)) %")
    } else {
      write("\r\u{1B}[K\(oneLine(work)): \(done) \(unit)")
    }
  }

  /// Removes the bar; what is printed next begins on an empty line.
  package func clear() {
    guard drawn != nil else { return }
    drawn = nil
    write("\r\u{1B}[K")
  }

  deinit {
    clear()
  }

  private func write(_ text: String) {
    writeText(text, to: descriptor)
  }
}
