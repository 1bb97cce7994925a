import Glibc

/// Runs real shells, for tests that ask them what they make of a script.
enum Shell {
  struct Outcome {
    let status: Int32
    let output: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static func isInstalled(_ name: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains { folder in unsafe access(folder + name, X_OK) == 0 }
  }

  /// Runs a command line in /bin/sh, with the script in a file whose name is `$SCRIPT`.
  static func run(_ line: String, script: String) -> Outcome {
    var template = Array("/tmp/focuskey-shell-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { return Outcome(status: -1, output: "no folder") }
    let folder = String(decoding: template.dropLast().map { letter in UInt8(bitPattern: letter) }, as: UTF8.self)
    defer { unsafe system("rm -rf \(folder)") }
    let file = unsafe fopen(folder + "/script", "w")
    unsafe fputs(script, file)
    unsafe fclose(file)
    let command = unsafe fopen(folder + "/command", "w")
    unsafe fputs(line, command)
    unsafe fclose(command)
    let pipe = unsafe popen("cd \(folder) && HOME=\(folder) SCRIPT=\(folder)/script timeout 20 sh ./command 2>&1", "r")
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, pipe)
      if count == 0 { break }
      output += chunk[..<count]
    }
    let status = unsafe pclose(pipe)
    return Outcome(status: status, output: String(decoding: output, as: UTF8.self))
  }
}
