import LinuxRuntime

/// A real terminal, tmux, with a program in it.
package struct TerminalScreen: ~Copyable {
  private let socket: String

  /// Runs a command line of the shell in a terminal of that size.
  package init(_ command: String, in folder: TemporaryFolder, columns: Int, rows: Int, environment: [String]) throws {
    socket = folder("tmux")
    let line = "\(command); echo \"left with $?\"; exec sleep 600"
    _ = try BuiltProgram(at: "/usr/bin/tmux").run(
      ["-S", socket, "-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", line],
      environment: environment + ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(folder.path)"])
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try BuiltProgram(at: "/usr/bin/tmux").run(["-S", socket] + arguments, environment: ["LANG=C.UTF-8"]).output
  }

  /// What is on the screen, without blanks at the ends of lines and without empty lines at the end.
  package func lines(withColours: Bool = false) throws -> [String] {
    var lines = try tmux("capture-pane", "-p", withColours ? "-e" : "-J").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Presses keys, as tmux names them.
  package func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Types a text as it is.
  package func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Closes the terminal, as a person closes a window.
  package func close() throws { try tmux("kill-server") }

  /// Gives the terminal another size.
  package func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// A format of tmux's, such as `#{cursor_flag}`.
  package func ask(_ format: String) throws -> String {
    try tmux("display-message", "-p", format).filter { $0 != "\n" }
  }

  deinit {
    _ = try? tmux("kill-server")
  }
}
