public import Learning

/// What a collection of Anki says beside its cards: what was learned there, and what cannot be brought over.
public struct AnkiPast: Sendable {
  /// A review, with the name of its card in the deck.
  public struct Review: Sendable {
    /// Whose it was.
    public let card: String
    /// When.
    public let at: StudyMoment
    /// How well it was known.
    public let grade: Grade
    /// How long it took, in milliseconds.
    public let took: Int64
  }

  /// The reviews, in the order of their times.
  public var reviews: [Review] = []
  /// The cards that are not asked.
  public var suspended: [String] = []
  /// The cards that are not asked today.
  public var buried: [String] = []
  /// What of the cards is not shown: pictures, sounds, formulas.
  public var lost = ForeignMarkup.Lost()
  /// Cards that ask for a part of a picture, which are left out.
  public var occlusions = 0

  /// Nothing.
  public init() {}
}
