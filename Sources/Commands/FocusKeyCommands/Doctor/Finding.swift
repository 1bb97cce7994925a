internal import JSONText
internal import LinuxRuntime

struct Finding: Sendable, Equatable {
  enum Level: String, Sendable {
    case problem
    /// Worth knowing; nothing is wrong.
    case note
  }

  enum Fix: Sendable, Equatable {
    /// A file of ours with this content; undone by taking it away. The commands make it count at once, and others take
    /// that back.
    case file(String, content: String, then: [[String]] = [], undo: [[String]] = [])
    case commands([[String]], undo: [[String]])
    case byHand(String)
  }

  /// The kind in kebab case.
  let kind: String
  let level: Level
  /// What was found, with the thing that it was found at.
  let what: String
  /// What that means for a person who wants to tap.
  let meaning: String
  /// `nil` where nothing is to be done.
  let fix: Fix?

  var lines: [String] {
    switch fix {
    case .file(let path, let content, let commands, _):
      ["printf '\(content.split(separator: "\n").map { "\($0)\\n" }.joined())' | sudo tee \(path)"]
        + commands.map(Self.line)
    case .commands(let commands, _): commands.map(Self.line)
    case .byHand(let line): [line]
    case nil: []
    }
  }

  private static func line(_ command: [String]) -> String {
    "sudo \(command.map(Environment.quoted).joined(separator: " "))"
  }

  /// Whether `--fix` does it: it can be taken back.
  var isFixable: Bool {
    switch fix {
    case .file, .commands: true
    case .byHand, nil: false
    }
  }

  var json: JSONValue {
    [
      "kind": .string(kind), "level": .string(level.rawValue), "message": .string(what), "meaning": .string(meaning),
      "fix": .array(lines.map { .string($0) }), "fixable": .bool(isFixable),
    ]
  }
}
