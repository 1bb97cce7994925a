/// A whole program as data: its commands, the options that go with every one of them, and what the manual adds.
package struct ProgramSpec: Sendable {
  /// A part of the manual that is a list, for example the exit codes.
  package struct Listing: Sendable {
    /// The heading, for example `EXIT STATUS`.
    package let title: String
    package let entries: [(term: String, text: String)]

    package init(_ title: String, _ entries: [(term: String, text: String)]) {
      self.title = title
      self.entries = entries
    }
  }

  /// What a person is shown who asks for help, where the program has more commands than fit into a day.
  package struct Digest: Sendable {
    /// The command lines shown where none is given, without the program's name, and what each does.
    package let first: [(line: String, text: String)]
    /// The commands that `--help` lists; `--help --all` lists all of them.
    package let daily: [String]

    package init(first: [(line: String, text: String)], daily: [String]) {
      self.first = first
      self.daily = daily
    }
  }

  package let version: String
  /// The day of this version as the manual shows it, for example `November 21, 2026`.
  package let date: String
  /// The name of the program, one line about it, and its commands.
  package let root: CommandSpec
  /// The options that every command understands, before its name or after it; `--help` is always among them.
  package let globals: [OptionSpec]
  package let listings: [Listing]
  /// The short forms of help; `nil` where all commands fit.
  package let digest: Digest?
  /// Wrong words that people try, with what helps instead; similar words are found by their letters.
  package let slips: [String: String]
  /// The name by which the texts call the program, which may go by another here.
  let writtenName: String

  /// Declares a program.
  ///
  /// - Parameter writtenName: the name by which examples call the program, if it goes by another here.
  package init(
    _ name: String, writtenAs writtenName: String? = nil, version: String, date: String, _ abstract: String,
    discussion: String = "", commands: [CommandSpec],
    listings: [Listing] = [], digest: Digest? = nil, slips: [String: String] = [:],
    globals: [any Argument] = []
  ) {
    var options: [OptionSpec] = []
    for argument in globals.arguments {
      if case .option(let option) = argument { options.append(option) }
    }
    options.append(Self.help.spec)
    self.version = version
    self.date = date
    self.writtenName = writtenName ?? name
    let root = CommandSpec(group: name, abstract, discussion: discussion, subcommands: commands)
    self.root = self.writtenName == name ? root : root.calling(self.writtenName, name)
    self.globals = options
    self.listings = listings
    self.digest = digest
    self.slips = slips
  }

  package var name: String { root.name }

  /// A line with the program called by the name that it goes by here.
  package func asCalled(_ line: String) -> String {
    writtenName == name ? line : Self.calling(writtenName, name, in: line[...])
  }

  static func calling(_ written: String, _ name: String, in line: Substring) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false).map { word in word == written ? name : String(word) }
      .joined(separator: " ")
  }

  static let help = Flag("help", short: "h", "show this help")
  /// The flag that only the program itself understands.
  static let version = Flag("version", "show the version")

  /// The commands from the root down to the one that the words name, or `nil` if there is none.
  func chain(to path: [String]) -> [CommandSpec]? {
    var chain = [root]
    for word in path {
      guard let next = chain[chain.count - 1].subcommand(named: word) else { return nil }
      chain.append(next)
    }
    return chain
  }

  package func firstNumber(of path: [String]) -> String? {
    chain(to: path)?.last?.options.first { option in
      if case .number? = option.value?.kind { true } else { false }
    }?.name
  }

  /// The options that a command shows: its own and those of the program.
  func options(of command: CommandSpec, atRoot: Bool) -> [OptionSpec] {
    var options = command.options + globals
    if atRoot { options.append(Self.version.spec) }
    return options
  }
}
