/// The scripts with which shells complete a program's command lines.
///
/// They hold the whole tree of commands, so that a completion starts no program; only lists of words that change from
/// day to day are asked from the program itself, by its hidden command `words LIST`.
package enum CompletionScript {
  struct Node {
    /// The words from the program's name on.
    let path: [String]
    let command: CommandSpec
    let options: [OptionSpec]

    var subcommands: [CommandSpec] { command.subcommands.filter { command in !command.isHidden } }
    var line: String { path.joined(separator: " ") }
  }

  /// All commands that people see, each after the one that it belongs to.
  static func nodes(of program: ProgramSpec) -> [Node] {
    var nodes: [Node] = []
    append(program.root, under: [], of: program, to: &nodes)
    return nodes
  }

  private static func append(
    _ command: CommandSpec, under path: [String], of program: ProgramSpec, to nodes: inout [Node]
  ) {
    let options = program.options(of: command, atRoot: path.isEmpty).filter { option in !option.isHidden }
    let node = Node(path: path + [command.name], command: command, options: options)
    nodes.append(node)
    for subcommand in node.subcommands { append(subcommand, under: node.path, of: program, to: &nodes) }
  }

  static func functionName(_ words: [String]) -> String {
    "_"
      + words.joined(separator: "_").map { letter in letter.isLetter || letter.isNumber ? String(letter) : "_" }
      .joined()
  }

  /// A text between single quotes, for bash and zsh.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  static func spellings(of option: OptionSpec) -> [String] {
    ["--" + option.name] + (option.short.map { letter in ["-" + String(letter)] } ?? [])
  }
}
