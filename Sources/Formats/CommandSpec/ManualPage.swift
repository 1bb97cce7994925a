/// The manual page of a program in mdoc (mdoc(7)), for `man`.
package enum ManualPage {
  package static func mdoc(of program: ProgramSpec) -> String {
    var page = """
      .Dd \(program.date)
      .Dt \(program.name.uppercased()) 1
      .Os
      .Sh NAME
      .Nm \(program.name)
      .Nd \(text(program.root.abstract))
      .Sh SYNOPSIS
      .Nm
      .Ar command
      .Op Ar option ...
      .Op Ar operand ...
      .Sh DESCRIPTION

      """
    page += paragraphs(program.root.discussion.isEmpty ? program.root.abstract : program.root.discussion)
    page += ".Pp\nThese options go with every command:\n"
    page += list(of: program.globals)
    page += ".Pp\nThe program by itself also knows\n.Fl \\-version .\n"
    page += ".Sh COMMANDS\n"
    for node in CompletionScript.nodes(of: program) where !node.command.isGroup {
      page += section(for: node)
    }
    for listing in program.listings {
      page += ".Sh \(macroText(listing.title))\n"
      let rows = listing.entries.map { entry in ".It \(macroText(entry.term))\n\(sentences(entry.text))" }
      page += taggedList(rows)
    }
    return page
  }

  private static func section(for node: CompletionScript.Node) -> String {
    let command = node.command
    var section = ".Ss \(macroText(node.path.dropFirst().joined(separator: " ")))\n"
    section += ".Bd -ragged\n.Nm\n.Cm \(macroText(node.path.dropFirst().joined(separator: " ")))\n"
    for option in command.options where !option.isHidden {
      let repeats = option.mayRepeat && option.value != nil ? " ..." : ""
      section += option.isRequired ? ".\(written(option))\(repeats)\n" : ".Op \(written(option))\(repeats)\n"
    }
    for operand in command.operands {
      switch operand.count {
      case .one: section += ".Ar \(macroText(operand.name))\n"
      case .optional: section += ".Op Ar \(macroText(operand.name))\n"
      case .any: section += ".Op Ar \(macroText(operand.name)) ...\n"
      case .some: section += ".Ar \(macroText(operand.name)) ...\n"
      }
    }
    section += ".Ed\n.Pp\n" + sentences(sentence(command.abstract))
    if !command.discussion.isEmpty { section += ".Pp\n" + paragraphs(command.discussion) }
    section += list(of: command.options.filter { option in !option.isHidden }, operands: command.operands)
    return section
  }

  private static func list(of options: [OptionSpec], operands: [OperandSpec] = []) -> String {
    var rows = operands.map { operand in
      ".It Ar \(macroText(operand.name))\n" + sentences(sentence(HelpPage.described(operand)))
    }
    rows += options.map { option in
      let short = option.short.map { letter in "Fl \(letter) , " } ?? ""
      return ".It \(short)\(written(option))\n" + sentences(sentence(HelpPage.described(option)))
    }
    return rows.isEmpty ? "" : taggedList(rows)
  }

  private static func taggedList(_ rows: [String]) -> String {
    ".Bl -tag -width Ds\n" + rows.joined() + ".El\n"
  }

  /// `Fl \-reader Ar NAME`: mdoc puts the first dash itself.
  private static func written(_ option: OptionSpec) -> String {
    "Fl \\-\(macroText(option.name))" + (option.value.map { value in " Ar \(macroText(value.placeholder))" } ?? "")
  }

  // MARK: Text

  private static func sentence(_ words: String) -> String {
    guard let first = words.first else { return words }
    return first.uppercased() + words.dropFirst() + "."
  }

  private static func paragraphs(_ discussion: String) -> String {
    var page = ""
    for block in Discussion.blocks(of: discussion) {
      switch block {
      case .prose(let prose): page += (page.isEmpty ? "" : ".Pp\n") + sentences(prose)
      case .examples(let lines):
        page += (page.isEmpty ? "" : ".Pp\n") + lines.map { line in ".Dl \(macroText(line))\n" }.joined()
      case .file(let lines):
        // A display sets itself apart.
        page += ".Bd -literal -offset indent\n" + lines.map { line in text(line) + "\n" }.joined() + ".Ed\n"
      }
    }
    return page
  }

  /// A new sentence begins on a new line, so that the formatter sets the space between them; long lines are broken
  /// between words.
  private static func sentences(_ prose: String) -> String {
    let longestLine = 78
    var result = ""
    var line = ""
    for word in prose.split(separator: " ") {
      let endsSentence = line.last.map { letter in ".!?".contains(letter) } ?? false
      if endsSentence || (!line.isEmpty && length(of: line) + 1 + length(of: word) > longestLine) {
        result += text(line) + "\n"
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return line.isEmpty ? result : result + text(line) + "\n"
  }

  /// How long a text is for mandoc, which writes what is not ASCII as `\[u2019]` first.
  private static func length(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { length, scalar in length + (scalar.isASCII ? 1 : 8) }
  }

  /// A line of text in which nothing can be mistaken for a request.
  private static func text(_ line: String) -> String {
    let escaped = line.map { letter in letter == "\\" ? "\\e" : String(letter) }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// The argument of a macro: quotes group words there, and a lone mark of punctuation is set apart.
  private static func macroText(_ text: String) -> String {
    text.map { letter in
      switch letter {
      case "\\": "\\e"
      case "\"": "\\(dq"
      default: String(letter)
      }
    }.joined()
  }
}
