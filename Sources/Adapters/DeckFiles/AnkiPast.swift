package import Learning

/// What an Anki collection has beside its cards: reviews, terms, and what cannot be imported.
package struct AnkiPast: Sendable {
  package struct Review: Sendable {
    /// The card's name in the deck.
    package let card: String
    package let at: StudyMoment
    package let grade: Grade
    /// How long the answer took, in milliseconds.
    package let took: Int64
  }

  /// The reviews, in the order of their times.
  package var reviews: [Review] = []
  package var suspended: [String] = []
  /// The cards that are not asked today.
  package var buried: [String] = []
  /// What cannot be shown of the cards: pictures, sounds, formulas.
  package var lost = ForeignMarkup.Lost()
  /// How many image occlusion cards were left out.
  package var occlusions = 0

  package var terms = DeckTerms()
  package var limit = DayLimit()

  package init() {}
}
