import Glibc
import LinuxRuntime
import TestSupport

/// Runs real shells, for tests that ask them what they make of a script.
enum Shell {
  static func isInstalled(_ name: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains { folder in unsafe access(folder + name, X_OK) == 0 }
  }

  /// Runs a command line in /bin/sh in a folder of its own, with the script in a file whose name is `$SCRIPT`.
  static func run(_ line: String, script: String) throws -> (status: Int32, output: String) {
    let folder = TemporaryFolder()
    try Files.replace(folder("script"), with: Array(script.utf8))
    try Files.replace(folder("command"), with: Array("cd \(folder.path)\n\(line)\n".utf8))
    let output = try Descriptor.open(folder("output"), O_RDWR | O_CREAT)
    let child = try ChildProcess.start(
      "/usr/bin/timeout", ["20", "sh", folder("command")],
      environment: ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(folder.path)", "SCRIPT=\(folder("script"))"],
      output: .descriptor(output.number), errors: .descriptor(output.number))
    return (child.wait(), String(decoding: try Files.read(folder("output")), as: UTF8.self))
  }

  /// The lines that a command line puts out.
  static func lines(_ line: String, script: String) throws -> [String] {
    try run(line, script: script).output.split(separator: "\n").map(String.init)
  }
}
