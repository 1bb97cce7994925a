import Glibc
import LinuxRuntime

/// A Python environment with packages from PyPI, made once in `.build` and used again.
///
/// A peer is not part of the product. Where it cannot be had, the test says so loudly and fails: it is the only proof
/// that others understand what we write.
package struct PeerVenv: Sendable {
  /// Why there is no such environment.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  package let folder: String

  /// The environment with these packages, such as `icalendar==7.3.0`.
  package init(_ name: String, packages: [String]) throws {
    folder = "\(Repository.root)/.build/peers-\(name)"
    // Suites run side by side, and so may two runs: one makes it, the others wait.
    let lock = try Descriptor.open("\(Repository.root)/.build/peers-\(name).lock", O_RDWR | O_CREAT)
    flock(lock.number, LOCK_EX)
    let mark = "\(folder)/packages"
    let wanted = packages.joined(separator: "\n")
    if let made = try? Files.read(mark), String(decoding: made, as: UTF8.self) == wanted { return }
    try Self.run("/usr/bin/python3", ["-m", "venv", folder])
    try Self.run("\(folder)/bin/pip", ["install", "--quiet", "--disable-pip-version-check"] + packages)
    try Files.replace(mark, with: Array(wanted.utf8))
  }

  /// A program of the environment.
  package func program(_ name: String) -> BuiltProgram { BuiltProgram(at: "\(folder)/bin/\(name)") }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let outcome = try BuiltProgram(at: path).run(arguments)
    guard outcome.exitCode == 0 else {
      throw Missing(
        description: "no peer: \(path) \(arguments.joined(separator: " ")) failed; is PyPI reachable? \(outcome.errors)"
      )
    }
  }
}
