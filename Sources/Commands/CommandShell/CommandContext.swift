import Glibc
package import Languages

package struct CommandContext {
  package let invocation: Invocation
  package let program: Program
  package let surroundings: ProcessContext
  let output: Output
  /// What the person is spoken to in; answers for programs are the same in every language.
  package let speech: Speech

  package var wantsJSON: Bool { invocation[Program.json] }

  /// Where answers are written, for callers that want to know whether somebody still reads them.
  package var outputDescriptor: Int32 { output.descriptor }

  // MARK: Answering

  package func answer(_ answer: some PrintedAnswer) throws(Failure) {
    if wantsJSON {
      try output.write(answer.json.octets)
    } else {
      let text = terminal.map(answer.screen) ?? answer.text(in: speech)
      guard !text.isEmpty else { return }
      try output.write(text.utf8)
    }
    try output.write([UInt8(ascii: "\n")])
  }

  package func writeLine(_ answer: some PrintedAnswer) throws(Failure) {
    try write((wantsJSON ? answer.json.text : answer.text(in: speech)) + "\n")
  }

  package func writeLine(_ text: String, json: JSONValue) throws(Failure) {
    try write((wantsJSON ? json.text : speech.say(text)) + "\n")
  }

  /// Writes a text as it is, whatever form was asked for.
  package func write(_ text: String) throws(Failure) {
    try output.write(text.utf8)
  }

  package func write(octets: some Sequence<UInt8>) throws(Failure) {
    try output.write(octets)
  }

  /// Sends what was answered so far; a long-running command does so after each answer.
  package func flush() throws(Failure) {
    try output.flush()
  }

  /// Writes a line for the person to standard error, beside the answer.
  package func printNote(_ text: String) {
    writeText("\(program.name): \(oneLine(speech.say(text)))\n", to: surroundings.error)
  }

  // MARK: Input

  /// Reads a file to its end; `-` is standard input.
  package func read(file name: String, limit: Int = 16 << 20) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      guard name == "-" else { return try Files.read(surroundings.path(of: name), limit: limit) }
      let duplicate = dup(surroundings.input)
      guard duplicate >= 0 else { throw SystemError.last("dup", on: "standard input") }
      return try Files.read(Descriptor(owning: duplicate), named: "standard input", limit: limit)
    } catch {
      throw .reading(name == "-" ? "standard input" : name, error)
    }
  }

  /// Answers each line of standard input with one of JSON; a bad line does not end the command.
  package func answerEachLine(
    _ answer: (_ line: [UInt8]) throws(Failure) -> JSONValue
  ) throws(Failure) -> ExitCode {
    var output: [UInt8] = []
    var lines = InputLines(surroundings.input, output: self.output)
    try forEach(&lines, bar: ProgressBar(reading: surroundings.input, self)) { line throws(Failure) in
      output.removeAll(keepingCapacity: true)
      do throws(Failure) { try answer(line).write(into: &output) } catch { error.json.write(into: &output) }
      output.append(UInt8(ascii: "\n"))
      try write(octets: output)
    }
    return .done
  }

  /// Calls `body` with each line of a file, without its end; `-` is standard input. Only one line at a time is in
  /// memory.
  package func forEachLine(
    of name: String, longestLine: Int, _ body: (_ line: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var file: Descriptor?
    if name != "-" {
      file = try renaming({ Failure.reading(name, $0) }, Descriptor.open(surroundings.path(of: name), O_RDONLY))
    }
    let number = file?.number ?? surroundings.input
    var lines = InputLines(
      number, named: name == "-" ? "standard input" : name, output: output, longestLine: longestLine)
    try forEach(&lines, bar: ProgressBar(reading: number, self), body)
    _ = consume file
  }

  private func forEach(
    _ lines: inout InputLines, bar: ProgressBar, _ body: (_ line: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    while let line = try lines.read() {
      try body(line)
      bar.note(lines.octets, "bytes")
    }
    bar.clear()
  }

  /// Replaces a file whole.
  package func write(file name: String, _ content: [UInt8], mode: UInt32 = 0o644) throws(Failure) {
    try renaming({ Failure.writing(name, $0) }, Files.replace(surroundings.path(of: name), with: content, mode: mode))
  }
}

extension Failure {
  package static func reading(_ name: String, _ fault: SystemError) -> Failure {
    switch fault.code {
    case ENOENT, ENOTDIR:
      Failure(.noInput, kind: "no-such-file", what: "no such file", at: .text(name), advice: "check the name")
    case EISDIR:
      Failure(.noInput, kind: "is-a-folder", what: "this is a folder", at: .text(name), advice: "name a file")
    case EACCES, EPERM:
      Failure(
        .notAllowed, kind: "not-readable", what: "not allowed to read", at: .text(name), advice: "check its permissions"
      )
    case EFBIG:
      Failure(.badData, kind: "too-large", what: "the file is too large", at: .text(name), advice: "check the name")
    default:
      Failure(.brokenIO, kind: "read-failed", what: "cannot read", at: .text(name), advice: fault.reason)
    }
  }
}

/// Ignores failure: there is nobody left to tell.
func writeText(_ text: String, to descriptor: Int32) {
  do throws(SystemError) {
    try Files.write(text.utf8, to: descriptor)
  } catch {}
}
