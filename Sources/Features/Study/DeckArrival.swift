package import DeckFiles
package import FocusSession
package import Learning
package import Requests
internal import Spelling

/// A deck from a file, or from a package of Anki, that is put on a person's shelf.
package struct DeckArrival: Sendable {
  package let deck: Deck
  /// What came along with the cards; `nil` for a file that only has cards.
  package private(set) var past: ImportedPast?
  package private(set) var facts: [LearnFact] = []
  /// Says that the deck replaced one with another name.
  package let remark: String?

  /// Puts it there; `place` is where to fetch it again, `isNamed` says that the person named it.
  package init(
    _ read: (MediaNames) throws(Failure) -> DeckFile.Content, from place: String, version: String = "", isNamed: Bool,
    on shelf: borrowing DeckShelf, at now: Timestamp, _ zone: CivilZone,
    _ progress: () throws(Failure) -> LearningProgress
  ) throws(Failure) {
    var content = try read(MediaNames())
    let (known, shown) = try shelved(Self.deck(of: content, isNamed: isNamed, on: shelf))
    // A package without its pictures does not take them off the cards.
    if !shown.isEmpty { content = try read(shown) }
    var deck = content.deck
    if let known { deck.name = known }
    do throws(DeckFileError) {
      let files = try shelf.put(deck, from: place, version: version, media: content.media)
      if let past = content.past {
        if !past.terms.isUsual { try shelf.setTerms(past.terms, of: deck.name, isOwn: false) }
        // Somebody else's deck says how they learn.
        let isOwn = try !past.reviews.isEmpty && past.limit != DayLimit() ? shelf.limits()[deck.name] == nil : false
        let limit = isOwn ? past.limit : nil
        if let limit { try shelf.setLimit(limit, of: deck.name) }
        self.past = ImportedPast(past, files, limit)
      }
    } catch {
      throw error.failure(at: "")
    }
    self.deck = deck
    remark = known.map { "the deck \($0) has these cards already: it is replaced, whatever this file is called" }
    if past != nil { facts = past?.facts(of: deck.name, beside: try progress(), at: now, zone) ?? [] }
  }

  /// The deck of another name with these cards; what a deck shows if a package is incomplete.
  private static func deck(
    of content: DeckFile.Content, isNamed: Bool, on shelf: borrowing DeckShelf
  ) throws(DeckFileError) -> (known: String?, shown: MediaNames) {
    guard let past = content.past else { return (nil, MediaNames()) }
    let isNew = isNamed ? false : try !shelf.has(content.deck.name)
    let known = isNew ? try shelf.deck(sharing: content.deck.cards.map { $0.id }) : nil
    let isWhole = past.lost.pictures == 0 && past.lost.sounds == 0 && past.occlusions == 0
    return (known, isWhole ? MediaNames() : try shelf.shown(by: known ?? content.deck.name))
  }
}

package struct ImportedPast: Sendable {
  fileprivate(set) var reviews = 0
  /// The pictures and sounds that its cards have, and how many of them were not here before.
  let files: (media: Int, new: Int)
  /// The day's limit as in Anki; `nil` if the person set one here, or learned nothing there.
  let limit: DayLimit?
  private let past: AnkiPast

  init(_ past: AnkiPast, _ files: (media: Int, new: Int), _ limit: DayLimit?) {
    self.past = past
    self.files = files
    self.limit = limit
  }

  /// What was learned elsewhere, as facts with their own times; known ones are left out.
  mutating func facts(
    of deck: String, beside progress: LearningProgress, at now: Timestamp, _ zone: CivilZone
  ) -> [LearnFact] {
    var facts: [LearnFact] = []
    for review in past.reviews {
      let card = CardID(deck: deck, card: review.card)
      if progress.knows(card, at: review.at) { continue }
      facts.append(.imported(card, review.grade, at: review.at, took: review.took))
    }
    reviews = facts.count
    for name in past.suspended {
      let card = CardID(deck: deck, card: name)
      if !progress.suspended.contains(card) { facts.append(.suspended(card, true)) }
    }
    let tomorrow = StudyMoment(milliseconds: zone.startOfDay(zone.day(at: now) + 1).milliseconds)
    for name in past.buried {
      let card = CardID(deck: deck, card: name)
      if progress.isAsked(card, at: StudyMoment(milliseconds: now.milliseconds)) {
        facts.append(.buried(card, until: tomorrow))
      }
    }
    return facts
  }

  package var numbers: [(String, Int)] {
    [
      ("reviews", reviews), ("reviews_known", past.reviews.count - reviews), ("suspended", past.suspended.count),
      ("buried", past.buried.count), ("pictures_left_out", past.lost.pictures), ("sounds_left_out", past.lost.sounds),
      ("formulas_as_text", past.lost.formulas), ("occlusions_left_out", past.occlusions), ("media", files.media),
      ("media_new", files.new),
    ]
  }

  package var lines: [String] {
    let known = past.reviews.count - reviews
    let reviewed = "\(counted(reviews, "review")) came along" + (known > 0 ? ", \(known) were known already." : ".")
    let here = files.media - files.new
    let shown =
      "\(counted(files.new, "picture or sound", "pictures and sounds")) came along"
      + (here > 0 ? ", \(here) were here already." : ".")
    let weights = past.terms.weights.isEmpty ? "" : ", with the weights that Anki fitted to your reviews"
    let lines: [String?] = [
      past.reviews.isEmpty ? nil : reviewed,
      past.suspended.isEmpty ? nil : "Suspended as before: \(counted(past.suspended.count, "card")).",
      past.buried.isEmpty ? nil : "Buried until tomorrow: \(counted(past.buried.count, "card")).",
      files.media == 0 ? nil : shown, past.terms.retention.map { "Retention as in Anki: \($0)\(weights)." },
      limit?.new.map { "New cards a day as in Anki: \($0)." },
      limit?.reviews.map { "Due cards a day as in Anki: \($0)." },
      past.lost.pictures == 0 ? nil : "Pictures left out: \(past.lost.pictures).",
      past.lost.sounds == 0 ? nil : "Sounds left out: \(past.lost.sounds).",
      past.occlusions == 0 ? nil : "Image occlusion cards left out: \(past.occlusions).",
      past.lost.formulas == 0 ? nil : "Formulas shown as they are written: \(past.lost.formulas).",
    ]
    return lines.compactMap { $0 }
  }
}
