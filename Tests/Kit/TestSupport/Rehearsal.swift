package import CommandShell
import Glibc

/// A program run in this process, with descriptors, a folder and an environment of its own.
package struct Rehearsal: Sendable {
  /// What a command line did.
  package struct Outcome: Sendable {
    package let exitCode: ExitCode
    package let output: String
    package let errors: String

    /// The lines of the output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Where relative file names begin.
  package let folder = TemporaryFolder()
  private let program: Program
  private let environment: [String: String]

  package init(_ program: Program, environment: [String: String] = [:]) {
    self.program = program
    self.environment = environment
  }

  /// Runs a command line to its end.
  package func callAsFunction(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await run(arguments, input: Array(input.utf8))
  }

  /// Runs a command line to its end, with octets as its input.
  package func run(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
    let streams = TemporaryFolder()
    try Files.replace(streams("input"), with: input)
    let source = try Descriptor.open(streams("input"), O_RDONLY)
    let output = try Descriptor.open(streams("output"), O_RDWR | O_CREAT)
    let errors = try Descriptor.open(streams("errors"), O_RDWR | O_CREAT)
    let surroundings = ProcessContext(
      input: source.number, output: output.number, error: errors.number, folder: folder.path, environment: environment)
    let exitCode = await program.run(arguments, in: surroundings)
    return Outcome(
      exitCode: exitCode, output: String(decoding: try Files.read(streams("output")), as: UTF8.self),
      errors: String(decoding: try Files.read(streams("errors")), as: UTF8.self))
  }
}
