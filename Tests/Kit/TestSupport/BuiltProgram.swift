import Glibc
import LinuxRuntime

/// One of the programs that were built beside the tests, to be driven from outside as a person would.
package struct BuiltProgram: Sendable {
  /// What a program did.
  package struct Outcome: Sendable {
    package let exitCode: Int32
    package let output: String
    package let errors: String

    /// The lines of the output, without the empty last one.
    package var lines: [String] {
      output.split(separator: "\n").map(String.init)
    }
  }

  package let path: String

  package static let focuskey = BuiltProgram("focuskey")
  package static let keytool = BuiltProgram("keytool")

  /// A program in the folder of the running tests.
  package init(_ name: String) {
    let own = Environment.programPath() ?? ""
    path = "\(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))/\(name)"
  }

  /// A program of the system.
  package init(at path: String) {
    self.path = path
  }

  /// Runs it to its end.
  package func callAsFunction(
    _ arguments: String..., input: String = "", environment: [String]? = nil
  ) throws -> Outcome {
    try run(arguments, input: Array(input.utf8), environment: environment)
  }

  /// Runs it to its end, with octets as its input.
  package func run(_ arguments: [String], input: [UInt8] = [], environment: [String]? = nil) throws -> Outcome {
    let folder = TemporaryFolder()
    try Files.replace(folder("input"), with: input)
    let source = try Descriptor.open(folder("input"), O_RDONLY)
    let output = try Descriptor.open(folder("output"), O_RDWR | O_CREAT)
    let errors = try Descriptor.open(folder("errors"), O_RDWR | O_CREAT)
    let child = try ChildProcess.start(
      path, arguments, environment: environment ?? TrialEnvironment.lines(), input: .descriptor(source.number),
      output: .descriptor(output.number),
      errors: .descriptor(errors.number))
    let exitCode = child.wait()
    return Outcome(
      exitCode: exitCode, output: String(decoding: try Files.read(folder("output")), as: UTF8.self),
      errors: String(decoding: try Files.read(folder("errors")), as: UTF8.self))
  }
}
