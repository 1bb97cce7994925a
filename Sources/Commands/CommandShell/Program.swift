import Glibc
package import Languages

/// A program: its declaration, and the commands behind it.
///
/// Declaring a hundred commands takes longer than what one of them does. The whole is declared when it is asked for: by
/// help, by the manual, by a line that is wrong.
package struct Program: Sendable {
  package static let json = Flag("json", "answer as JSON, one object per line")

  package let name: String
  /// What `--version` prints after the name.
  package let version: String
  private let commands: @Sendable () -> [ProgramCommand]
  private let often: @Sendable (String) -> ProgramCommand?
  private let declaration: @Sendable (_ commands: [ProgramCommand], _ isWhole: Bool) -> ProgramSpec
  private let speech: Speaking

  /// Chooses how to speak to a person; a command line that was not understood gives `nil`.
  package typealias Speaking = @Sendable (Invocation?, ProcessContext) -> Speech

  /// Declares a program from its commands; `completion` and `manual` come with it, and so do the exit codes in the
  /// manual.
  ///
  /// - Parameters:
  ///   - name: the word that calls it.
  ///   - writtenName: the name by which its examples call it, if it goes by another here.
  ///   - version: what `--version` prints behind the name.
  ///   - date: the day of this version, for the manual, for example `November 21, 2026`.
  ///   - abstract: one line on what it is for.
  ///   - discussion: paragraphs for the reader who wants more.
  ///   - commands: what it can do.
  ///   - often: commands that bars, cards and scripts run, by name; each is declared without the others.
  ///   - wordLists: words that completion asks the running program for.
  ///   - listings: further parts of the manual.
  ///   - digest: the short forms of help, where the program has many commands.
  ///   - slips: words that people try and that are not commands, with what leads on.
  ///   - speech: what a person is spoken to in; English if nothing is said.
  ///   - globals: options that go with every command, beside `--json` and `--help`.
  package init(
    _ name: String, writtenAs writtenName: String? = nil, version: String, date: String, _ abstract: String,
    discussion: String = "", commands: @autoclosure @escaping @Sendable () -> [ProgramCommand],
    often: @escaping @Sendable (String) -> ProgramCommand? = { _ in nil },
    wordLists: @autoclosure @escaping @Sendable () -> [WordList] = [],
    listings: @autoclosure @escaping @Sendable () -> [ProgramSpec.Listing] = [],
    digest: @autoclosure @escaping @Sendable () -> ProgramSpec.Digest? = nil,
    slips: @autoclosure @escaping @Sendable () -> [String: String] = [:],
    speech: @escaping Speaking = { _, _ in .english },
    globals: @autoclosure @escaping @Sendable () -> [any Argument] = []
  ) {
    self.name = name
    self.version = version
    self.speech = speech
    self.often = often
    self.commands = {
      commands() + [completionCommand(of: name), manualCommand(of: name), wordsCommand(of: wordLists())]
    }
    declaration = { commands, isWhole in
      ProgramSpec(
        name, writtenAs: writtenName, version: version, date: date, abstract, discussion: discussion,
        commands: commands.map(\.spec), listings: isWhole ? listings() + [exitCodes] : [],
        digest: isWhole ? digest() : nil, slips: isWhole ? slips() : [:],
        globals: [globals(), Self.json])
    }
  }

  package var spec: ProgramSpec { declaration(commands(), true) }

  package func runAsProcess() async -> Never {
    // A reader that left shows as EPIPE where we write, instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    endOnInterrupt()
    let code = await run(Array(CommandLine.arguments.dropFirst()), in: .process).number
    // Everything is written by now. exit(3) would run the destructors of libraries under threads that nobody can call
    // back out of them: one that waits for a mute card returns into what libpcsclite's destructor has freed.
    _exit(code)
  }

  package func run(_ arguments: [String], in surroundings: ProcessContext) async -> ExitCode {
    let output = Output(surroundings.output)
    var said: Invocation?
    do throws(Failure) {
      let code = try await perform(arguments, in: surroundings, output, &said)
      try output.flush()
      return code
    } catch {
      let speech = error.isQuiet ? .english : speech(said, surroundings)
      return report(error, in: surroundings, output, asJSON: Self.asksForJSON(arguments), speech)
    }
  }

  private func perform(
    _ arguments: [String], in surroundings: ProcessContext, _ output: Output, _ said: inout Invocation?
  ) async throws(Failure) -> ExitCode {
    if let command = arguments.first.flatMap(often), case .run(let invocation)? = request(arguments, of: command) {
      said = invocation
      return try await run(invocation, of: [command], in: surroundings, output)
    }
    let commands = commands()
    let spec = declaration(commands, true)
    if spec.digest != nil, arguments.isEmpty {
      try output.write(HelpPage.brief(of: spec).utf8)
      return .done
    }
    switch try request(arguments, of: spec) {
    case .version:
      try output.write("\(name) \(version)\n".utf8)
      return .done
    case .help(let path):
      let terminal = TerminalStyle(output.descriptor, surroundings)
      let page = HelpPage.text(of: spec, path: path, isWhole: arguments.contains("--all"))
      try output.writeInPages(page, on: terminal, surroundings)
      return .done
    case .run(let invocation):
      said = invocation
      return try await run(invocation, of: commands, in: surroundings, output)
    }
  }

  private func run(
    _ invocation: Invocation, of commands: [ProgramCommand], in surroundings: ProcessContext, _ output: Output
  ) async throws(Failure) -> ExitCode {
    guard let action = action(for: invocation.command, of: commands) else { return .usage }
    return try await action(
      CommandContext(
        invocation: invocation, program: self, surroundings: surroundings, output: output,
        speech: invocation[Self.json] ? .english : speech(invocation, surroundings)))
  }

  private func request(_ arguments: [String], of spec: ProgramSpec) throws(Failure) -> ParsedCommandLine {
    do throws(UsageError) {
      return try spec.parse(arguments)
    } catch {
      throw error.failure(in: spec)
    }
  }

  /// `nil` if anything is wrong: that is for the whole program to explain, which knows all commands.
  private func request(_ arguments: [String], of command: ProgramCommand) -> ParsedCommandLine? {
    try? declaration([command], false).parse(arguments)
  }

  private func action(for path: [String], of commands: [ProgramCommand]) -> ProgramCommand.Action? {
    var candidates = commands
    for word in path {
      guard let command = candidates.first(where: { command in command.spec.name == word }) else { return nil }
      switch command.role {
      case .action(let action): return action
      case .group(let inner): candidates = inner
      }
    }
    return nil
  }

  private func report(
    _ failure: Failure, in surroundings: ProcessContext, _ output: Output, asJSON: Bool, _ speech: Speech
  ) -> ExitCode {
    guard !failure.isQuiet else { return failure.exitCode }
    do throws(Failure) {
      if asJSON { try output.write((failure.json.text + "\n").utf8) }
      try output.flush()
    } catch {
      // The reader of the output is gone; the line on standard error is still worth saying.
    }
    let line = spec.asCalled(failure.line(program: name, speech))
    let mark = "\(name):"
    guard let terminal = TerminalStyle(surroundings.error, surroundings) else {
      writeText(line + "\n", to: surroundings.error)
      return failure.exitCode
    }
    let excerpt = failure.excerpt.enumerated().map { index, text in
      "    \(index == 0 ? text : terminal.paint(text, .bad))\n"
    }
    writeText(terminal.paint(mark, .bad) + line.dropFirst(mark.count) + "\n" + excerpt.joined(), to: surroundings.error)
    return failure.exitCode
  }

  /// Whether a command line, even one that cannot be understood, asks for JSON.
  private static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { argument in argument != "--" }.contains("--" + json.spec.name)
  }
}

