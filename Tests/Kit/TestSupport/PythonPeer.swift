import Glibc
package import LinuxRuntime

/// A script that drives a peer written in Python. A peer is not part of the product: where it is not installed, it is
/// left out.
///
/// To have one: `python3 -m venv .build/peers && .build/peers/bin/pip install ndeflib`
package struct PythonPeer: Sendable {
  private let interpreter: String
  private let script: String

  /// The peer, or `nil` if the module cannot be imported.
  ///
  /// - Parameters:
  ///   - script: the script, from the root of the repository on.
  ///   - module: what must be importable.
  package init?(_ script: String, needing module: String) {
    let root = Repository.root
    self.script = "\(root)/\(script)"
    let candidates = ["\(root)/.build/peers/bin/python3", "/usr/bin/python3"].filter(Files.exists)
    guard let found = candidates.first(where: { Self.has(module, $0) }) else { return nil }
    interpreter = found
  }

  private static func has(_ module: String, _ interpreter: String) -> Bool {
    let child = try? ChildProcess.start(
      interpreter, ["-c", "import \(module)"], output: .nothing, errors: .nothing)
    return child?.wait() == 0
  }

  /// Runs the script to its end and gives what it printed; its errors go where ours go.
  package func callAsFunction(
    _ arguments: [String] = [], input: [UInt8] = [], environment: [String]? = nil
  ) throws -> (exitCode: Int32, output: [UInt8]) {
    let folder = TemporaryFolder()
    try Files.replace(folder("input"), with: input)
    let source = try Descriptor.open(folder("input"), O_RDONLY)
    let output = try Descriptor.open(folder("output"), O_RDWR | O_CREAT)
    let child = try start(
      arguments, environment: environment, input: .descriptor(source.number), output: .descriptor(output.number))
    let exitCode = child.wait()
    return (exitCode, try Files.read(folder("output")))
  }

  /// Starts the script, for a peer that goes on while the test does.
  package func start(
    _ arguments: [String], environment: [String]? = nil, input: ChildStream, output: ChildStream
  ) throws -> ChildProcess {
    try ChildProcess.start(
      interpreter, [script] + arguments, environment: environment, input: input, output: output)
  }
}
