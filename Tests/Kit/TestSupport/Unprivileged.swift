import Glibc
import LinuxRuntime

extension BuiltProgram {
  /// Runs it to its end without the right to do what a file's mode forbids: when tests run as root, that is a
  /// mode for nobody else.
  package func runUnprivileged(_ arguments: [String], environment: [String]? = nil) throws -> Outcome {
    guard getuid() == 0 else { return try run(arguments, environment: environment) }
    return try BuiltProgram(at: "/usr/bin/setpriv").run(
      ["--bounding-set=-all", path] + arguments, environment: environment)
  }
}