extension CommandContext {
  package func require<Value>(_ operand: Operand<Value>) throws(Failure) -> Value {
    try usage { invocation throws(UsageError) in try invocation.require(operand) }
  }

  package func require<Value>(_ option: Option<Value>) throws(Failure) -> Value {
    try usage { invocation throws(UsageError) in try invocation.require(option) }
  }

  package func refuse(_ first: String, with second: String) throws(Failure) {
    try usage { invocation throws(UsageError) in throw invocation.conflict(first, second) }
  }

  /// Runs `body` and turns its error into a failure of usage.
  package func usage<Value>(_ body: (Invocation) throws(UsageError) -> Value) throws(Failure) -> Value {
    do throws(UsageError) {
      return try body(invocation)
    } catch {
      throw error.failure(in: program.spec)
    }
  }
}

/// Ctrl-C ends the program with the exit code that is documented for it. A command with something to clean up watches
/// the signal itself.
nonisolated private func endOnInterrupt() {
  let previous = signal(SIGINT) { _ in _exit(ExitCode.interrupted.number) }
  // Started in the background by a shell without job control, the program is not meant to hear Ctrl-C. Swift compares
  // no C function pointers, so their addresses are.
  let wasIgnored = unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  if wasIgnored { signal(SIGINT, SIG_IGN) }
}

private let exitCodes = ProgramSpec.Listing(
  "EXIT STATUS",
  [
    ("0", "done, or yes"),
    ("1", "no: no match, errors found, or refused by a rule"),
    ("64", "wrong usage"),
    ("65", "invalid data"),
    ("66", "no such input"),
    ("69", "not available: no reader, or no service"),
    ("74", "the card was removed, or reading or writing failed"),
    ("75", "timed out; try again"),
    ("77", "not allowed"),
    ("130", "interrupted"),
  ])
