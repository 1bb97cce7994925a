package enum HelpPage {
  private static let width = 80
  private static let column = 26

  /// The help of a command.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - path: the words of the command; empty for the program itself. Words that name nothing are passed over.
  ///   - isWhole: whether the program's own help lists all commands, also those that are not of every day.
  package static func text(of program: ProgramSpec, path: [String] = [], isWhole: Bool = true) -> String {
    let chain = program.chain(to: path) ?? [program.root]
    let command = chain[chain.count - 1]
    var page = "OVERVIEW: \(command.abstract)\n"
    for block in Discussion.blocks(of: command.discussion) {
      switch block {
      case .prose(let prose): page += "\n" + wrapped(words(prose), firstIndent: 0, indent: 0) + "\n"
      case .examples(let lines), .file(let lines): page += "\n" + lines.map { line in "  " + line + "\n" }.joined()
      }
    }
    page += "\n" + wrapped(usageParts(of: chain), firstIndent: 0, indent: 7) + "\n"
    page += section("ARGUMENTS", command.operands.map { operand in (operand.name, described(operand)) })
    let options = program.options(of: command, atRoot: chain.count == 1).filter { option in !option.isHidden }
    page += section("OPTIONS", options.map { option in (signature(of: option), described(option)) })
    let visible = command.subcommands.filter { subcommand in !subcommand.isHidden }
    let daily = chain.count == 1 && !isWhole ? program.digest?.daily : nil
    page += listed(daily.map { names in visible.filter { names.contains($0.name) } } ?? visible)
    if daily != nil { page += "\nAll \(visible.count) commands: \(program.name) --help --all\n" }
    if command.isGroup {
      let words = (["help"] + path).joined(separator: " ")
      page += "\nMore about each: \(program.name) \(words) SUBCOMMAND\n"
    }
    return page
  }

  /// What a person sees who gave no command: what the program is, and the first lines to type.
  package static func brief(of program: ProgramSpec) -> String {
    let first = program.digest?.first ?? []
    let rows = first.map { row in (term: "\(program.name) \(row.line)", text: row.text) }
    let more = [
      (term: "\(program.name) --help", text: "Show the commands of every day"),
      (term: "\(program.name) --help --all", text: "Show all commands"),
    ]
    return "\(program.name): \(program.root.abstract)\n" + section("TO BEGIN", rows) + section("MORE", more)
  }

  /// The subcommands under their headings, in the order in which the headings first appear; those without one follow.
  private static func listed(_ subcommands: [CommandSpec]) -> String {
    var titles: [String] = []
    for command in subcommands where !command.section.isEmpty && !titles.contains(command.section) {
      titles.append(command.section)
    }
    var page = ""
    for title in titles + [""] {
      let heading = title.isEmpty ? (titles.isEmpty ? "SUBCOMMANDS" : "OTHER") : title.uppercased()
      page += section(heading, subcommands.filter { $0.section == title }.map { ($0.name, $0.abstract) })
    }
    return page
  }

  /// The parts of the line `USAGE: program command [--option VALUE] OPERAND`; no part is broken over two lines.
  private static func usageParts(of chain: [CommandSpec]) -> [String] {
    let command = chain[chain.count - 1]
    var parts = ["USAGE:"] + chain.map { command in command.name }
    for option in command.options where !option.isHidden {
      let repeats = option.value != nil && option.mayRepeat ? " ..." : ""
      let text = "--" + option.name + (option.value.map { value in " " + value.placeholder } ?? "")
      parts.append(option.isRequired ? text + repeats : "[\(text)]" + repeats)
    }
    for operand in command.operands {
      switch operand.count {
      case .one: parts.append(operand.name)
      case .optional: parts.append("[\(operand.name)]")
      case .any: parts.append("[\(operand.name) ...]")
      case .some: parts.append("\(operand.name) ...")
      }
    }
    if command.isGroup { parts.append(command.usual == nil ? "SUBCOMMAND ..." : "[SUBCOMMAND] ...") }
    return parts
  }

  /// The option as it is written: `-r, --reader NAME`.
  static func signature(of option: OptionSpec) -> String {
    let short = option.short.map { letter in "-\(letter), " } ?? ""
    return short + "--" + option.name + (option.value.map { value in " " + value.placeholder } ?? "")
  }

  static func described(_ option: OptionSpec) -> String {
    guard let value = option.value else { return option.help }
    return option.help + allowed(value) + (option.isRequired ? " (required)" : "")
  }

  static func described(_ operand: OperandSpec) -> String { operand.help + allowed(operand.value) }

  private static func allowed(_ value: ValueSpec) -> String {
    switch value.kind {
    case .text, .file, .folder: ""
    case .choice(let choices): ": " + choices.map { choice in choice.word }.joined(separator: ", ")
    case .duration: " (90s, 5m, 2h, 3d)"
    case .number(let range):
      if range.upperBound != Int.max {
        " (\(range.lowerBound) to \(range.upperBound))"
      } else {
        range.lowerBound > 0 ? " (at least \(range.lowerBound))" : ""
      }
    }
  }

  // MARK: Layout

  private static func section(_ title: String, _ rows: [(term: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    var lines = "\n\(title):\n"
    for row in rows {
      let term = "  " + row.term
      if row.text.isEmpty {
        lines += term + "\n"
      } else if term.count + 1 >= column {
        lines += term + "\n" + wrapped(words(row.text), firstIndent: column, indent: column) + "\n"
      } else {
        let gap = String(repeating: " ", count: column - term.count)
        lines += term + gap + wrapped(words(row.text), firstIndent: 0, indent: column, used: column) + "\n"
      }
    }
    return lines
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func wrapped(_ words: [String], firstIndent: Int, indent: Int, used: Int = 0) -> String {
    var result = String(repeating: " ", count: firstIndent)
    var column = firstIndent + used
    var isFirst = true
    for word in words {
      if !isFirst, column + 1 + word.count > width {
        result += "\n" + String(repeating: " ", count: indent)
        column = indent
        isFirst = true
      }
      if !isFirst {
        result += " "
        column += 1
      }
      result += word
      column += word.count
      isFirst = false
    }
    return result
  }
}
