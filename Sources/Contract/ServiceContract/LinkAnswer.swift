/// What became of a link that was followed, for a person.
package struct LinkAnswer: Equatable, Sendable {
  /// Whether the link did what it asks.
  package var isDone: Bool
  /// What happened, or why nothing did.
  package var text: String

  package init(isDone: Bool, text: String) {
    self.isDone = isDone
    self.text = text
  }
}
