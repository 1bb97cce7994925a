import Glibc

/// A program that shows a long text page by page. It belongs to the person: one that is missing, breaks or is left
/// early is not an error of ours.
struct Pager {
  private let path: String
  private let arguments: [String]
  private let environment: [String]?

  /// The person's pager (`$PAGER`), else less where it is installed; `nil` where there is none.
  init?(_ surroundings: ProcessContext) {
    if let line = surroundings.variable("PAGER") {
      // It may have arguments of its own, so a shell reads it, as it does for git and man.
      path = "/bin/sh"
      arguments = ["-c", line]
      // Less is told what is usual for texts with colours, unless the person told it something.
      environment = surroundings.variable("LESS") == nil ? Environment.lines + ["LESS=RFX"] : nil
    } else if let less = Self.find("less", surroundings) {
      path = less
      arguments = ["-R", "-F", "-X"]
      environment = nil
    } else {
      return nil
    }
  }

  init?(_ name: String, _ arguments: [String], _ surroundings: ProcessContext) {
    guard let path = Self.find(name, surroundings) else { return nil }
    self.path = path
    self.arguments = arguments
    environment = nil
  }

  private static func find(_ name: String, _ surroundings: ProcessContext) -> String? {
    let folders = (surroundings.variable("PATH") ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { Files.exists($0) }
  }

  /// Waits until the person has seen enough; returns `false` if nothing could be shown.
  func show(_ text: String) -> Bool {
    do throws(SystemError) {
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      let writing = Descriptor(owning: pipe.writing)
      let child = try ChildProcess.start(path, arguments, environment: environment, input: .descriptor(source.number))
      _ = consume source
      // Control-C is the pager's, and it may be left before it has the whole text.
      let interrupt = signal(SIGINT, SIG_IGN)
      let broken = signal(SIGPIPE, SIG_IGN)
      defer {
        signal(SIGINT, interrupt)
        signal(SIGPIPE, broken)
      }
      try? Files.write(text.utf8, to: writing.number)
      _ = consume writing
      return ![126, 127].contains(child.wait())
    } catch {
      return false
    }
  }
}

extension CommandContext {
  /// Answers with a text that may be long: on a terminal that is too small for it, a pager shows it.
  package func answerInPages(_ answer: some PrintedAnswer) throws(Failure) {
    guard let terminal else { return try self.answer(answer) }
    try writeInPages(answer.screen(terminal) + "\n")
  }

  package func writeInPages(_ text: String) throws(Failure) {
    try output.writeInPages(text, on: terminal, surroundings)
  }
}

extension Output {
  func writeInPages(
    _ text: String, on terminal: TerminalStyle?, _ surroundings: ProcessContext
  ) throws(Failure) {
    if let terminal, terminal.rows(of: text) >= terminal.rows, let pager = Pager(surroundings) {
      try flush()
      if pager.show(text) { return }
    }
    try write(text.utf8)
  }
}

extension TerminalStyle {
  /// How many rows a text needs; escape sequences do not count.
  func rows(of text: String) -> Int {
    var rows = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      var columns = 0
      var isCode = false
      for octet in line.utf8 {
        if isCode {
          isCode = octet != UInt8(ascii: "m")
        } else if octet == 0x1B {
          isCode = true
        } else if octet & 0xC0 != 0x80 {
          columns += 1
        }
      }
      rows += max(1, (columns + self.columns - 1) / self.columns)
    }
    return rows
  }
}
