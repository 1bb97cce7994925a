public import JSONText

/// What a command answers: one struct with a form for people and one for programs.
public protocol Answer {
  /// For people; without a line end behind it. Empty for nothing to say.
  var text: String { get }
  /// For programs (`--json`).
  var json: JSONValue { get }
}
