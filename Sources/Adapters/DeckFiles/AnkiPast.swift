package import Learning

/// What a collection of Anki says beside its cards: what was learned there, and what cannot be brought over.
package struct AnkiPast: Sendable {
  /// A review, with the name of its card in the deck.
  package struct Review: Sendable {
    /// Whose it was.
    package let card: String
    /// When.
    package let at: StudyMoment
    /// How well it was known.
    package let grade: Grade
    /// How long it took, in milliseconds.
    package let took: Int64
  }

  /// The reviews, in the order of their times.
  package var reviews: [Review] = []
  /// The cards that are not asked.
  package var suspended: [String] = []
  /// The cards that are not asked today.
  package var buried: [String] = []
  /// What of the cards is not shown: pictures, sounds, formulas.
  package var lost = ForeignMarkup.Lost()
  /// Cards that ask for a part of a picture, which are left out.
  package var occlusions = 0

  /// How its decks are learned.
  package var terms = DeckTerms()
  /// What a day holds of them.
  package var limit = DayLimit()

  /// Nothing.
  package init() {}
}
