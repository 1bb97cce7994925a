extension CompletionScript {
  package static func fish(for program: ProgramSpec) -> String {
    let nodes = nodes(of: program)
    let name = functionName(["", program.name])
    var script = "# fish completion for \(program.name), made by `\(program.name) completion fish`\n\n"
    script += walk(nodes, function: name, program: program.name)
    script += "complete -c \(program.name) -f\n"
    for node in nodes {
      let start = "complete -c \(program.name) -n \"\(name)_at '\(node.line)'\""
      for command in node.subcommands {
        script += "\(start) -a \(command.name) -d \(fishQuoted(command.abstract))\n"
      }
      for option in node.options {
        script += start + " -l \(option.name)" + (option.short.map { letter in " -s \(letter)" } ?? "")
        script += option.value.map { value in " -r" + action(for: value, program: program.name) } ?? ""
        script += " -d \(fishQuoted(option.help))\n"
      }
      for operand in node.command.operands {
        script += start + action(for: operand.value, program: program.name) + "\n"
      }
    }
    return script
  }

  /// A function that tells whether the command line so far has reached a command.
  private static func walk(_ nodes: [Node], function: String, program: String) -> String {
    var commands: [String] = []
    var options: [String] = []
    for node in nodes {
      if node.path.count > 1 { commands.append("'\(node.line)'") }
      for option in node.options where option.value != nil {
        options += spellings(of: option).map { spelling in "'\(node.line) \(spelling)'" }
      }
    }
    return """
      function \(function)_at
          set -l path \(program)
          set -l words (commandline -opc)
          set -e words[1]
          set -l skip no
          for word in $words
              if test $skip = yes
                  set skip no
                  continue
              end
              switch "$path $word"
                  case \(commands.isEmpty ? "''" : commands.joined(separator: " "))
                      set path "$path $word"
                  case \(options.isEmpty ? "''" : options.joined(separator: " "))
                      set skip yes
              end
          end
          test "$path" = "$argv[1]"
      end


      """
  }

  private static func action(for value: ValueSpec, program: String) -> String {
    if let list = value.wordList { return " -f -a \(fishQuoted("(\(program) words \(list) 2>/dev/null)"))" }
    return switch value.kind {
    case .file: " -F"
    case .folder: " -f -a '(__fish_complete_directories)'"
    case .choice(let choices): " -f -a \(fishQuoted(choices.map { choice in choice.word }.joined(separator: " ")))"
    case .text, .number, .duration: " -f"
    }
  }

  /// A text between single quotes, in which fish knows two escapes.
  private static func fishQuoted(_ text: String) -> String {
    "'" + text.map { letter in letter == "'" || letter == "\\" ? "\\\(letter)" : String(letter) }.joined() + "'"
  }
}
