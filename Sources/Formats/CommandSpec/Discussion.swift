/// The parts of a command's discussion: paragraphs, examples to paste, and pieces of files.
enum Discussion {
  enum Block: Equatable {
    case prose(String)
    /// Lines that begin with `$ `, as they are.
    case examples([String])
    /// Lines that begin with four blanks, without these: what is in a file.
    case file([String])
  }

  /// Takes a text apart: a blank line ends a part, and so does one of another kind.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var prose: [Substring] = []
    var examples: [String] = []
    var file: [String] = []
    func endBlock() {
      if !prose.isEmpty { blocks.append(.prose(prose.joined(separator: " "))) }
      if !examples.isEmpty { blocks.append(.examples(examples)) }
      if !file.isEmpty { blocks.append(.file(file)) }
      prose = []
      examples = []
      file = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        if examples.isEmpty { endBlock() }
        examples.append(String(line))
      } else if line.hasPrefix("    ") {
        if file.isEmpty { endBlock() }
        file.append(String(line.dropFirst(4)))
      } else if line.isEmpty {
        endBlock()
      } else {
        if prose.isEmpty { endBlock() }
        prose.append(line)
      }
    }
    endBlock()
    return blocks
  }
}
