/// The parts of a command's discussion: paragraphs, and examples to paste.
enum Discussion {
  enum Block: Equatable {
    /// A paragraph on one line.
    case prose(String)
    /// Lines that begin with `$ `, as they stand.
    case examples([String])
  }

  /// Takes a text apart: a blank line ends a paragraph, and so does an example.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var prose: [Substring] = []
    var examples: [String] = []
    func endBlock() {
      if !prose.isEmpty { blocks.append(.prose(prose.joined(separator: " "))) }
      if !examples.isEmpty { blocks.append(.examples(examples)) }
      prose = []
      examples = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        if !prose.isEmpty { endBlock() }
        examples.append(String(line))
      } else if line.isEmpty {
        endBlock()
      } else {
        if !examples.isEmpty { endBlock() }
        prose.append(line)
      }
    }
    endBlock()
    return blocks
  }
}
